// The phone in the hand: a short buzz, and a screen that stays awake during play.
import { settings } from '../settings.svelte';

/** A buzz, in ms; lists alternate buzz and pause. The sound switch silences it too. */
export function buzz(pattern: number | number[]): void {
  if (settings.sound && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Keeps the screen awake until the returned function is called: `$effect(stayAwake)`. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let wanted = true;
  const ask = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== 'visible') return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (!wanted) void lock?.release();
  };
  // The browser drops the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
