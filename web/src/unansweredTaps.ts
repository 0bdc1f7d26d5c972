// The taps whose fate is not known yet. They are sent again over a new line with the numbers that they
// had: the server plays none of them twice, and refuses those whose moment has passed.
import type { ClientInAct } from './wire';

interface Tap {
  message: ClientInAct;
  at: number;
  again: boolean;
}

/** A working line answers in a fraction of this. */
const ANSWER_MS = 3000;
/** Nobody expects an older tap to count any more. */
const KEEP_MS = 30_000;
/** As many answers as the server remembers. */
const MOST = 32;

export class UnansweredTaps {
  #taps: Tap[] = [];

  get full(): boolean {
    return this.#taps.length >= MOST;
  }

  add(message: ClientInAct): void {
    this.#taps.push({ message, at: performance.now(), again: false });
  }

  /** `by`: of this seat. */
  accepted(highest: number, by: number | null): void {
    this.#taps = this.#taps.filter(({ message }) => (message.by ?? by) !== by || message.id > highest);
  }

  refused(id: number | null | undefined): void {
    this.#taps = this.#taps.filter(({ message }) => message.id !== id);
  }

  /** One waits too long: is the line dead? Asked once of each: a second line is not doubted for it. */
  get overdue(): boolean {
    const since = performance.now() - ANSWER_MS;
    return this.#taps.some(({ at, again }) => !again && at <= since);
  }

  /** All of them in their order, for a new line. */
  sendAgain(): ClientInAct[] {
    for (const tap of this.#taps) tap.again = true;
    return this.#taps.map(({ message }) => message);
  }

  /** Those that are too old are given up. */
  expire(): ClientInAct[] {
    const since = performance.now() - KEEP_MS;
    const old = this.#taps.filter(({ at }) => at <= since).map(({ message }) => message);
    if (old.length > 0) this.#taps = this.#taps.filter(({ at }) => at > since);
    return old;
  }
}
