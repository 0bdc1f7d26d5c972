// Texts in one language at a time: the other is fetched when it is chosen, and until it is here the page stays in the
// one it has.
import { settings, type Language } from '../settings.svelte';

type Files<T> = Record<Language, () => Promise<{ default: T }>>;

const CATALOGUES: Catalogue<object>[] = [];

export class Catalogue<T extends object> {
  #files: Files<T>;
  #fetched: Partial<Record<Language, T>> = $state.raw({});

  constructor(files: Files<T>) {
    this.#files = files;
    CATALOGUES.push(this);
  }

  /** The texts in the language that is chosen now. */
  async fetch(): Promise<void> {
    const { language } = settings;
    if (this.#fetched[language]) return;
    const texts = (await this.#files[language]()).default;
    this.#fetched = { ...this.#fetched, [language]: texts };
  }

  get en(): T {
    return this.#in('en');
  }

  get fr(): T {
    return this.#in('fr');
  }

  #in(language: Language): T {
    const { en, fr } = this.#fetched;
    return this.#fetched[language] ?? en ?? fr ?? ({} as T); // before the first one is here, nothing is shown
  }
}

/** All catalogues that are in use, in the language that is chosen now. */
export const fetchTexts = async (): Promise<void> => {
  await Promise.all(CATALOGUES.map((catalogue) => catalogue.fetch()));
};
