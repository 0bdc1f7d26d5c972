// The own hand as its owner sees it: a tap shows at once, the server's answer confirms it or puts it
// right. One gesture is one move: nothing is taken while an answer is due, nor in the first moment of
// a new card, which a second tap was not meant for.
import type { Stage } from '../../stage';
import type { Now, NowSeatView } from './types';

const FIRST_MOMENT_MS = 120;

interface Asked {
  kind: 'discard' | 'now';
  id: number;
  left: number;
  round: number;
}

/** A card on its way out, in this direction. */
export interface Flown {
  id: number;
  value: number;
  x: number;
  y: number;
}

export class Hand {
  flown: Flown[] = $state([]);
  #asked: Asked | null = $state.raw(null);
  #shownAt = 0;
  #count = 0;

  constructor(readonly stage: Stage<Now>) {}

  get mine(): NowSeatView | undefined {
    return this.stage.you === null ? undefined : this.stage.public.seats[this.stage.you];
  }

  /** What was asked for and is not answered: nothing that it would change has changed. */
  get asked(): Asked['kind'] | null {
    const [asked, mine, table] = [this.#asked, this.mine, this.stage.public];
    if (!asked || !mine || mine.said_now || table.phase !== 'action') return null;
    return table.round === asked.round && mine.cards_left === asked.left ? asked.kind : null;
  }

  /** The active card; null while it lies face down. */
  get value(): number | null {
    return this.asked === 'discard' ? null : (this.stage.private?.active ?? null);
  }

  get said(): boolean {
    return this.asked === 'now' || (this.mine?.said_now ?? false);
  }

  get playing(): boolean {
    return this.stage.public.phase === 'action' && !this.said;
  }

  /** The card that is seen now is a new one, or a new chance. */
  seen(): void {
    this.#shownAt = performance.now();
  }

  /** Away with it, in the direction of the swipe. */
  discard(x = 0, y = -1): void {
    const value = this.value;
    const last = this.mine?.cards_left === 1; // it will be refused, and the words say why
    if (!this.#ask('discard') || value === null || last) return;
    this.flown.push({ id: ++this.#count, value, x, y });
  }

  now(): void {
    this.#ask('now');
  }

  landed(id: number): void {
    this.flown = this.flown.filter((card) => card.id !== id);
  }

  /** The move with this id was refused, or nobody answered. True if it was ours. */
  takeBack(id: number): boolean {
    if (this.#asked?.id !== id) return false;
    this.#asked = null;
    this.flown = [];
    return true;
  }

  #ask(kind: Asked['kind']): boolean {
    const early = performance.now() - this.#shownAt < FIRST_MOMENT_MS;
    if (!this.playing || this.asked || this.value === null || early) return false;
    const id = this.stage.act({ type: kind });
    if (id === 0) return false;
    this.#asked = { kind, id, left: this.mine?.cards_left ?? 0, round: this.stage.public.round };
    return true;
  }
}
