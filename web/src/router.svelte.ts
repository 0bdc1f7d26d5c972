// Which screen the address names. History API; plain links work: one listener takes them over.
export type Route =
  | { screen: 'home' }
  | { screen: 'table'; code: string }
  | { screen: 'big'; code: string }
  | { screen: 'watch'; code: string }
  | { screen: 'replay'; id: string }
  | { screen: 'rules'; game: string }
  | { screen: 'learn'; game: string }
  | { screen: 'gallery' }
  | { screen: 'secure' }
  | { screen: 'lost' };

const PATHS: [RegExp, (part: string) => Route][] = [
  [/^\/$/, () => ({ screen: 'home' })],
  [/^\/t\/([\w-]+)$/, (part) => ({ screen: 'table', code: part.toUpperCase() })],
  [/^\/screen\/([\w-]+)$/, (part) => ({ screen: 'big', code: part.toUpperCase() })],
  [/^\/watch\/([\w-]+)$/, (part) => ({ screen: 'watch', code: part.toUpperCase() })],
  [/^\/replay\/([\w-]+)$/, (part) => ({ screen: 'replay', id: part })],
  [/^\/rules\/([\w-]+)$/, (part) => ({ screen: 'rules', game: part })],
  [/^\/learn\/([\w-]+)$/, (part) => ({ screen: 'learn', game: part })],
  [/^\/gallery$/, () => ({ screen: 'gallery' })],
  [/^\/secure$/, () => ({ screen: 'secure' })],
];

export function routeOf(path: string): Route {
  for (const [pattern, make] of PATHS) {
    const found = pattern.exec(path);
    if (found) return make(found[1] ?? '');
  }
  return { screen: 'lost' };
}

let current = $state.raw(routeOf(location.pathname));
export const route = (): Route => current;

export function go(path: string): void {
  history.pushState(null, '', path);
  current = routeOf(location.pathname);
  scrollTo(0, 0);
}

function followed(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.origin !== location.origin || link.hash) return;
  if (routeOf(link.pathname).screen === 'lost') return; // a file, not a screen
  event.preventDefault();
  go(link.pathname);
}

/** Starts listening; called once, from main.ts. */
export function startRouter(): void {
  addEventListener('popstate', () => (current = routeOf(location.pathname)));
  document.addEventListener('click', followed);
}
