// A player at a lesson's table that follows a script: it sits down through the server like anybody else, and does
// what the script says when something happens.
import { socketAddress } from './api';
import type { TableLink } from './socket.svelte';
import type { GameTypes } from './stage';
import { VERSION, type ClientIn, type ClientOut } from './wire';

export interface Cue<G extends GameTypes> {
  after: number;
  action: G['action'];
}
/** What the player on this seat does about an event; the view is the one after it. */
export type Script<G extends GameTypes> = (event: G['event'], seat: number, view: G['public']) => Cue<G>[];

export class ScriptedPlayer<G extends GameTypes> {
  #socket: WebSocket;
  #seat = 0;
  #moves = 0;
  #seq = 0;
  #cues = new Set<ReturnType<typeof setTimeout>>();

  constructor(code: string, name: string, script: Script<G>) {
    this.#socket = new WebSocket(socketAddress(code));
    this.#socket.onopen = () => this.#send({ type: 'hello', code, role: 'player', name, version: VERSION });
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ClientOut, script);
  }

  leave(): void {
    for (const cue of this.#cues) clearTimeout(cue);
    this.#send({ type: 'leave' });
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.onopen = () => this.#socket.close();
    else this.#socket.close();
  }

  #send(message: ClientIn): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: ClientOut, script: Script<G>): void {
    if (message.type === 'welcome') {
      this.#seat = message.seat ?? 0;
      this.#send({ type: 'ready' });
    }
    if (message.type !== 'update') return;
    this.#seq = message.seq;
    for (const event of message.events as G['event'][])
      for (const cue of script(event, this.#seat, message.public as G['public'])) this.#later(cue);
  }

  #later({ after, action }: Cue<G>): void {
    const cue = setTimeout(() => {
      this.#cues.delete(cue);
      this.#send({ type: 'act', id: ++this.#moves, seen: this.#seq, after: 0, action });
    }, after);
    this.#cues.add(cue);
  }
}

interface Part<G extends GameTypes> {
  name: string;
  script: Script<G>;
}

/** The others at a lesson's table. They sit down one after the other; when all are ready, it starts. */
export class Troupe<G extends GameTypes> {
  #cast: readonly Part<G>[];
  #players: ScriptedPlayer<G>[] = [];

  constructor(cast: readonly Part<G>[]) {
    this.#cast = cast;
  }

  gather(line: TableLink): void {
    if (line.table?.status !== 'lobby' || line.status !== 'open') return;
    const next = this.#cast[this.#players.length];
    if (next && line.seats.length === this.#players.length + 1)
      this.#players.push(new ScriptedPlayer(line.code, next.name, next.script));
    const company = line.seats.slice(1);
    if (company.length === this.#cast.length && company.every((seat) => seat.ready))
      line.send({ type: 'start' });
  }

  leave(): void {
    for (const player of this.#players) player.leave();
  }
}
