// A word said aloud, where the browser can speak; the sound that goes with it is heard in any case.
import { settings } from '../settings.svelte';
import { sound, type Sound } from '../feel/sound';

export function say(word: string, noise: Sound = 'shout'): void {
  sound(noise);
  if (!settings.sound || typeof speechSynthesis === 'undefined') return;
  const spoken = new SpeechSynthesisUtterance(word);
  spoken.lang = settings.language;
  spoken.rate = 1.2;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
