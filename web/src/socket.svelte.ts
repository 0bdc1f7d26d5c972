// The way to a table over a line (line.ts). Says hello, keeps the last views and the taps that have no answer
// yet, and knows when each update was drawn, so that an action can say what its player had seen and for how long.
import { Drawing } from './drawing';
import { Line, type LineStatus } from './line';
import { go } from './router.svelte';
import {
  alsoTokens,
  forgetSeat,
  hasDeviceKey,
  newToken,
  rememberAlso,
  rememberSeat,
  seatToken,
} from './seatTokens';
import { settings } from './settings.svelte';
import type { Listener, Stage } from './stage';
import { tapTime } from './tapTime';
import { UnansweredTaps } from './unansweredTaps';
import {
  VERSION,
  type ClientIn,
  type ClientInAct,
  type ClientOut,
  type ClientOutHandOver,
  type ClientOutRefused,
  type ClientOutTable,
  type ClientOutUpdate,
  type ClientOutWelcome,
  type Missed,
  type OwnPart,
  type Reckoning,
  type SeatView,
} from './wire';

export type Role = ClientOutWelcome['role'];

/** After these notices there is nothing to come back to. */
const FINAL: ReadonlySet<string> = new Set([
  'kicked',
  'replaced',
  'handed_over',
  'table_closed',
  'new_version',
]);
/** After these this device has no seat here. When sent away it keeps the token: that is who is let in again. */
const SEAT_LOST: ReadonlySet<string> = new Set([
  'bad_token',
  'handed_over',
  'hand_over_used',
  'hand_over_expired',
]);

export class TableLink implements Stage {
  status: LineStatus = $state('connecting');
  /** The host is asked whether we may come in. */
  knocking = $state(false);
  /** Why we are out for good: the code of a notice, or of a refused hello. */
  over: string | null = $state(null);
  table: ClientOutTable | null = $state.raw(null);
  you: number | null = $state(null);
  public: unknown = $state.raw(null);
  private: unknown = $state.raw(null);
  /** What further seats of this device may know. */
  #also: readonly OwnPart[] = $state.raw([]);
  result: unknown = $state.raw(null);

  /** The secret for another device that we asked for. */
  handOver: ClientOutHandOver | null = $state.raw(null);

  /** A word to this person that ends nothing: restarting, rules_changed, match_broken; not_sent, unsure. */
  onnotice: (code: string) => void = () => {};
  /** We are back: what happened in our match meanwhile. */
  onmissed: (missed: Missed) => void = () => {};
  /** Something was refused, and no listener says so itself. */
  onrefused: (refusal: ClientOutRefused) => void = () => {};
  /** Two or more wanted the same, and one was first. */
  onrace: (race: Reckoning) => void = () => {};
  /** The seal of the match's shuffle as it was told while the match still ran; '' when it was not. */
  seal = $state('');

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #listeners = new Set<Listener>();
  #line: Line;
  #secret: string | null;
  #taps = new UnansweredTaps();
  #wishedAt = 0;
  #moves = 0;
  #seq: number | null = null;
  #clock = { at: 0, arrived: 0 };
  #drawing = new Drawing();
  /** Of the seat that a newcomer asks for: if no welcome comes, it is theirs all the same. */
  #newToken = newToken();
  /** The same of those who sit down at this device and have no answer yet. */
  #sitting: string[] = [];

