// What `brouhaha dev` tells its panel (server/dev/workbench.py). No other server has these addresses.
import { call } from '../../api';

export interface Bench {
  code: string;
  token: string;
  game: string;
  status: string;
  /** another one when a file of the game was saved */
  stamp: string;
  entries: number;
  players: string[];
  now: number;
}

export interface Line {
  at: number;
  seat: number | null;
  action: unknown;
}

/** The match after so many entries of its log. */
export interface Moment extends Line {
  entry: number;
  events: unknown[];
  public: unknown;
  private: unknown[];
  result: unknown;
  state: unknown;
}

export const findBench = (): Promise<Bench> => call('/dev/table');
export const findLog = (from: number): Promise<Line[]> => call(`/dev/log?from=${from}`);
export const findMoment = (entry: number): Promise<Moment> => call(`/dev/moment?entry=${entry}`);
export const wish = async (what: 'pause' | 'resume' | 'step' | 'again'): Promise<void> =>
  void (await fetch(`/dev/${what}`, { method: 'POST' }));

/** What a frame is told to show: one moment, from one seat or from the middle. */
export interface Shown {
  bench: Bench;
  moment: Moment;
  seat: number | null;
}
