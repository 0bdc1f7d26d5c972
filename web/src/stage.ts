// What a game's screen stands on: the views and a way to act. The live table, a replay and a lesson
// each give one, so a game's screens are written once: `let { stage }: { stage: Stage<Now> } = $props()`.
import type { ClientOutRefused, SeatView } from './wire';

/** A game's types, as its own types.ts has them: `Now`, say. */
export interface GameTypes {
  public: unknown;
  private: unknown;
  event: unknown;
  action: unknown;
  result: unknown;
}

export interface Listener<G extends GameTypes = GameTypes> {
  /** What the last update brought, for motion, sound and words; the views have changed already. */
  events?: (events: G['event'][]) => void;
  /** One of our taps was refused: put the screen right and say why. */
  refused?: (refusal: ClientOutRefused) => void;
}

export interface Stage<G extends GameTypes = GameTypes> {
  readonly game: string;
  readonly seats: readonly SeatView[];
  /** the table's; a replay and a lesson have none */
  readonly options?: Record<string, unknown>;
  /** our seat; null for somebody who only watches */
  readonly you: number | null;
  /** several people look at this screen together: nobody is “you” */
  readonly shared?: boolean;
  readonly paused: boolean;
  readonly public: G['public'];
  /** the public view that was on the screen at the tap that is being handled; without it, `public` was */
  readonly seen?: G['public'];
  readonly private: G['private'] | null;
  /** from the moment the match is judged */
  readonly result: G['result'] | null;
  /** The match's clock in ms, on which the views' deadlines are: time left = deadline − now(). */
  now(): number;
  /** Sends a tap; returns its id, which a refusal repeats; 0 when it could not be sent. */
  act(action: G['action']): number;
  /** `$effect(() => stage.listen({ … }))` */
  listen(listener: Listener<G>): () => void;
}
