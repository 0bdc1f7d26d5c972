// A verdict is shown line by line: which lines are out, and which points are still held back.
import { Steps } from '../../feel/steps.svelte';
import type { Stage } from '../../stage';
import type { Nono, NonoVerdict } from './types';
import { linesOf, type Line } from './verdictLines';

export class VerdictReveal {
  readonly #steps = new Steps();
  /** the turn whose verdict was given before our eyes; whoever comes in later sees it whole */
  #heard = $state(0);

  constructor(readonly stage: Stage<Nono>) {}

  get verdict(): NonoVerdict | null {
    return this.stage.public.phase === 'verdict' ? this.stage.public.verdict : null;
  }

  get lines(): Line[] {
    const [verdict, { dice, seats }] = [this.verdict, this.stage.public];
    return verdict && dice ? linesOf(verdict, dice, seats[verdict.seat]?.handicap ?? null) : [];
  }

  get told(): Line[] {
    return this.#fresh ? this.lines.slice(0, this.#steps.at) : this.lines;
  }

  /** The last step is the sum. */
  get over(): boolean {
    return !this.#fresh || this.#steps.over;
  }

  /** What the score of this seat must not show yet. */
  heldBack(seat: number): number {
    return !this.over && this.verdict?.seat === seat ? this.verdict.change : 0;
  }

  hear(events: readonly Nono['event'][]): void {
    if (!events.some((event) => event.type === 'judged')) return;
    this.#heard = this.stage.public.turn;
    this.#steps.tell(this.lines.length + 1);
  }

  skip = (): void => this.#steps.skip();
  stop = (): void => this.#steps.stop();

  get #fresh(): boolean {
    return this.#heard === this.stage.public.turn;
  }
}
