// The big screen as a layer over a stream (`/screen/CODE?overlay`): what is played and nothing else, on no ground. The
// code is not shown: whoever watches a stream is not at the table.
import { route } from './router.svelte';

export const isOverlay = (): boolean =>
  route().screen === 'big' && new URLSearchParams(location.search).has('overlay');

/** The whole window lets through what lies behind it, for as long as this is shown. */
export function showOverlay(): (() => void) | undefined {
  if (!isOverlay()) return undefined;
  document.documentElement.dataset.overlay = '';
  return () => delete document.documentElement.dataset.overlay;
}
