// A story in steps of about half a second that a tap skips: a resolution, a check, a verdict.
//
//   const story = new Steps();
//   $effect(() => story.tell(view.lines.length));       {#if story.at > 2}…     onclick={story.skip}
export const STEP_MS = 550;

export class Steps {
  /** how many steps have been shown */
  at = $state(0);
  total = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  get over(): boolean {
    return this.at >= this.total;
  }

  /** Starts from the beginning; returns what stops it, as an effect wants. */
  tell(total: number, ms = STEP_MS): () => void {
    this.stop();
    this.at = 0;
    this.total = total;
    this.#timer = setInterval(() => this.#next(), ms);
    return () => this.stop();
  }

  skip = (): void => {
    this.at = this.total;
    this.stop();
  };

  stop(): void {
    clearInterval(this.#timer);
  }

  #next(): void {
    if (this.at < this.total) this.at += 1;
    if (this.over) this.stop();
  }
}
