// Colyseus with Brouhaha's traffic: a move comes in, an update goes to everybody in the room at
// once. Nothing is written down. (State patches, Colyseus' usual way, would wait for the next 50 ms.)
// With FRAMES="by seat" each seat gets a frame of its own, else one frame goes to all of them.
//   node colyseus.mjs PORT BYTES
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { move, newView } from "./view.mjs";

const [port, bytes] = process.argv.slice(2).map(Number);
const bySeat = process.env.FRAMES === "by seat";
const MSGPACK = 431; // bytes of this update as it is packed; the rest of BYTES is padding
const padding = ".".repeat(Math.max(0, bytes - MSGPACK));

class Nimble extends Room {
  maxClients = 4;
  patchRate = null;
  autoDispose = false;

  onCreate() {
    this.view = newView();
    this.seq = 0;
    this.began = Date.now();
    this.seats = new Map();
    this.onMessage("act", (client, message) => this.act(client, message));
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size);
  }

  act(client, message) {
    const seat = this.seats.get(client.sessionId);
    const event = move(this.view, seat, message.action.type);
    this.seq += 1;
    if (bySeat) this.clients.forEach((each) => each.send("update", this.update(event, message.id)));
    else this.broadcast("update", this.update(event, message.id));
  }

  update(event, heard) {
    return {
      seq: this.seq, at: Date.now() - this.began, public: this.view, events: [event],
      result: null, private: {}, heard, padding,
    };
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("nimble", Nimble);
await server.listen(port, "127.0.0.1");
