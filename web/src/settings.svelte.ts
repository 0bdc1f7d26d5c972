// What this browser remembers about its person: language, theme, noise, name, matches played. Nothing else is kept
// but the seats’ tokens (seatTokens.ts).
export type Language = 'en' | 'fr';
export type Theme = 'auto' | 'light' | 'dark';

interface Settings {
  language: Language;
  theme: Theme;
  sound: boolean;
  name: string;
  /** told that the address is a plain one, once */
  toldPlain: boolean;
  /** which of the server's addresses others are told, where it has several */
  invitation: string;
  /** several people at this device vote openly, not one after another behind a curtain */
  openThumbs: boolean;
  /** how many matches of each game were played to their end */
  played: Record<string, number>;
}

const KEY = 'brouhaha.settings';

const fromBrowser = (): Language =>
  navigator.languages
    .find((tag) => /^(fr|en)\b/i.test(tag))
    ?.toLowerCase()
    .startsWith('fr')
    ? 'fr'
    : 'en';

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // storage is switched off, or someone wrote nonsense into it
  }
}

export const settings: Settings = $state({
  language: fromBrowser(),
  theme: 'auto',
  sound: true,
  name: '',
  toldPlain: false,
  invitation: '',
  openThumbs: true,
  played: {},
  ...remembered(),
});

/** The server is told which texts to name in the page that it sends: what was chosen, never what the browser said. */
function tellLanguage({ language }: Partial<Settings>): void {
  if (language) document.cookie = `brouhaha_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
tellLanguage(remembered());

// Another window of this browser changed something: follow it.
addEventListener('storage', (event) => {
  if (event.key === KEY) Object.assign(settings, remembered());
});

/** Changes some settings and remembers only what the person chose, never what the browser said. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  tellLanguage(changes);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // Then it holds until the page closes.
  }
}

/** Writes the theme on <html>; called once, from the root component. */
export function showSettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
