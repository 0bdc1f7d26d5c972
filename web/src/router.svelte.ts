// Which screen the address names. History API; plain links work: one listener takes them over.
import { bringsSeat } from './handOver';

export type Route =
  | { screen: 'home' }
  | { screen: 'table'; code: string }
  | { screen: 'big'; code: string }
  | { screen: 'watch'; code: string }
  | { screen: 'replay'; id: string }
  | { screen: 'rules'; game: string }
  | { screen: 'learn'; game: string }
  | { screen: 'box'; game: string }
  | { screen: 'cards'; game: string }
  | { screen: 'sheet'; code: string; big: boolean }
  | { screen: 'gallery' }
  | { screen: 'secure' }
  | { screen: 'club'; path: string }
  | { screen: 'tournament'; code: string; big: boolean }
  | { screen: 'dev' }
  | { screen: 'lost' };

const PATHS: [RegExp, (part: string) => Route][] = [
  [/^\/$/, () => ({ screen: 'home' })],
  [/^\/t\/([\w-]+)$/, (part) => ({ screen: 'table', code: part.toUpperCase() })],
  [/^\/screen\/([\w-]+)$/, (part) => ({ screen: 'big', code: part.toUpperCase() })],
  [/^\/watch\/([\w-]+)$/, (part) => ({ screen: 'watch', code: part.toUpperCase() })],
  [/^\/replay\/([\w-]+)$/, (part) => ({ screen: 'replay', id: part })],
  [/^\/rules\/([\w-]+)$/, (part) => ({ screen: 'rules', game: part })],
  [/^\/learn\/([\w-]+)$/, (part) => ({ screen: 'learn', game: part })],
  [/^\/box\/([\w-]+)$/, (part) => ({ screen: 'box', game: part })],
  [/^\/box\/([\w-]+)\/cards$/, (part) => ({ screen: 'cards', game: part })],
  [/^\/sheet\/([\w-]+)$/, (part) => ({ screen: 'sheet', code: part.toUpperCase(), big: false })],
  [/^\/sheet\/([\w-]+)\/screen$/, (part) => ({ screen: 'sheet', code: part.toUpperCase(), big: true })],
  [/^\/gallery$/, () => ({ screen: 'gallery' })],
  [/^\/secure$/, () => ({ screen: 'secure' })],
  [/^\/club(?:\/([\w/-]+))?$/, (part) => ({ screen: 'club', path: part })],
  [
    /^\/tournament(?:\/([\w-]+))?$/,
    (part) => ({ screen: 'tournament', code: part.toUpperCase(), big: false }),
  ],
  [
    /^\/screen\/tournament\/([\w-]+)$/,
    (part) => ({ screen: 'tournament', code: part.toUpperCase(), big: true }),
  ],
  [/^\/dev$/, () => ({ screen: 'dev' })],
];

export function routeOf(path: string): Route {
  for (const [pattern, make] of PATHS) {
    const found = pattern.exec(path);
    if (found) return make(found[1] ?? '');
  }
  return { screen: 'lost' };
}

let shown = location.pathname;
let current = $state.raw(routeOf(shown));
export const route = (): Route => current;

export function go(path: string): void {
  history.pushState(null, '', path);
  shown = location.pathname;
  current = routeOf(shown);
  scrollTo(0, 0);
}

function followed(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.origin !== location.origin || link.hash) return;
  if (routeOf(link.pathname).screen === 'lost') return; // a file, not a screen
  event.preventDefault();
  go(link.pathname + link.search);
}

/** Another entry of the history is shown. The same path is the same screen (a guard's entry, a jump within the
    page), unless a seat comes with it. */
function arrived(): void {
  if (location.pathname === shown && !bringsSeat()) return;
  shown = location.pathname;
  current = routeOf(shown);
}

/** Starts listening; called once, from main.ts. */
export function startRouter(): void {
  addEventListener('popstate', arrived);
  document.addEventListener('click', followed);
}
