// Cards fly onto the piles from where they lay: the origin is noted when a card leaves, and taken by
// the card that is drawn on that pile next.
import { flyFrom } from '../../look/motion';

export class Flights {
  #from = new Map<number, DOMRect>();

  note(pile: number, element: Element | null | undefined): void {
    if (element) this.#from.set(pile, element.getBoundingClientRect());
  }

  /** From this player's place, which carries data-place. */
  noteSeat(pile: number, seat: number): void {
    this.note(pile, document.querySelector(`[data-place='${seat}']`));
  }

  /** `{@attach flights.arrive(pile)}` on a card that has just come onto the pile. */
  arrive =
    (pile: number) =>
    (element: Element): void => {
      const from = this.#from.get(pile);
      this.#from.delete(pile);
      if (!from) return;
      element.setAttribute('data-flying', '');
      void flyFrom(element, from).then(() => element.removeAttribute('data-flying'));
    };
}