  /** `secret`: with which another device hands its seat over to this one. */
  constructor(
    readonly code: string,
    readonly role: Role = 'player',
    secret: string | null = null,
  ) {
    this.#secret = secret;
    // Kept before it is asked for: if the line dies now, the seat is found again with it.
    if (secret && !seatToken(code)) rememberSeat(code, newToken());
    this.#line = new Line(
      {
        opened: () => this.#hello(),
        heard: (text) => this.#hear(JSON.parse(text) as ClientOut),
        changed: (status) => (this.status = status),
        overdue: () => {
          this.#expire();
          return this.#taps.overdue;
        },
      },
      code,
    );
  }

  get game(): string {
    return this.table?.game ?? '';
  }

  get options(): Record<string, unknown> {
    return this.table?.options ?? {};
  }

  /** Everybody at the table: those who play, and then those who wait. */
  get everybody(): readonly SeatView[] {
    return this.table?.seats ?? [];
  }

  /** The seats that play. */
  get seats(): readonly SeatView[] {
    return this.everybody.filter((seat) => !seat.waiting);
  }

  /** Has this person a seat, but none that plays? */
  get waiting(): boolean {
    return this.you !== null && (this.everybody[this.you]?.waiting ?? false);
  }

  /** Is this person the host? */
  get host(): boolean {
    return this.held.some((seat) => this.everybody[seat]?.host);
  }

  /** The seats of this device, its owner's first; those who only watch have none. */
  get held(): readonly number[] {
    return this.you === null ? [] : [this.you, ...(this.table?.also ?? [])];
  }

  /** Those of them that play. */
  get heldPlaying(): readonly number[] {
    return this.held.filter((seat) => !this.everybody[seat]?.waiting);
  }

  /** What that seat of this device may know. */
  privateOf(seat: number): unknown {
    if (seat === this.you) return this.private;
    return this.#also.find((part) => part.seat === seat)?.private ?? null;
  }

  get paused(): boolean {
    return this.table?.status === 'paused';
  }

  now(): number {
    return this.#clock.at + (this.paused ? 0 : performance.now() - this.#clock.arrived);
  }

  /** The public view that was on the screen at the tap that is being handled: more may have come in since. */
  get seen(): unknown {
    return this.#drawing.seenAt(tapTime()).view ?? this.public;
  }

  /** `by`: for this seat of the device; without it, its owner's. Moves of all its seats are counted together. */
  act(action: unknown, by: number | null = null): number {
    const tapped = tapTime();
    const { seq, at } = this.#drawing.seenAt(tapped);
    const id = this.#moves + 1;
    const tap: ClientInAct = { type: 'act', id, seen: seq, after: Math.max(0, tapped - at), action };
    if (by !== null) tap.by = by;
    if (this.#taps.full || !this.#line.send(tap)) return 0;
    this.#taps.add(tap);
    this.#moves = id;
    return id;
  }

  /** Everything but moves: ready, bots, options, the host's powers. False when the line is down. */
  send(message: ClientIn): boolean {
    const sent = this.#line.send(message);
    if (sent) this.#wishedAt = performance.now();
    else this.onnotice('not_sent');
    return sent;
  }

  /** Somebody without a phone sits down at this device. */
  seat(name: string): boolean {
    const token = newToken();
    const sent = this.send({ type: 'sit', name, token, wait: true });
    if (sent) this.#sitting.push(token);
    return sent;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Is our seat part of a match that is being played? */
  get playing(): boolean {
    return this.role === 'player' && (this.paused || this.table?.status === 'playing');
  }

  /** Up from the table, and home. The seat in a match can be taken back from there, until the match ends. */
  leave(): void {
    this.#line.send({ type: 'leave' });
    if (!this.playing) forgetSeat(this.code);
    this.close();
    go('/');
  }

  close(): void {
    this.#line.close();
  }

  #hello(): void {
    if (this.#wishedAt > this.#line.heardAt) this.onnotice('unsure');
    const kept = seatToken(this.code); // a screen of the host's shows by it whose it is
    const newcomer = this.role === 'player' && !kept;
    const name = newcomer ? settings.name : null;
    const token = newcomer ? this.#newToken : kept;
    this.#line.send({
      type: 'hello',
      code: this.code,
      role: this.role,
      name,
      token,
      hand_over: this.#secret,
      seq: this.#seq,
      version: VERSION,
      wait: true,
      knock: true,
      measures: true,
      also: this.role === 'player' && kept ? [...alsoTokens(this.code), ...this.#sitting] : [],
    });
  }

  /** One of our taps is given up. */
  #expire(): void {
    for (const { id, by } of this.#taps.expire())
      this.#refused({
        type: 'refused',
        code: 'moment_passed',
        details: {},
        request: 'act',
        id,
        race: null,
        by: by ?? this.you,
      });
  }

  #end(code: string): void {
    if (SEAT_LOST.has(code)) forgetSeat(this.code);
    this.over = code;
    this.close();
  }

  #hear(message: ClientOut): void {
    switch (message.type) {
      case 'measure':
        this.#line.send({ type: 'measured', nonce: message.nonce, paint: this.#drawing.usual });
        break;
      case 'welcome':
        this.#secret = null;
        this.knocking = false;
        this.#moves = Math.max(this.#moves, message.heard, ...message.also.map((seat) => seat.heard));
        if (message.token && (this.role === 'player' || !seatToken(this.code)))
          rememberSeat(this.code, message.token);
        if (this.role === 'player')
          rememberAlso(
            this.code,
            message.also.map((seat) => seat.token),
          );
        this.#sitting = [];
        if (message.token && hasDeviceKey())
          void import('./deviceKey').then((key) => key.vouchForSeat(this.code, message.token ?? ''));
        for (const tap of this.#taps.sendAgain()) this.#line.send(tap);
        if (message.missed) this.onmissed(message.missed);
        break;
      case 'seated':
        this.#moves = Math.max(this.#moves, message.held.heard);
        rememberAlso(this.code, [...alsoTokens(this.code), message.held.token]);
        this.#sitting = this.#sitting.filter((token) => token !== message.held.token);
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
        if (FINAL.has(message.code) && message.seat == null) this.#end(message.code);
        else this.onnotice(message.code);
        break;
      case 'knocking':
        this.knocking = true;
        break;
      case 'moved':
        this.#moved(message.code);
        break;
      case 'hand_over':
        this.handOver = message;
        break;
      case 'error':
        console.error(message.code, message.reason); // a fault of ours, for whoever mends it
    }
  }

  #refused(refusal: ClientOutRefused): void {
    if (refusal.code === 'moved') return this.#moved(String(refusal.details['code']));
    if (refusal.request === 'hello') return this.#end(refusal.code);
    if (refusal.request === 'sit') this.#sitting.shift();
    this.#taps.refused(refusal.id);
    const game = refusal.request === 'act' ? [...this.#listeners].filter((one) => one.refused) : [];
    if (game.length === 0) this.onrefused(refusal);
    for (const listener of game) listener.refused?.(refusal);
  }

  /** Our seat is at another table of the party; the token opens it there. */
  #moved(code: string): void {
    const token = seatToken(this.code);
    if (token) {
      rememberSeat(code, token);
      rememberAlso(code, alsoTokens(this.code));
    }
    this.close();
    go(`/t/${code}`);
  }

  #update(update: ClientOutUpdate): void {
    this.#seq = update.seq;
    this.#taps.accepted(update.heard ?? 0, this.you);
    for (const part of update.also ?? []) this.#taps.accepted(part.heard, part.seat);
    this.#clock = { at: update.at, arrived: performance.now() };
    this.public = update.public;
    this.private = update.private ?? null;
    this.#also = update.also ?? [];
    this.result = update.result;
    this.#drawing.arrived(update.seq, update.public);
    if (update.race) this.onrace(update.race);
    const events = update.events as unknown[];
    for (const listener of this.#listeners) listener.events?.(events);
  }
}
