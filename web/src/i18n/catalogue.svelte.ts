// The page's own texts, in one language at a time: the other is fetched when it is chosen, and until it is here the
// page stays in the one it has.
import { settings, type Language } from '../settings.svelte';
import type en from './en.json';

export type Texts = Record<keyof typeof en, string>;

const FILES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
};

let fetched: Partial<Record<Language, Texts>> = $state.raw({});

export async function fetchTexts(): Promise<void> {
  const { language } = settings;
  if (fetched[language]) return;
  const texts = (await FILES[language]()).default;
  fetched = { ...fetched, [language]: texts };
}

const NONE = {} as Texts; // before the first language is here, nothing is shown

const textsIn = (language: Language): Texts => fetched[language] ?? fetched.en ?? fetched.fr ?? NONE;

export const catalogues = {
  get en() {
    return textsIn('en');
  },
  get fr() {
    return textsIn('fr');
  },
};
