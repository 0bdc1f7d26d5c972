// Words in the player's language. A catalogue is a flat JSON file of texts; English says which keys
// there are, and the compiler wants every one of them in French.
//
//   {name}               a parameter
//   {count|card|cards}   one of two forms, by the language's plural rule for that parameter
export type Language = 'en' | 'fr';
export type Params = Record<string, string | number>;

export interface Translate<K extends string> {
  (key: K, params?: Params): string;
  /** The text `group.name` where name comes from outside (a refusal's code); '' when there is none. */
  of(group: string, name: string, params?: Params): string;
}

const rules = new Map<Language, Intl.PluralRules>(); // made once each: making one costs more than asking it a hundred times
function pluralRule(language: Language): Intl.PluralRules {
  const found = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, found);
  return found;
}

export function fill(text: string, params: Params, language: Language): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g,
    (whole, name: string, one?: string, other?: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (one === undefined) return String(value);
      const rule = pluralRule(language).select(Number(value));
      return (rule === 'one' ? one : other) ?? '';
    },
  );
}

export function translator<C extends Record<string, string>>(
  catalogues: { en: C; fr: Record<keyof C, string> },
  language: () => Language,
): Translate<keyof C & string> {
  const texts: Record<Language, Record<string, string>> = catalogues;
  const say = (key: string, params: Params = {}): string =>
    fill(texts[language()][key] ?? '', params, language());
  return Object.assign(say, {
    of: (group: string, name: string, params?: Params) => say(`${group}.${name}`, params),
  });
}
