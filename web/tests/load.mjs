// Loads a module of the page into Node, compiled as Vite would, with a browser made of cardboard.
import { createServer } from 'vite';

export const sockets = [];
export const frames = [];
export const stored = new Map();
export const clock = { now: 0 };

export class CardboardSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
}

const browser = {
  location: { pathname: '/', protocol: 'http:', host: 'table.test', origin: 'http://table.test' },
  history: { pushState: (_state, _title, path) => (browser.location.pathname = path) },
  scrollTo: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  document: { hidden: false, addEventListener: () => {}, removeEventListener: () => {} },
  navigator: { languages: ['fr-FR'] },
  localStorage: {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
    removeItem: (key) => stored.delete(key),
  },
  WebSocket: CardboardSocket,
  requestAnimationFrame: (draw) => frames.push(draw),
  performance: { now: () => clock.now },
};
export const { location, document } = browser;

const server = await createServer({
  server: { middlewareMode: true, ws: false, watch: null },
  appType: 'custom',
  logLevel: 'error',
});
// Only now: Vite itself needs the real ones.
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

export const load = (path) => server.ssrLoadModule(path);
export const done = () => server.close();
