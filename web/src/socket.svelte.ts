// The line to a table. Says hello, keeps the last views, comes back by itself after a loss, and knows
// when each update was drawn, so that an action can say what its player had seen and for how long.
import { socketAddress } from './api';
import { go } from './router.svelte';
import { forgetSeat, rememberSeat, seatToken } from './seatTokens';
import { settings } from './settings.svelte';
import type { Listener, Stage } from './stage';
import {
  VERSION,
  type ClientIn,
  type ClientOut,
  type ClientOutRefused,
  type ClientOutTable,
  type ClientOutUpdate,
  type ClientOutWelcome,
  type SeatView,
} from './wire';

export type LinkStatus = 'connecting' | 'open' | 'lost' | 'closed';
export type Role = ClientOutWelcome['role'];

/** After these notices there is nothing to come back to. */
const FINAL: ReadonlySet<string> = new Set(['kicked', 'replaced', 'table_closed', 'new_version']);

/** 0.25 s, doubling up to 4 s, with up to a third more so that a restart is not met by a stampede. */
export const backoff = (attempt: number, chance: number): number =>
  Math.min(4000, 250 * 2 ** attempt) * (1 + chance / 3);

export class TableLink implements Stage {
  status: LinkStatus = $state('connecting');
  /** Why we are out for good: the code of a notice, or of a refused hello. */
  over: string | null = $state(null);
  table: ClientOutTable | null = $state.raw(null);
  you: number | null = $state(null);
  public: unknown = $state.raw(null);
  private: unknown = $state.raw(null);
  result: unknown = $state.raw(null);

  /** The server's word to this person that ends nothing: restarting, rules_changed, match_broken. */
  onnotice: (code: string) => void = () => {};
  /** Something was refused, and no listener says so itself. */
  onrefused: (refusal: ClientOutRefused) => void = () => {};
  /** The seal of the match's shuffle as it was told while the match still ran; '' when it was not. */
  seal = $state('');

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #listeners = new Set<Listener>();
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #moves = 0;
  #seq: number | null = null;
  #clock = { at: 0, arrived: 0 };
  #drawn = { seq: 0, at: 0 };

  constructor(
    readonly code: string,
    readonly role: Role = 'player',
  ) {
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#drop);
    this.#connect();
  }

  get game(): string {
    return this.table?.game ?? '';
  }

  get seats(): readonly SeatView[] {
    return this.table?.seats ?? [];
  }

  /** Is this person the host? */
  get host(): boolean {
    return this.you !== null && (this.seats[this.you]?.host ?? false);
  }

  get paused(): boolean {
    return this.table?.status === 'paused';
  }

  now(): number {
    return this.#clock.at + (this.paused ? 0 : performance.now() - this.#clock.arrived);
  }

  act(action: unknown): number {
    const after = Math.max(0, performance.now() - this.#drawn.at);
    const id = this.#moves + 1;
    if (!this.send({ type: 'act', id, seen: this.#drawn.seq, after, action })) return 0;
    this.#moves = id;
    return id;
  }

  /** Everything but moves: ready, bots, options, the host's powers. False when the line is down. */
  send(message: ClientIn): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Up from the table for good, and home. */
  leave(): void {
    this.send({ type: 'leave' });
    forgetSeat(this.code);
    this.close();
    go('/');
  }

  close(): void {
    this.status = 'closed';
    clearTimeout(this.#retry);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(socketAddress());
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ClientOut);
    socket.onclose = () => this.#lose();
  }

  #hello(): void {
    this.#attempt = 0;
    this.status = 'open';
    const token = this.role === 'player' ? seatToken(this.code) : null;
    const name = this.role === 'player' && !token ? settings.name : null;
    this.send({
      type: 'hello',
      code: this.code,
      role: this.role,
      name,
      token,
      seq: this.#seq,
      version: VERSION,
    });
  }

  #lose(): void {
    if (this.status === 'closed') return;
    this.status = 'lost';
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#attempt++, Math.random()));
  }

  #hurry = (): void => {
    if (this.status !== 'lost') return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** The device has lost its network: the old line would not say so for minutes. */
  #drop = (): void => {
    if (this.status !== 'open' || !this.#socket) return;
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
    this.#lose();
  };

  #end(code: string): void {
    if (code === 'bad_token') forgetSeat(this.code); // not when sent away: the token is who is let in again
    this.over = code;
    this.close();
  }

  #hear(message: ClientOut): void {
    switch (message.type) {
      case 'welcome':
        this.#moves = Math.max(this.#moves, message.heard);
        if (message.token) rememberSeat(this.code, message.token);
        break;
      case 'table':
        if (message.match !== this.table?.match) this.public = this.private = this.result = null; // another match's
        if (message.status === 'playing' || message.status === 'paused') this.seal = message.seed_hash ?? '';
        this.table = message;
        this.you = message.you ?? null;
        break;
      case 'update':
        this.#update(message);
        break;
      case 'refused':
        this.#refused(message);
        break;
      case 'notice':
        if (FINAL.has(message.code)) this.#end(message.code);
        else this.onnotice(message.code);
        break;
      case 'error':
        console.error(message.code, message.reason); // a fault of ours, for whoever mends it
    }
  }

  #refused(refusal: ClientOutRefused): void {
    if (refusal.request === 'hello') return this.#end(refusal.code);
    const game = refusal.request === 'act' ? [...this.#listeners].filter((one) => one.refused) : [];
    if (game.length === 0) this.onrefused(refusal);
    for (const listener of game) listener.refused?.(refusal);
  }

  #update(update: ClientOutUpdate): void {
    this.#seq = update.seq;
    this.#clock = { at: update.at, arrived: performance.now() };
    this.public = update.public;
    this.private = update.private ?? null;
    this.result = update.result;
    // Svelte has drawn by the next frame. A hidden page draws none: then the older stamp stands.
    requestAnimationFrame(() => (this.#drawn = { seq: update.seq, at: performance.now() }));
    const events = update.events as unknown[];
    for (const listener of this.#listeners) listener.events?.(events);
  }
}
