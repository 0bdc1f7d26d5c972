// Every HTTP call of the page but those of score sheets (sheetApi.ts). No other file knows the server's addresses.
import type {
  Addresses,
  ErrorAnswer,
  GameInfo,
  HeldSeat,
  HeldSeats,
  Highlight,
  MatchHighlights,
  MatchRecord,
  NewTable,
  OpenedTable,
  ReplayFrame,
  ReplayPage,
  SeatQuestion,
  TableInfo,
} from './http';
import type { TablePolicy } from './wire';
import { forgetSeat, rememberSeat, seatTokens } from './seatTokens';

/** How much of what players wrote is masked. */
export type Filter = NonNullable<TablePolicy['filter']>;

/** What the server answers at once. */
const MOST_SEATS = 50;

/** A table that the page opens always has somebody who sits down at it; `deal` is the game's own. */
export type OwnTable = Omit<NewTable, 'deal'> & { name: string; deal?: object };
export type Seated = OpenedTable & { seat: number; token: string };

/** The server said no (its code), or did not answer ('unreachable'). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

async function ask(path: string, body?: unknown): Promise<Response> {
  const request: RequestInit = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {};
  const answer = await fetch(path, request).catch(() => {
    throw new ApiError('unreachable');
  });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as Partial<ErrorAnswer>;
  throw new ApiError(told.code ?? 'unreachable', told.details);
}

export async function call<T>(path: string, body?: unknown): Promise<T> {
  return (await (await ask(path, body)).json()) as T;
}

/** What can be played here. */
export const findGames = (): Promise<GameInfo[]> => call('/api/games');

/** The rules of a game as it wrote them; ApiError where there are none. */
export async function gameRules(game: string, language: string): Promise<string> {
  const path = `/api/games/${encodeURIComponent(game)}/rules/${encodeURIComponent(language)}`;
  return (await ask(path)).text();
}

/** Opens a table and takes its first seat. */
export async function openTable(table: OwnTable): Promise<Seated> {
  const seated = await call<Seated>('/api/tables', table);
  rememberSeat(seated.code, seated.token);
  return seated;
}

export const findTable = (code: string): Promise<TableInfo> =>
  call(`/api/tables/${encodeURIComponent(code)}`);

/** The seats of this device that are still its own; the others are forgotten. */
export async function findSeats(): Promise<HeldSeat[]> {
  const seats = seatTokens().slice(-MOST_SEATS);
  if (seats.length === 0) return [];
  const { held, lost } = await call<HeldSeats>('/api/seats', { seats } satisfies SeatQuestion);
  lost.forEach(forgetSeat);
  return held;
}

export const findAddresses = (): Promise<Addresses> => call('/api/addresses');

export const findMatch = (id: string): Promise<MatchRecord> => call(`/api/matches/${encodeURIComponent(id)}`);

/** All frames of a finished match as a seat saw it, or (null) as everybody did. */
export async function matchFrames(id: string, seat: number | null): Promise<ReplayFrame[]> {
  const frames: ReplayFrame[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const path = `/api/matches/${encodeURIComponent(id)}/frames?seat=${seat ?? 'public'}&from=${from}`;
    const page: ReplayPage = await call(path);
    frames.push(...page.frames);
    from = page.next;
  }
  return frames;
}

/** The moments of a finished match that are worth telling. */
export async function findHighlights(id: string, filter: Filter): Promise<Highlight[]> {
  const path = `/api/matches/${encodeURIComponent(id)}/highlights?filter=${filter}`;
  return (await call<MatchHighlights>(path)).highlights;
}

/** `code`: of several processes, the one that has this table takes the socket. */
export function socketAddress(code: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws?table=${code}`;
}
