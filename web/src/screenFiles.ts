// A screen is a file in screens/, fetched when its address is opened.
import type { Component } from 'svelte';
import type { Route } from './router.svelte';

export type Screen = Component<{ route: Route }>;

const FILES: Record<Exclude<Route['screen'], 'lost'>, string> = {
  home: 'Home',
  table: 'Table',
  big: 'Table',
  watch: 'Table',
  replay: 'Replay',
  rules: 'Rules',
  learn: 'Lesson',
  box: 'Box',
  cards: 'Cards',
  sheet: 'Sheet',
  gallery: 'Gallery',
  secure: 'Secure',
  club: 'Club',
  tournament: 'Tournament',
  dev: 'Dev',
};
const files = import.meta.glob<Screen>(['./screens/*.svelte', '!./screens/Trouble.svelte'], {
  import: 'default',
});

/** What draws this address; null: nothing does. */
export async function fetchScreen(at: Route): Promise<Screen | null> {
  if (at.screen === 'lost') return null;
  return (await files[`./screens/${FILES[at.screen]}.svelte`]?.()) ?? null;
}
