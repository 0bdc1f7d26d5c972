// What a game's own face (`page/face.js` in its package) is given by the page, and what it gives back.
// Beside face.js, `// @ts-check` and `/** @type {import("./face").Face} */` let an editor know all this.

/** A text by language, such as `{ en: "Claim", fr: "Prendre" }`. */
export type Texts = Readonly<Record<string, string>>;

/** The types of a game; without them everything is `any`. */
export interface GameTypes {
  public: any;
  private: any;
  event: any;
  action: any;
  result: any;
}

/** What face.js exports by default. */
export interface Face<G extends GameTypes = GameTypes> {
  /** Style sheets beside face.js; they are there before anything is drawn. */
  styles?: readonly string[];
  /** Hand and table, for whoever has a seat. `element` is empty, and fills the room that there is. */
  play(element: HTMLElement, stage: Stage<G>, kit: Kit): Mounted | void;
  /** The big screen, and whoever watches; `stage.you` and `stage.private` are null. Without it: the generic face. */
  screen?(element: HTMLElement, stage: Stage<G>, kit: Kit): Mounted | void;
  /** `/learn/ID`, if the game says that it has a lesson. `done` goes on: to a match with bots, or back to the table. */
  lesson?(element: HTMLElement, kit: Kit, done: () => void): Mounted | void;
}

export interface Mounted {
  /** Something changed: a view, the seats, a pause, the language. Called once after `play` and `screen` too. */
  update?(): void;
  /** It is taken away: stop what still runs. Keys and listeners of the kit stop by themselves. */
  unmount?(): void;
}

/** One seat of the table. */
export interface Seat {
  readonly name: string;
  /** its level, or null for a person */
  readonly bot: string | null;
  readonly connected: boolean;
  readonly away: boolean;
}

export interface Refusal {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** what `act` returned */
  readonly id: number | null;
}

/** Views in, taps out. The same for a match, for a replay and for whoever watches. */
export interface Stage<G extends GameTypes = GameTypes> {
  readonly game: string;
  readonly seats: readonly Seat[];
  /** the table's; a replay has none */
  readonly options: Readonly<Record<string, unknown>>;
  /** our seat; null for somebody who only watches */
  readonly you: number | null;
  readonly paused: boolean;
  readonly public: G['public'];
  readonly private: G['private'] | null;
  /** from the moment the match is judged */
  readonly result: G['result'] | null;
  /** The match's clock in ms: time left = public.deadline − now(). */
  now(): number;
  /** Sends a tap; returns its id, which a refusal repeats; 0 when it could not be sent (in a replay, never). */
  act(action: G['action']): number;
  /** What the last update brought (the views have changed already), and refused taps; without `refused` the page says why. */
  listen(listener: { events?(events: G['event'][]): void; refused?(refusal: Refusal): void }): () => void;
}

export type Sound = 'deal' | 'flip' | 'land' | 'bounce' | 'shout' | 'clock' | 'wrong' | 'fanfare';
export type DeckColour = 'yellow' | 'blue' | 'green' | 'pink' | 'orange' | 'purple' | 'teal' | 'brown';

export interface Card {
  /** what stands on it: a word or number, or a drawing (an SVG, say) */
  front: string | Element;
  /** what a screen reader says */
  label: string;
  /** of its back */
  colour?: DeckColour;
  faceUp?: boolean;
  /** a little above the others */
  lifted?: boolean;
  /** it can be tapped; without it, it is only looked at */
  onpick?: (() => void) | null;
  /** it stays in its place, and cannot be tapped now */
  disabled?: boolean;
  /** chosen, for cards that are picked one after the other */
  pressed?: boolean;
}

export interface SeatLook {
  state?: 'idle' | 'thinking' | 'said' | 'ready' | 'gone';
  /** what they say, in the state `said` */
  shout?: string;
  /** below the name: a score, a count */
  note?: string;
}

type Child = Node | string | number | null | undefined | false;

export interface Kit {
  // Texts
  /** the reader's: `en` or `fr` */
  readonly language: string;
  /** In the reader's language, else English, else any. `{name}` is a parameter, `{count|card|cards}` picks a form. */
  text(texts: Texts, params?: Record<string, string | number>): string;
  /** A refusal in words, as the game said them. */
  refusal(refusal: Pick<Refusal, 'code' | 'details'>): string;

  // Drawing: the same key gives the same element again, so that it can move, turn over and keep the focus
  /** A new element: `kit.element("button", { class: "button", onclick }, "Claim")`. */
  element(tag: string, attributes?: Record<string, unknown>, ...children: Child[]): HTMLElement;
  /** Lets `parent` have these children, in this order; whatever was there already is not touched. */
  show(parent: Element, ...children: Child[]): void;
  /** A card that fills the width it is given (5 : 7). */
  card(key: string, card: Card): HTMLElement;
  /** A player: face, name, what they are doing. */
  seat(seat: number, look?: SeatLook): HTMLElement;
  /** The clock of the phase, from `public.deadline`; empty where there is none. */
  clock(): HTMLElement;
  /** The colour of a seat, the same in the lobby and on the podium: a CSS colour. */
  colour(seat: number): string;
  /** The address of a file beside face.js. */
  file(name: string): string;

  // Feel
  sound(name: Sound): void;
  /** `kit.keys({ " ": claim, Enter: shout, "1": first })`, until the face is taken away or the result is called. */
  keys(actions: Record<string, () => void>): () => void;
  /** Read out by screen readers. */
  announce(text: string, urgent?: boolean): void;
  /** Shown for some seconds, and read out. */
  notify(text: string, kind?: 'plain' | 'good' | 'bad'): void;

  // Motion, 160–240 ms; with reduced motion everything becomes a fade
  /** does the reader want it calm? */
  readonly calm: boolean;
  /** It flies from where `from` was to where it is now. */
  fly(element: Element, from: DOMRect): Promise<void>;
  land(element: Element): Promise<void>;
  bounce(element: Element): Promise<void>;
  shake(element: Element): Promise<void>;
  animate(element: Element, frames: Keyframe[], ms?: number): Promise<void>;
}
