// A finished match as a Stage: the same screens as during play, fed from frames; taps do nothing.
// Its clock is the match's: it runs at the chosen speed, stands still, or is put anywhere.
import { matchFrames } from './api';
import type { MatchRecord, Reckoning, ReplayFrame } from './http';
import type { Listener, Stage } from './stage';
import type { SeatView } from './wire';

export const SPEEDS = [1, 2, 4, 8] as const;

/** of the match: so long a race is told after it was decided */
const RACE_SHOWN_MS = 6000;

export const seatedAs = (name: string, bot: string | null): SeatView => ({
  name,
  bot,
  connected: true,
  away: false,
  ready: false,
  waiting: false,
  open: false,
  host: false,
  minded: false,
  gone: false,
  points: 0,
  wins: 0,
  line: null,
  device: 0,
});

export class ReplayStage implements Stage {
  you: number | null = $state(null);
  speed: number = $state(1);
  playing = $state(false);
  /** where we are, in ms of the match */
  at = $state(0);
  readonly seats: SeatView[];
  #frames: ReplayFrame[] = $state.raw([]);
  #shown = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #listeners = new Set<Listener>();

  constructor(readonly record: MatchRecord) {
    this.seats = record.players.map((name, seat) => seatedAs(name, record.bots?.[seat] ?? null));
  }

  get game(): string {
    return this.record.game;
  }
  get loaded(): boolean {
    return this.#frames.length > 0;
  }
  get ends(): number {
    return this.#frames.at(-1)?.at ?? 0;
  }
  get over(): boolean {
    return this.at >= this.ends;
  }
  get paused(): boolean {
    return !this.playing;
  }
  get public(): unknown {
    return this.#frames[this.#shown]?.public ?? null;
  }
  get private(): unknown {
    return this.#frames[this.#shown]?.private ?? null;
  }
  get result(): unknown {
    return this.loaded && this.#shown === this.#frames.length - 1 ? this.record.result : null;
  }

  /** The race that was decided just now; `number`: of its entry in the match's log. */
  get race(): { at: number; number: number; reckoning: Reckoning } | null {
    for (let i = this.#shown; i > 0; i--) {
      const frame = this.#frames[i];
      if (!frame || frame.at < this.at - RACE_SHOWN_MS) return null;
      if (frame.race) return { at: frame.at, number: i - 1, reckoning: frame.race };
    }
    return null;
  }

  now(): number {
    return this.at;
  }
  act(): number {
    return 0;
  }
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From whose chair it is seen; null: from the middle of the table. The moment stays. */
  async seeFrom(seat: number | null): Promise<void> {
    this.#frames = await matchFrames(this.record.id, seat);
    this.you = seat;
    this.moveTo(this.at);
  }

  /** To any moment, without a sound. */
  moveTo(at: number): void {
    this.at = Math.max(0, Math.min(at, this.ends));
    const after = this.#frames.findIndex((frame) => frame.at > this.at);
    this.#shown = after < 0 ? Math.max(0, this.#frames.length - 1) : Math.max(0, after - 1);
  }

  /** So many ms went by in the room: what happened meanwhile is shown, one thing after another. */
  tick(ms: number): void {
    if (!this.playing) return;
    this.at = Math.min(this.at + ms * this.speed, this.ends);
    let next = this.#frames[this.#shown + 1];
    while (next && next.at <= this.at) {
      this.#shown += 1;
      for (const listener of this.#listeners) listener.events?.(next.events);
      next = this.#frames[this.#shown + 1];
    }
    if (this.over) this.playing = false;
  }

  /** Play or stop; from the end it begins again. */
  toggle(): void {
    if (!this.playing && this.over) this.moveTo(0);
    this.playing = !this.playing;
  }
}
