// What our own taps look like before the server has answered. Stop! shows at once and lets us type at
// once; if somebody was first, it is taken back and says so. One tap is one move.
import type { Stage } from '../../stage';
import type { ClientOutRefused } from '../../wire';
import { mayVote } from './seatState';
import type { Nono, NonoSeatView } from './types';

const FIRST_MOMENT_MS = 350; // of a new card: taps that were meant for the last one

type Kind = Nono['action']['type'];
interface Asked {
  kind: Kind;
  id: number;
  scene: number;
}

/** Somebody's Stop! came before ours. */
export interface Beaten {
  seat: number;
  /** ms; below 0: we were quicker, but our tap came in too late */
  by: number;
  /** the chance that they were first */
  odds: number;
  /** it was too close to call */
  drawn: boolean;
}

export class PendingTaps {
  /** in this turn; its words are shown with who stopped */
  beaten: { turn: number; race: Beaten } | null = $state.raw(null);
  #asked: Asked | null = $state.raw(null);
  #shownAt = 0;

  constructor(readonly stage: Stage<Nono>) {}

  get mine(): NonoSeatView | undefined {
    return this.stage.you === null ? undefined : this.stage.public.seats[this.stage.you];
  }

  /** What was asked for and is not answered; a new scene answers everything. */
  get asked(): Kind | null {
    return this.#asked?.scene === this.stage.public.scene ? this.#asked.kind : null;
  }

  /** Our Stop! is out, and nobody knows yet whether it was the first. */
  get stopping(): boolean {
    return this.stage.public.phase === 'search' && this.asked === 'stop';
  }

  /** It was. */
  get stopped(): boolean {
    return this.stage.you !== null && this.stage.public.stopper === this.stage.you;
  }

  get answering(): boolean {
    return this.stopping || (this.stopped && this.stage.public.phase === 'answer');
  }

  get passed(): boolean {
    return this.asked === 'pass' || (this.mine?.passed ?? false);
  }

  get voted(): boolean {
    return this.asked === 'vote' || (this.mine?.voted ?? false);
  }

  /** Our thumb is asked for. */
  get voting(): boolean {
    return this.stage.public.phase === 'vote' && mayVote(this.stage.public, this.stage.you) && !this.voted;
  }

  get ready(): boolean {
    return this.asked === 'ready' || (this.mine?.ready ?? false);
  }

  /** Our own thumb, as far as it is known here: sent, or told by the server. */
  get thumb(): boolean | null {
    return this.stage.private?.vote?.fits ?? null;
  }

  get searching(): boolean {
    return this.mayStop && !this.passed;
  }

  /** Whoever has passed may come back, where a pass is not final. */
  get mayStop(): boolean {
    const { phase, pass_final } = this.stage.public;
    const out = this.passed && pass_final !== false;
    return phase === 'search' && this.mine !== undefined && !out && !this.stopping;
  }

  /** A card has come. */
  turned(): void {
    this.#shownAt = performance.now();
  }

  stop(): boolean {
    return this.mayStop && !this.#early() && this.#ask({ type: 'stop' });
  }

  pass(): boolean {
    return this.searching && !this.#early() && this.#ask({ type: 'pass' });
  }

  answer(word: string): boolean {
    return this.stopped && this.stage.public.phase === 'answer' && this.#ask({ type: 'answer', word });
  }

  vote(fits: boolean, syllables: boolean | null): boolean {
    return this.voting && this.#ask({ type: 'vote', fits, syllables });
  }

  /** It is no answer at all: a list, a filler, no word. */
  voteNoAnswer(): boolean {
    return this.voting && this.#ask({ type: 'vote', fits: false, no_answer: true });
  }

  seen(): boolean {
    return this.stage.public.phase === 'verdict' && !this.ready && this.#ask({ type: 'ready' });
  }

  /** True when it needs no further words: the race it lost is shown. */
  refused({ id, race }: ClientOutRefused): boolean {
    const stop = this.#asked?.kind === 'stop' && this.#asked.id === id;
    this.#takeBack(id ?? 0);
    if (!stop || !race || this.stage.public.stopper !== race.seat) return false;
    this.beaten = { turn: this.stage.public.turn, race };
    return true;
  }

  #early(): boolean {
    return performance.now() - this.#shownAt < FIRST_MOMENT_MS;
  }

  #ask(action: Nono['action']): boolean {
    if (this.asked) return false;
    const id = this.stage.act(action);
    if (id === 0) return false;
    this.#asked = { kind: action.type, id, scene: this.stage.public.scene };
    return true;
  }

  #takeBack(id: number): void {
    if (this.#asked?.id === id) this.#asked = null;
  }
}
