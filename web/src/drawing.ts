// When did an update come onto the screen? What a page draws in one frame is on the screen when the next
// one begins: so two frames are waited for, and a slow phone's late frame is told as late as it was.

interface Drawn {
  seq: number;
  /** the update's public view */
  view: unknown;
  at: number;
}
const NOTHING: Drawn = { seq: 0, view: null, at: 0 };

/** Longer ones are no drawing: the page was out of sight. */
const LONGEST_MS = 250;
/** The share of the last drawing in the usual one. */
const WEIGHT = 1 / 8;

export class Drawing {
  /** ms from an update's arrival until it is seen, usually */
  usual = 0;
  #last = NOTHING;
  #before = NOTHING;
  #frame = -1;

  /** An update has just come in, and will be drawn. (A hidden page draws none: the older one stands.) */
  arrived(seq: number, view: unknown): void {
    const came = performance.now();
    requestAnimationFrame((frame) => {
      if (frame !== this.#frame) this.#before = this.#last; // of two in one frame, the first is never seen
      this.#frame = frame;
      this.#last = { seq, view, at: performance.now() }; // it is drawn now
      // Seen when that frame is over. A browser that lags may date it before the update came.
      requestAnimationFrame((at) => this.#seen(seq, at, Math.max(0, at - came)));
    });
  }

  /** What was on the screen at that moment. */
  seenAt(moment: number): Drawn {
    return moment >= this.#last.at ? this.#last : this.#before;
  }

  #seen(seq: number, at: number, took: number): void {
    if (this.#last.seq === seq) this.#last.at = at;
    if (took < LONGEST_MS) this.usual += (took - this.usual) * (this.usual ? WEIGHT : 1);
  }
}
