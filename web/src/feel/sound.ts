// Short sounds, synthesised. One switch; nothing is loaded. Browsers allow sound after a first tap.
// An AudioContext computes silence without end: between sounds it is put to sleep, which saves a phone's battery.
import { settings } from '../settings.svelte';
import { afterPaint } from './afterPaint.svelte';

type Note = {
  at?: number;
  from: number;
  to?: number;
  for: number;
  wave?: OscillatorType;
  loud?: number;
};

const arpeggio = (notes: number[], step: number): Note[] =>
  notes.map((from, i) => ({ at: i * step, from, for: 0.22, wave: 'triangle', loud: 0.3 }));

const SOUNDS = {
  deal: [{ from: 900, to: 300, for: 0.06, wave: 'triangle' }],
  flip: [{ from: 520, to: 880, for: 0.07, wave: 'triangle' }],
  land: [{ from: 190, to: 70, for: 0.12, loud: 0.5 }],
  bounce: [
    { from: 260, to: 520, for: 0.09 },
    { at: 0.09, from: 480, to: 180, for: 0.12 },
  ],
  shout: [
    { from: 300, to: 640, for: 0.1, wave: 'sawtooth', loud: 0.22 },
    { at: 0.09, from: 640, to: 560, for: 0.2, wave: 'square', loud: 0.16 },
  ],
  clock: [{ from: 1250, for: 0.035, wave: 'square', loud: 0.1 }],
  wrong: [{ from: 170, to: 110, for: 0.28, wave: 'sawtooth', loud: 0.2 }],
  fanfare: arpeggio([523, 659, 784, 1047, 784, 1047], 0.11),
} satisfies Record<string, Note[]>;

export type Sound = keyof typeof SOUNDS;

/** After the last note: who taps on hears the next sound without the moment that waking up takes. */
const REST_MS = 3000;

let context: AudioContext | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;

function play(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + (note.at ?? 0);
  const end = start + note.for;
  const tone = audio.createOscillator();
  const level = audio.createGain();
  tone.type = note.wave ?? 'sine';
  tone.frequency.setValueAtTime(note.from, start);
  tone.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
  level.gain.setValueAtTime(note.loud ?? 0.35, start);
  level.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(level).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
}

export function sound(name: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  afterPaint(() => {
    const audio = (context ??= new AudioContext());
    const notes: Note[] = SOUNDS[name];
    void audio.resume();
    for (const note of notes) play(audio, note);
    const lasts = Math.max(...notes.map((note) => (note.at ?? 0) + note.for));
    clearTimeout(resting);
    resting = setTimeout(() => void audio.suspend(), lasts * 1000 + REST_MS);
  });
}
