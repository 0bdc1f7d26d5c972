// The stage and the kit that a game's own face is given (src/brouhaha/face.d.ts says what they do): the page's own parts,
// without the framework that they are made with.
import { mount, unmount, type Component } from 'svelte';
import type { Card, Kit, SeatLook, Stage as FaceStage } from '../../../src/brouhaha/face';
import { keys } from '../feel/keys';
import { announce, notify } from '../feel/notices.svelte';
import { sound } from '../feel/sound';
import { inWords } from '../gameInfos.svelte';
import { fill } from '../i18n/translator';
import { bounce, calm, flyFrom, land, play, shake } from '../look/motion';
import { colourOf } from '../parts/players';
import { refusalWords } from '../refusals';
import { settings } from '../settings.svelte';
import type { Listener, Stage } from '../stage';
import { element, show } from './dom';
import FaceCard from './parts/FaceCard.svelte';
import FaceClock from './parts/FaceClock.svelte';
import FaceSeat from './parts/FaceSeat.svelte';
import { beside } from './load';

interface Drawn {
  element: HTMLElement;
  shown: Look;
  instance: Record<string, unknown>;
}

type Table = Parameters<typeof colourOf>[0];

export class Toolbox {
  readonly stage: FaceStage;
  readonly kit: Kit;
  #drawn = new Map<string, Drawn>(); // eslint-disable-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #ends: (() => void)[] = [];

  constructor(
    readonly source: Stage,
    readonly address: string,
    readonly fail: (error: unknown) => void,
  ) {
    this.stage = this.#narrowed();
    this.kit = this.#tools();
  }

  /** What the face began is ended. */
  close(): void {
    for (const end of this.#ends.splice(0)) end();
    for (const { instance } of this.#drawn.values()) void unmount(instance);
    this.#drawn.clear();
  }

  #until(end: () => void): () => void {
    this.#ends.push(end);
    return end;
  }

  /** Of a table only what a face needs. */
  #narrowed(): FaceStage {
    const { source } = this;
    return {
      get game() {
        return source.game;
      },
      get seats() {
        return source.seats;
      },
      get options() {
        return source.options ?? {};
      },
      get you() {
        return source.you;
      },
      get paused() {
        return source.paused;
      },
      get public() {
        return source.public;
      },
      get private() {
        return source.private;
      },
      get result() {
        return source.result;
      },
      now: () => source.now(),
      act: (action) => source.act(action),
      listen: (listener) => this.#until(source.listen(this.#guarded(listener as Listener))),
    };
  }

  /** A listener that throws must not keep the others from hearing. */
  #guarded({ events, refused }: Listener): Listener {
    const safely =
      <T>(hear: (heard: T) => void) =>
      (heard: T): void => {
        try {
          hear(heard);
        } catch (error) {
          this.fail(error);
        }
      };
    return { ...(events && { events: safely(events) }), ...(refused && { refused: safely(refused) }) };
  }

  #tools(): Kit {
    const { source, address } = this;
    return {
      get language() {
        return settings.language;
      },
      get calm() {
        return calm();
      },
      text: (texts, params = {}) => fill(inWords(texts), params, settings.language),
      refusal: ({ code, details }) => refusalWords(code, { ...details }, source.game),
      element,
      show,
      card: (key, card) => this.#draw(`card ${key}`, FaceCard, card),
      seat: (seat, look = {}) => this.#draw(`seat ${seat}`, FaceSeat, { ...look, seat }),
      clock: () => this.#draw('clock', FaceClock, {}),
      colour: (seat) => `var(--d-${colourOf(source as Table, seat)})`,
      file: (name) => beside(address, name),
      sound,
      keys: (actions) => this.#until(keys(actions)),
      announce,
      notify,
      fly: flyFrom,
      land,
      bounce: (shown) => bounce(shown),
      shake,
      animate: play,
    };
  }

  /** One of the page's parts, in an element that stays its own for as long as the face lives. */
  #draw(
    key: string,
    part: Component<{ stage: Stage; look: never }>,
    look: Card | (SeatLook & { seat: number }) | Record<string, never>,
  ): HTMLElement {
    const known = this.#drawn.get(key);
    if (known) {
      known.shown.look = look;
      return known.element;
    }
    const place = document.createElement('div');
    const shown = new Look(look);
    const instance = mount(part as Component<{ stage: Stage; look: unknown }>, {
      target: place,
      props: {
        stage: this.source,
        get look() {
          return shown.look;
        },
      },
    });
    this.#drawn.set(key, { element: place, shown, instance });
    return place;
  }
}

/** What a part looks like now. */
class Look {
  look: unknown = $state.raw(null);

  constructor(look: unknown) {
    this.look = look;
  }
}
