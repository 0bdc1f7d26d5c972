// A game's screen for one of several seats at this device: what that seat sees, and its own taps; or for all of them.
import type { TableLink } from './socket.svelte';
import type { GameTypes, Listener, Stage } from './stage';
import type { ClientOutRefused, SeatView } from './wire';

type Link = Pick<
  TableLink,
  | 'game'
  | 'seats'
  | 'options'
  | 'paused'
  | 'public'
  | 'seen'
  | 'result'
  | 'now'
  | 'act'
  | 'listen'
  | 'privateOf'
  | 'heldPlaying'
>;

export class SeatStage<G extends GameTypes = GameTypes> implements Stage<G> {
  constructor(
    protected readonly link: Link,
    private readonly seat: number,
  ) {}

  get you(): number {
    return this.seat;
  }

  get game(): string {
    return this.link.game;
  }
  get seats(): readonly SeatView[] {
    return this.link.seats;
  }
  get options(): Record<string, unknown> {
    return this.link.options;
  }
  get paused(): boolean {
    return this.link.paused;
  }
  get public(): G['public'] {
    return this.link.public;
  }
  get seen(): G['public'] {
    return this.link.seen;
  }
  get private(): G['private'] | null {
    return this.link.privateOf(this.you);
  }
  get result(): G['result'] | null {
    return this.link.result;
  }
  now(): number {
    return this.link.now();
  }
  act(action: G['action']): number {
    return this.link.act(action, this.you);
  }
  /** Everybody hears what happened; of refusals each seat hears its own. */
  listen({ events, refused }: Listener<G>): () => void {
    const own = (refusal: ClientOutRefused): void => {
      if (refusal.by === this.you) refused?.(refusal);
    };
    return this.link.listen({ ...(events && { events }), ...(refused && { refused: own }) });
  }
}

/** What everybody at this device looks at together: a tap there is all of theirs. */
export class SharedStage<G extends GameTypes = GameTypes> extends SeatStage<G> {
  constructor(link: Link) {
    super(link, link.heldPlaying[0] ?? 0);
  }

  /** whoever sat down here first and still does */
  override get you(): number {
    return this.link.heldPlaying[0] ?? 0;
  }
  get shared(): boolean {
    return this.link.heldPlaying.length > 1;
  }
  /** nobody's hand lies open before all */
  override get private(): G['private'] | null {
    return this.shared ? null : super.private;
  }
  override act(action: G['action']): number {
    return Math.max(...this.link.heldPlaying.map((seat) => this.link.act(action, seat)));
  }
}
