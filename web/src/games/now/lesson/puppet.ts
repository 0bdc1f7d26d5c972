// A player at the lesson's table whom this page leads by the hand: it sits down through the server
// like anybody else, and does what the script says when something happens.
import { socketAddress } from '../../../api';
import { VERSION, type ClientIn, type ClientOut, type Now } from '../../../wire';

export type Cue = { after: number; action: Now['action'] };
/** What to do about an event of the match in this round. */
export type Script = (event: Now['event'], round: number) => Cue[];

export class Puppet {
  #socket: WebSocket;
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
    if (message.type === 'welcome') this.#send({ type: 'ready' });
    if (message.type !== 'update') return;
    this.#seq = message.seq;
    const { round } = message.public as Now['public'];
    for (const event of message.events as Now['event'][])
      for (const { after, action } of script(event, round)) this.#later(after, action);
  }

  #later(after: number, action: Now['action']): void {
    const cue = setTimeout(() => {
      this.#cues.delete(cue);
      this.#send({ type: 'act', id: ++this.#moves, seen: this.#seq, after: 0, action });
    }, after);
    this.#cues.add(cue);
  }
}
