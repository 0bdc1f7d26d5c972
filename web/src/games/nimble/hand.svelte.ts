// The own hand as its owner sees it: every tap shows at once, several may be on their way, and each
// answer confirms one of them or takes it back. Nothing is lost: what is shown is always the server's
// table plus the moves it has not answered.
import type { Stage } from '../../stage';
import type { Nimble, NimbleSeatView } from './types';
import {
  afterEvent,
  afterMove,
  agreed,
  answers,
  NOTHING,
  sightOf,
  type Cards,
  type Sight,
} from './prediction';

type Action = Nimble['action'];

export interface Asked {
  id: number;
  action: Action;
}

export class Hand {
  #asked: Asked[] = $state.raw([]);
  #cards: Cards = $state.raw(NOTHING);
  /** What was shown last while each view was on the screen. */
  #shown = new WeakMap<Nimble['public'], Sight>();

  constructor(readonly stage: Stage<Nimble>) {
    if (this.mine) this.#cards = agreed(NOTHING, this.mine);
    this.#note();
  }

  get mine(): NimbleSeatView | undefined {
    return this.stage.you === null ? undefined : this.stage.public.seats[this.stage.you];
  }

  get playing(): boolean {
    return this.stage.public.phase === 'play' && this.mine !== undefined;
  }

  sight: Sight = $derived.by(() => {
    const cards = this.mine ? agreed(this.#cards, this.mine) : NOTHING;
    return this.#asked.reduce(
      (sight, { action }) => afterMove(sight, action),
      sightOf(this.stage.public, cards),
    );
  });

  /** False when it could not be sent: then nothing changes. */
  ask(action: Action): boolean {
    const id = this.playing ? this.stage.act(action) : 0;
    if (id === 0) return false;
    this.#asked = [...this.#asked, { id, action }];
    this.#note();
    return true;
  }

  /** The top card onto this pile, aimed at the card that we saw there at the tap: a busy phone may have heard of another
   * one since, which nobody aimed at. */
  place(pile: number): boolean {
    const sight = this.#shown.get(this.stage.seen ?? this.stage.public) ?? this.sight;
    return this.ask({ type: 'place', pile, onto: sight.piles[pile] ?? null });
  }

  /** Is one of our cards on its way to this pile? */
  aims(pile: number): boolean {
    return this.#asked.some(({ action }) => action.type === 'place' && action.pile === pile);
  }

  /** After each update. One that tells of nothing comes after a loss of the line: what was asked is gone. */
  hear(events: readonly Nimble['event'][]): void {
    const own = events.filter((event) => 'seat' in event && event.seat === this.stage.you);
    for (const event of own) {
      this.#cards = afterEvent(this.#cards, event);
      const at = this.#asked.findIndex(({ action }) => answers(event, action));
      if (at >= 0) this.#asked = this.#asked.toSpliced(at, 1);
    }
    if (events.length === 0 || !this.playing) this.#asked = [];
    if (this.mine) this.#cards = agreed(this.#cards, this.mine);
    this.#note();
  }

  /** The move with this id was refused, or nobody answered. What it was, if it was ours. */
  takeBack(id: number): Action | null {
    const found = this.#asked.find((asked) => asked.id === id);
    if (found) this.#asked = this.#asked.filter((asked) => asked !== found);
    this.#note();
    return found?.action ?? null;
  }

  #note(): void {
    this.#shown.set(this.stage.public, this.sight);
  }
}
