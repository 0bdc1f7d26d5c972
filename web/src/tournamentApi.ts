// The HTTP calls of tournaments, and the tokens that this device has in them; fetched with their pages.
import { call } from './api';
import type {
  AddBots,
  ComeBack,
  CorrectResult,
  DrawRound,
  DropOut,
  EndTournament,
  NewTournament,
  OpenedTournament,
  TakePart,
  TournamentNews,
} from './http';
import { Catalogue } from './i18n/catalogue.svelte';
import { alsoKnow } from './refusals';
import { newToken } from './seatTokens';

const sentences = new Catalogue<Record<string, string>>({
  en: () => import('./tournamentRefusals.en.json'),
  fr: () => import('./tournamentRefusals.fr.json'),
});
alsoKnow(sentences);
await sentences.fetch();

export type Wish = TakePart | DropOut | ComeBack | AddBots | DrawRound | CorrectResult | EndTournament;

const path = (code: string): string => `/api/tournaments/${encodeURIComponent(code)}`;

export const openTournament = (wanted: NewTournament): Promise<OpenedTournament> =>
  call('/api/tournaments', wanted);

/** As everybody sees it. */
export const findTournament = (code: string, seen: number): Promise<TournamentNews> =>
  call(`${path(code)}?seen=${seen}`);

/** As somebody who takes part, or as its host. */
export const sayInTournament = (
  code: string,
  token: string,
  seen: number,
  wish: Wish | null,
): Promise<TournamentNews> => call(path(code), { token, seen, wish });

const OWN = 'brouhaha.tournament.';
const HOST = 'brouhaha.tournamentHost.';

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function keep(key: string, token: string): void {
  try {
    localStorage.setItem(key, token);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export const hostToken = (code: string): string | null => kept(HOST + code);
export const keepHostToken = (code: string, token: string): void => keep(HOST + code, token);

/** The token by which this device takes part, whether it does yet or not. */
export function ownToken(code: string): string {
  const had = kept(OWN + code);
  if (had !== null) return had;
  const made = newToken();
  keep(OWN + code, made);
  return made;
}
