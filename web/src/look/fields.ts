// A game's field from the one colour that it names: by day and by night, with an ink that can be read on it (AA). The
// colour bends where no ink could be read. Rules of a style sheet made here: the content policy allows no other way.
const INK = '#1c1530';
const PAPER = '#fff6e6';
const GOLD = '#ffc639';
const AA = 4.5;
const DARKEST = 0.22; // by night, a field is no lamp
const LOST = 1.35; // gold on it would not be seen

const parts = (colour: string): number[] => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
const hex = (values: number[]): string =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: string): number {
  const [r, g, b] = parts(colour).map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const darker = (colour: string): string => hex(parts(colour).map((value) => value * 0.96));

/** The first shade of it, going darker, that this holds for. */
function darkened(colour: string, holds: (shade: string) => boolean): string {
  let shade = colour;
  while (!holds(shade)) shade = darker(shade);
  return shade;
}

export interface Field {
  ground: string;
  ink: string;
}

const inkOn = (ground: string): string | undefined => [INK, PAPER].find((ink) => contrast(ink, ground) >= AA);

/** By day as the game says, by night no lighter than a night allows. */
export function fieldOf(colour: string): { day: Field; night: Field } {
  const ground = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#6b3fb5';
  const day = darkened(ground, (shade) => inkOn(shade) !== undefined);
  const night = darkened(ground, (shade) => luminance(shade) <= DARKEST && contrast(PAPER, shade) >= AA);
  return { day: { ground: day, ink: inkOn(day) ?? PAPER }, night: { ground: night, ink: PAPER } };
}

function rule(game: string, colour: string): string {
  const { day, night } = fieldOf(colour);
  const shade = day.ink === INK ? '#ffffff' : '#000000';
  const gold = contrast(day.ground, GOLD) < LOST ? 'var(--card)' : GOLD;
  // :where: a game's own field.css comes before it
  return `:where([data-field='${CSS.escape(game)}']) {
    --field: light-dark(${day.ground}, ${night.ground});
    --on-field: light-dark(${day.ink}, ${night.ink});
    --shade: light-dark(${shade}, #000000);
    --gold: light-dark(${gold}, ${GOLD});
  }`;
}

const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet(); // tests have none

/** Lets `data-field` know these games. */
export function showFields(games: readonly { id: string; colour: string }[]): void {
  if (!sheet) return;
  sheet.replaceSync(games.map(({ id, colour }) => rule(id, colour)).join('\n'));
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
