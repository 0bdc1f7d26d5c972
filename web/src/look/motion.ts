// Motion on transform and opacity only, 160–240 ms. With reduced motion everything becomes a short fade.
import { crossfade, fade } from 'svelte/transition';

export const QUICK = 160;
export const BEAT = 220;
const FADE = 100; // where nothing moves
export const EASE = 'cubic-bezier(0.2, 0.9, 0.25, 1)';

const query = matchMedia('(prefers-reduced-motion: reduce)');
export const calm = (): boolean => query.matches;

const easeOut = (t: number): number => 1 - (1 - t) ** 3;

type Frames = Keyframe[];

/** Plays frames on an element; resolves when done, also when it was cut short. */
export async function play(element: Element, frames: Frames, ms = BEAT): Promise<void> {
  const [shown, duration] = calm() ? [[{ opacity: 0.4 }, { opacity: 1 }], Math.min(ms, FADE)] : [frames, ms];
  await element.animate(shown, { duration, easing: EASE }).finished.catch(() => undefined);
}

/** The element flies to where it is now from where `from` was. */
export function flyFrom(element: Element, from: DOMRect, ms = BEAT): Promise<void> {
  const to = element.getBoundingClientRect();
  const scale = to.width > 0 ? from.width / to.width : 1;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return play(
    element,
    [{ transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(-6deg)` }, { transform: 'none' }],
    ms,
  );
}

/** It landed. */
export const land = (element: Element): Promise<void> =>
  play(element, [
    { transform: 'scale(1.14)' },
    { transform: 'scale(0.96)', offset: 0.6 },
    { transform: 'none' },
  ]);

/** It lost a race: off the winner's card and back, away from `from` when given. */
export function bounce(element: Element, from?: DOMRect): Promise<void> {
  const here = element.getBoundingClientRect();
  const x = from ? Math.max(-160, Math.min(160, from.left - here.left)) : 0;
  const y = from ? Math.max(-160, Math.min(160, from.top - here.top)) : -40;
  return play(
    element,
    [
      { transform: `translate(${x}px, ${y}px)` },
      { transform: `translate(${-x * 0.15}px, ${-y * 0.15}px) rotate(8deg)`, offset: 0.6 },
      { transform: 'none' },
    ],
    240,
  );
}

/** No. */
export const shake = (element: Element): Promise<void> =>
  play(
    element,
    [0, -9, 8, -5, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
    240,
  );

/** Svelte: `in:pop` */
export function pop(_: Element, { delay = 0 }: { delay?: number } = {}) {
  if (calm()) return { delay, duration: FADE, css: (t: number) => `opacity: ${t}` };
  const css = (t: number): string => `transform: scale(${0.6 + 0.4 * easeOut(t)}); opacity: ${t}`;
  return { delay, duration: BEAT, css };
}

/**
 * Svelte: the card with one key flies from the place it leaves to the place it reaches:
 * `in:receive={{ key }} out:send={{ key }}` on both places.
 */
export const [send, receive] = crossfade({
  duration: () => (calm() ? 0 : 240),
  easing: easeOut,
  fallback: (node) => fade(node, { duration: QUICK }),
});
