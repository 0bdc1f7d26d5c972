// A card's flowers, drawn: one to three of a colour and a kind, on a leaf. Each colour has its own heart, so that colour is never alone.
const COLOURS = { coral: "#d6453d", gold: "#d99a00", violet: "#6b3fb5" };
const HEARTS = {
  coral: "M-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0", // a dot
  gold: "M-6 -2 H-2 V-6 H2 V-2 H6 V2 H2 V6 H-2 V2 H-6 Z", // a cross
  violet: "M0 -7 L6 5 H-6 Z", // a triangle
};
const PETALS = {
  round: "M0 -8 C-12 -14 -12 -32 0 -32 C12 -32 12 -14 0 -8 Z",
  pointed: "M0 -8 L-10 -20 L0 -36 L10 -20 Z",
  curled: "M-3 -8 C-18 -14 -12 -36 6 -33 C-3 -29 -4 -22 6 -19 C10 -14 7 -9 3 -8 Z",
};
const SVG = "http://www.w3.org/2000/svg";
const NAMES = {
  en: {
    coral: "coral", gold: "gold", violet: "violet", round: "round", pointed: "pointed", curled: "curled",
    bare: "no leaf", striped: "a striped leaf", full: "a full leaf",
  },
  fr: {
    coral: "corail", gold: "or", violet: "violet", round: "ronds", pointed: "pointus", curled: "frisés",
    bare: "sans feuille", striped: "feuille rayée", full: "feuille pleine",
  },
};
const CARD = {
  en: "{count}, {colour}, {petals} petals, {leaf}",
  fr: "{count}, {colour}, pétales {petals}, {leaf}",
};

/** As a screen reader says it. */
export function spoken({ count, colour, petals, leaf }, kit) {
  const names = NAMES[kit.language] ?? NAMES.en;
  return kit.text(CARD, { count, colour: names[colour], petals: names[petals], leaf: names[leaf] });
}

function draw(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  made.append(...children);
  return made;
}

function leafOf(leaf) {
  if (leaf === "bare") return [];
  const shape = "M-46 30 C-30 2 30 2 46 30 C30 50 -30 50 -46 30 Z";
  const plain = draw("path", { d: shape, fill: leaf === "full" ? "#2f7d4f" : "none", stroke: "#1f5a38", "stroke-width": 4 });
  if (leaf === "full") return [plain];
  const stripes = "M-28 18 V42 M-14 12 V47 M0 10 V49 M14 12 V47 M28 18 V42";
  return [plain, draw("path", { d: stripes, stroke: "#1f5a38", "stroke-width": 4 })];
}

function bloom(colour, petals) {
  const style = { fill: COLOURS[colour], stroke: "#1c1530", "stroke-width": 2.5, "stroke-linejoin": "round" };
  const ring = [0, 120, 240].map((turn) => draw("path", { d: PETALS[petals], transform: `rotate(${turn})`, ...style }));
  const middle = draw("circle", { r: 11, fill: "#fffcf4", stroke: "#1c1530", "stroke-width": 2.5 });
  return draw("g", {}, ...ring, middle, draw("path", { d: HEARTS[colour], fill: "#1c1530" }));
}

const kept = new Map(); // by number: a card looks the same all its life

/** @returns {SVGElement} */
export function flower({ number, count, colour, petals, leaf }) {
  const known = kept.get(number);
  if (known) return known;
  const places = { 1: [0], 2: [-42, 42], 3: [-78, 0, 78] }[count] ?? [0];
  const flowers = places.map((y) => {
    const whole = draw("g", { transform: `translate(0 ${y}) scale(${count === 3 ? 0.98 : 1.12})` });
    whole.append(...leafOf(leaf), bloom(colour, petals));
    return whole;
  });
  const drawn = draw("svg", { viewBox: "-62 -122 124 244", "aria-hidden": "true" }, ...flowers);
  kept.set(number, drawn);
  return drawn;
}
