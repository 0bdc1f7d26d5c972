// Every HTTP call of the page. The only file that knows the server's addresses.
import { rememberSeat } from './seats';

export interface NewTable {
  game: string;
  name: string;
  options?: Record<string, unknown>;
  bots?: string[];
  start?: boolean;
  deal?: object; // for lessons: the cards as they shall lie
}

export interface Seated {
  code: string;
  token: string;
  seat: number;
}

export interface TableSummary {
  code: string;
  game: string;
}

/** The server said no (its code), or did not answer ('unreachable'). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const request: RequestInit = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {};
  const answer = await fetch(path, request).catch(() => {
    throw new ApiError('unreachable');
  });
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => ({}))) as {
    code?: string;
    details?: Record<string, unknown>;
  };
  throw new ApiError(told.code ?? 'unreachable', told.details);
}

/** Opens a table and takes its first seat. */
export async function openTable(table: NewTable): Promise<Seated> {
  const seated = await call<Seated>('/api/tables', table);
  rememberSeat(seated.code, seated.token);
  return seated;
}

export const findTable = (code: string): Promise<TableSummary> =>
  call(`/api/tables/${encodeURIComponent(code)}`);

export interface MatchRecord {
  id: string;
  table: string;
  game: string;
  players: string[];
  /** by seat: the level of a bot, null for a person; matches from before it was kept have none */
  bots?: (string | null)[];
  result: unknown;
  seed: string;
  seed_hash: string;
}

export const findMatch = (id: string): Promise<MatchRecord> => call(`/api/matches/${encodeURIComponent(id)}`);

/** What could be seen after one more thing had happened. */
export interface ReplayFrame {
  at: number;
  public: unknown;
  private: unknown;
  events: unknown[];
}

/** All frames of a finished match as a seat saw it, or (null) as everybody did. */
export async function matchFrames(id: string, seat: number | null): Promise<ReplayFrame[]> {
  const frames: ReplayFrame[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const path = `/api/matches/${encodeURIComponent(id)}/frames?seat=${seat ?? 'public'}&from=${from}`;
    const page: { frames: ReplayFrame[]; next: number | null } = await call(path);
    frames.push(...page.frames);
    from = page.next;
  }
  return frames;
}

export function socketAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}
