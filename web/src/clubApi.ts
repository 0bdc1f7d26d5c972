// The HTTP calls of the club's pages; fetched with them.
import { ApiError, call } from './api';
import type {
  ClubEntry,
  ClubPage,
  ClubPass,
  DeviceAtSeat,
  Done,
  EveningList,
  EveningPage,
  Forget,
  Join,
  LadderPage,
  OwnPersons,
  Part,
  PlayerList,
  PlayerPage,
  Pseudonym,
  PseudonymsForAll,
  Release,
  Vouched,
} from './http';
import { seatTokens } from './seatTokens';

const MOST_SEATS = 50;

/** What the host may decide about persons. */
export type HostWish = Join | Part | Release | Pseudonym | PseudonymsForAll;

/** Lets this device in, for a seat that it has or for the host's key. */
export const enter = (host: string | null = null): Promise<ClubPass> =>
  call('/api/club/pass', { seats: seatTokens().slice(-MOST_SEATS), host } satisfies ClubEntry);

/** A page; whoever is not let in shows the seats of this device, and asks once more. */
async function look<T>(path: string): Promise<T> {
  try {
    return await call<T>(path);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_seated') throw error;
    await enter();
    return call<T>(path);
  }
}

const part = encodeURIComponent;
export const clubPage = (): Promise<ClubPage> => look('/api/club');
export const eveningsBefore = (id: string): Promise<EveningList> =>
  look(`/api/club/evenings?before=${part(id)}`);
export const eveningPage = (id: string, after = ''): Promise<EveningPage> =>
  look(`/api/club/evenings/${part(id)}${after && `?after=${part(after)}`}`);
export const playersAfter = (id: number | null): Promise<PlayerList> =>
  look(`/api/club/players${id === null ? '' : `?after=${id}`}`);
export const playersNamed = (name: string): Promise<PlayerList> =>
  look(`/api/club/players?name=${part(name)}`);
export const playerPage = (id: string): Promise<PlayerPage> => look(`/api/club/players/${part(id)}`);
export const ladderPage = (game: string, season: string): Promise<LadderPage> =>
  look(`/api/club/ladders/${part(game)}${season && `?season=${part(season)}`}`);

/** Where an evening can be fetched as a file. */
export const exportAddress = (id: string, kind: 'csv' | 'json', pseudonyms: boolean): string =>
  `/api/club/evenings/${part(id)}/${kind}${pseudonyms ? '?names=pseudonyms' : ''}`;

export const claim = (seat: DeviceAtSeat): Promise<OwnPersons> => call('/api/club/claims', seat);
export const vouch = (seat: DeviceAtSeat): Promise<Vouched> => call('/api/club/vouchers', seat);
export const ownPersons = (device: string): Promise<OwnPersons> => call('/api/club/own', { device });
export const wish = (wanted: HostWish): Promise<Done> => call('/api/club/host', wanted);
export const forget = (wanted: Forget): Promise<Done> => call('/api/club/forget', wanted);
