// A real table as the lesson shows it: the same views, but only the tap that is being learnt goes through.
import type { Listener, Stage } from '../../../stage';
import type { TableLink } from '../../../socket.svelte';
import type { Nimble } from '../types';
import { toldMove } from '../prediction';
import { allows, STEPS, type Step } from './script';

export class LessonStage implements Stage<Nimble> {
  at = $state(0);
  /** Not that one: say it again. */
  onother: () => void = () => {};

  constructor(readonly link: TableLink) {
    link.listen({ events: (events) => this.#hear(events as Nimble['event'][]) });
  }

  get step(): Step | undefined {
    return STEPS[this.at];
  }
  get game(): string {
    return this.link.game;
  }
  get seats(): TableLink['seats'] {
    return this.link.seats;
  }
  get you(): number | null {
    return this.link.you;
  }
  get paused(): boolean {
    return this.link.paused;
  }
  get public(): Nimble['public'] {
    return this.link.public as Nimble['public'];
  }
  get private(): Nimble['private'] | null {
    return this.link.private as Nimble['private'] | null;
  }
  get result(): Nimble['result'] | null {
    return this.link.result as Nimble['result'] | null;
  }

  now(): number {
    return this.link.now();
  }
  act(action: Nimble['action']): number {
    if (allows(this.step, action)) return this.link.act(action);
    this.onother();
    return 0;
  }
  listen(listener: Listener<Nimble>): () => void {
    return this.link.listen(listener as Listener);
  }

  #hear(events: Nimble['event'][]): void {
    for (const event of events)
      if ('seat' in event && event.seat === this.you && this.step?.action === toldMove(event)) this.at += 1;
  }
}
