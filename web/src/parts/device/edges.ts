// Several people around one device: who sits at which edge, and how far what is theirs is turned.
import { MediaQuery } from 'svelte/reactivity';

export type Edge = 'bottom' | 'left' | 'top' | 'right';

/** The device lies with its long side before whoever looks at it as it is. */
export const wide = new MediaQuery('(min-aspect-ratio: 1)');

/** A phone's screen, either way. */
export const small = new MediaQuery('(max-width: 599px) or (max-height: 599px)');

/** Degrees by which what lies at an edge is turned towards whoever sits there. */
export const TURN: Record<Edge, number> = { bottom: 0, left: 90, top: 180, right: -90 };

const CLOCKWISE: readonly Edge[] = ['bottom', 'left', 'top', 'right'];

/** So many people, clockwise: two face each other, four have an edge each, more share the long ones. On a phone there is room
 * at the long ones only. */
export function edgesOf(count: number): Edge[] {
  const long: Edge[] = wide.current ? ['bottom', 'top'] : ['left', 'right'];
  const other: Edge[] = small.current ? long : ['left', 'right'];
  const first: Edge[] = small.current && count > 2 ? long : ['bottom', 'top'];
  const taken = [...first, ...other, ...long, ...long].slice(0, count);
  return CLOCKWISE.flatMap((edge) => taken.filter((one) => one === edge));
}
