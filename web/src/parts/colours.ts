// The names of colours as the games use them. Deck colours dress card backs and seats.
export const DECK_COLOURS = ['yellow', 'blue', 'green', 'pink', 'orange', 'purple', 'teal', 'brown'] as const;
export type DeckColour = (typeof DECK_COLOURS)[number];

export const NIMBLE_COLOURS = ['blue', 'orange', 'mauve', 'red', 'yellow', 'green'] as const;
export type NimbleColour = (typeof NIMBLE_COLOURS)[number];

const PALE: ReadonlySet<string> = new Set(['yellow', 'green', 'pink', 'orange']);
/** What stands on a deck colour: ink on the pale ones, card white on the deep ones. */
export const onDeck = (colour: DeckColour): string => (PALE.has(colour) ? 'var(--card-ink)' : 'var(--card)');
