// The podium drawn as a picture: who stands where, which game, when, and the best moment. Everything that people
// typed is measured before it is drawn: it shrinks, then it is cut, and never leaves its place.
import type { Placed } from '../../../parts/Podium.svelte';

export interface PictureWords {
  brand: string;
  game: string;
  headline: string;
  date: string;
  /** the best moment; '' for none */
  best: string;
}

const WIDTH = 1080;
const HEIGHT = 1350;
const EDGE = 60;
const GROUND = 980; // where the steps stand
const STEP_WIDTH = 300;
const STEPS = [
  { place: 2, left: 75, height: 260 },
  { place: 1, left: 390, height: 360 },
  { place: 3, left: 705, height: 190 },
];
const MOST_ON_A_STEP = 4;
const LEAST_SIZE = 26; // still readable on a phone

type Brush = CanvasRenderingContext2D;
interface Place {
  x: number; // its middle
  y: number; // of the line of text
  width: number;
}

/** The page's own colours and letters, as they are at this element. */
interface Look {
  field: string;
  ink: string;
  card: string;
  cardInk: string;
  display: string;
}

function lookAt(element: Element): Look {
  const style = getComputedStyle(element);
  const probe = element.appendChild(document.createElement('span'));
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    field: colour('--field'),
    ink: colour('--on-field'),
    card: colour('--card'),
    cardInk: colour('--card-ink'),
    display: style.getPropertyValue('--display'),
  };
  probe.remove();
  return look;
}

export async function drawPodium(
  words: PictureWords,
  players: readonly Placed[],
  element: Element,
): Promise<Blob> {
  const look = lookAt(element);
  await document.fonts.load(`800 60px ${look.display}`);
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  const write = writer(brush, look.display);
  brush.fillStyle = look.field;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.fillStyle = look.ink;
  const whole = WIDTH - 2 * EDGE;
  write(`${words.brand} · ${words.game}`, { x: WIDTH / 2, y: 110, width: whole }, 54);
  write(words.headline, { x: WIDTH / 2, y: 210, width: whole }, 84);
  for (const step of STEPS) {
    const here = players.filter((player) => player.place === step.place);
    if (here.length > 0) drawStep(brush, write, look, step, here);
  }
  brush.fillStyle = look.ink;
  brush.fillRect(EDGE, GROUND, whole, 6);
  drawOthers(
    write,
    players.filter((player) => player.place > 3),
  );
  drawBest(brush, write, look, words.best);
  brush.fillStyle = look.ink;
  write(words.date, { x: WIDTH / 2, y: HEIGHT - 45, width: whole }, 36);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

type Write = (text: string, place: Place, size: number) => void;

/** Writes one line into its place: smaller if it must be, then cut. */
function writer(brush: Brush, family: string): Write {
  return (text, { x, y, width }, size) => {
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    let fitting = size;
    const wide = (shown: string): boolean => {
      brush.font = `800 ${fitting}px ${family}`;
      return brush.measureText(shown).width > width;
    };
    while (fitting > LEAST_SIZE && wide(text)) fitting -= 2;
    const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    let shown = text;
    while (letters.length > 1 && wide(shown)) {
      letters.pop();
      shown = `${letters.join('').trimEnd()}…`;
    }
    brush.fillText(shown, x, y);
  };
}

function drawStep(
  brush: Brush,
  write: Write,
  look: Look,
  { place, left, height }: (typeof STEPS)[number],
  players: readonly Placed[],
): void {
  const x = left + STEP_WIDTH / 2;
  const top = GROUND - height;
  brush.fillStyle = look.card;
  brush.fillRect(left, top, STEP_WIDTH, height);
  brush.fillStyle = look.cardInk;
  write(String(place), { x, y: top + 120, width: STEP_WIDTH }, 120);
  const score = players[0]?.score ?? '';
  if (score) write(score, { x, y: top + 172, width: STEP_WIDTH - 24 }, 40);
  brush.fillStyle = look.ink;
  const named = players.slice(0, MOST_ON_A_STEP).map((player) => player.name);
  if (players.length > MOST_ON_A_STEP)
    named.splice(MOST_ON_A_STEP - 1, 1, `+ ${players.length - MOST_ON_A_STEP + 1}`);
  named.reverse().forEach((name, line) => {
    write(name, { x, y: top - 24 - line * 54, width: STEP_WIDTH }, 46);
  });
}

/** The fourth and later, in two columns. */
function drawOthers(write: Write, players: readonly Placed[]): void {
  const width = WIDTH / 2 - 1.5 * EDGE;
  players.slice(0, 6).forEach(({ place, name }, i) => {
    const x = i % 2 === 0 ? EDGE + width / 2 : WIDTH - EDGE - width / 2;
    write(`${place}  ${name}`, { x, y: GROUND + 56 + Math.floor(i / 2) * 48, width }, 36);
  });
}

/** On a card of its own, in two lines at most. */
function drawBest(brush: Brush, write: Write, look: Look, best: string): void {
  if (!best) return;
  const [top, height, width] = [1140, 124, WIDTH - 2 * EDGE];
  brush.fillStyle = look.card;
  brush.fillRect(EDGE, top, width, height);
  brush.fillStyle = look.cardInk;
  brush.font = `800 36px ${look.display}`;
  const inner = width - 40;
  const [first, second] = twoLines(best, (text) => brush.measureText(text).width <= inner);
  write(first, { x: WIDTH / 2, y: top + (second ? 54 : 76), width: inner }, 36);
  if (second) write(second, { x: WIDTH / 2, y: top + 100, width: inner }, 36);
}

/** As many words as fit on the first line; the rest on the second. */
function twoLines(text: string, fits: (text: string) => boolean): [string, string] {
  const words = text.split(' ');
  let count = words.length;
  while (count > 1 && !fits(words.slice(0, count).join(' '))) count -= 1;
  return [words.slice(0, count).join(' '), words.slice(count).join(' ')];
}
