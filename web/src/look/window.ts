// The shapes of a window that a game's markup must know; its styles ask the same questions.
import { MediaQuery } from 'svelte/reactivity';

/** Wider than tall: people sit round the table. */
export const wide = new MediaQuery('(min-width: 560px) and (min-aspect-ratio: 1)');
/** A phone on its side, or a laptop at 200 %: everything side by side. */
export const low = new MediaQuery('(min-width: 560px) and (min-aspect-ratio: 1) and (max-height: 540px)');
/** As large as a screen that nobody can scroll: a TV, a laptop. */
export const wall = new MediaQuery('(min-width: 900px) and (min-height: 500px) and (min-aspect-ratio: 1)');
