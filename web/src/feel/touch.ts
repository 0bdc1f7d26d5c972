// The phone in the hand: a short buzz.
import { settings } from '../settings.svelte';

/** A buzz, in ms; lists alternate buzz and pause. The sound switch silences it too. */
export function buzz(pattern: number | number[]): void {
  if (settings.sound && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
