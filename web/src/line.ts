// A line to the server that notices when it has died. A WebSocket over a dead network stays "open" for
// minutes, and a page cannot see the server's pings: so the page asks (a beat) when it has heard nothing
// for a while. Without an answer the line is weak, and another one is opened beside it; the first of the
// two that works is the line from then on.
import { socketAddress } from './api';
import type { ClientIn } from './wire';

export type LineStatus = 'connecting' | 'open' | 'weak' | 'lost' | 'closed';

export interface LineUser {
  /** A new line: say hello on it. */
  opened(): void;
  heard(text: string): void;
  changed(status: LineStatus): void;
  /** Has something that was sent waited too long for its answer? */
  overdue(): boolean;
}

const LOOK_MS = 500;
/** Nothing heard for so long: ask. */
const QUIET_MS = 2000;
/** And for so long: the line is weak. */
const SILENT_MS = 6000;
/** To answer, for a line whose page was asleep: the silence was the page's own. */
const ANSWER_MS = 2000;
/** In its first half minute a loss is short more often than not: then it is tried every second. */
const SOON = { tries: 25, wait: 1000 };

/** 0.25 s, doubling up to 4 s, with up to a third more so that a restart is not met by a stampede. */
export const backoff = (attempt: number, chance: number): number =>
  Math.min(4000, 250 * 2 ** attempt) * (1 + chance / 3);

/** For a new line to open. A browser opens one at a time to a server: a stuck one must make way. */
const patience = (attempt: number): number => Math.min(6000, 3000 * 1.5 ** attempt);

export class Line {
  #status: LineStatus = 'connecting';
  /** the one that is spoken on */
  #socket: WebSocket | null = null;
  /** the one that is being opened */
  #attempt: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval>;
  #heardAt = 0;
  #askedAt = 0;
  #lookedAt = performance.now();

  constructor(
    readonly user: LineUser,
    readonly code: string,
  ) {
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#drop);
    addEventListener('pagehide', this.#turned);
    addEventListener('pageshow', this.#turned);
    document.addEventListener('visibilitychange', this.#turned);
    this.#looking = setInterval(this.#look, LOOK_MS);
    this.#dial();
  }

  /** When anything was last heard. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** False when there is no line. True does not mean that it arrives: the answer says that. */
  send(message: ClientIn): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    removeEventListener('pagehide', this.#turned);
    removeEventListener('pageshow', this.#turned);
    document.removeEventListener('visibilitychange', this.#turned);
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    this.#change('closed');
    this.#attempt?.close();
    this.#socket?.close();
  }

  #change(status: LineStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.user.changed(status);
  }

  // Opening

  #dial(): void {
    this.#giveUpAttempt();
    const socket = new WebSocket(socketAddress(this.code));
    this.#attempt = socket;
    socket.onopen = () => this.#take(socket);
    socket.onmessage = (event) => this.#hear(socket, String(event.data));
    socket.onclose = () => this.#lose(socket);
    this.#timer = setTimeout(() => this.#dial(), patience(this.#tries++));
  }

  #take(socket: WebSocket): void {
    if (socket !== this.#attempt) return;
    const old = this.#socket;
    [this.#socket, this.#attempt] = [socket, null];
    clearTimeout(this.#timer);
    this.#tries = 0;
    old?.close();
    this.#change('open');
    this.user.opened();
    this.#heardAt = performance.now();
  }

  #giveUpAttempt(): void {
    clearTimeout(this.#timer);
    const attempt = this.#attempt;
    this.#attempt = null;
    attempt?.close();
  }

  #lose(socket: WebSocket): void {
    if (this.#status === 'closed') return;
    if (socket === this.#socket) this.#socket = null;
    else if (socket === this.#attempt) this.#attempt = null;
    else return; // one that was given up
    if (this.#socket === null) this.#change('lost');
    if (this.#attempt === null && this.#status !== 'open') this.#dialLater();
  }

  #dialLater(): void {
    const wait = backoff(this.#tries, Math.random());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#dial(), this.#tries < SOON.tries ? Math.min(SOON.wait, wait) : wait);
    this.#tries++;
  }

  #hurry = (): void => {
    if (this.#status === 'lost' || this.#status === 'weak') this.#dial();
  };

  /** The device has lost its network: the old line would not say so for minutes. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    this.#lose(socket);
    socket.close();
  };

  // Is it alive?

  #hear(socket: WebSocket, text: string): void {
    if (socket !== this.#socket || this.#status === 'closed') return;
    this.#heardAt = performance.now();
    this.user.heard(text);
    if (this.#status === 'weak' && !this.user.overdue()) {
      this.#giveUpAttempt();
      this.#tries = 0;
      this.#change('open');
    }
  }

  #look = (): void => {
    const now = performance.now();
    if (now - this.#lookedAt > LOOK_MS + ANSWER_MS) this.#forgiveSilence();
    this.#lookedAt = now;
    if (document.hidden || this.#socket === null) return;
    const silence = now - this.#heardAt;
    if (silence >= QUIET_MS && now - this.#askedAt >= LOOK_MS * 2) this.#ask();
    if (this.#status === 'open' && (silence >= SILENT_MS || this.user.overdue())) {
      this.#change('weak');
      this.#dial();
    }
  };

  #ask(): void {
    this.#askedAt = performance.now();
    this.send({ type: 'beat', hidden: document.hidden });
  }

  #forgiveSilence(): void {
    this.#heardAt = Math.max(this.#heardAt, performance.now() - SILENT_MS + ANSWER_MS);
  }

  /** Out of sight, or looked at again: the table is told, and the line shows whether it still works. */
  #turned = (): void => {
    this.#forgiveSilence();
    this.#ask();
    if (!document.hidden) this.#hurry();
  };
}
