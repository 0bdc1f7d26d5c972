// A player at the lesson's table whom this page leads by the hand: it sits down through the server
// like anybody else, and does what the script says when something happens.
import { socketAddress } from '../../../api';
import { VERSION, type ClientIn, type ClientOut, type Nono } from '../../../wire';

export interface Cue {
  after: number;
  action: Nono['action'];
}
/** What the puppet on this seat does about an event. */
export type Script = (event: Nono['event'], seat: number) => Cue[];

export class Puppet {
  #socket: WebSocket;
  #seat = 0;
  #moves = 0;
  #seq = 0;
  #cues = new Set<ReturnType<typeof setTimeout>>();

  constructor(code: string, name: string, script: Script) {
    this.#socket = new WebSocket(socketAddress());
    this.#socket.onopen = () => this.#send({ type: 'hello', code, role: 'player', name, version: VERSION });
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ClientOut, script);
  }

  leave(): void {
    for (const cue of this.#cues) clearTimeout(cue);
    this.#send({ type: 'leave' });
    this.#socket.close();
  }

  #send(message: ClientIn): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: ClientOut, script: Script): void {
    if (message.type === 'welcome') {
      this.#seat = message.seat ?? 0;
      this.#send({ type: 'ready' });
    }
    if (message.type !== 'update') return;
    this.#seq = message.seq;
    for (const event of message.events as Nono['event'][])
      for (const cue of script(event, this.#seat)) this.#later(cue);
  }

  #later({ after, action }: Cue): void {
    const cue = setTimeout(() => {
      this.#cues.delete(cue);
      this.#send({ type: 'act', id: ++this.#moves, seen: this.#seq, after: 0, action });
    }, after);
    this.#cues.add(cue);
  }
}
