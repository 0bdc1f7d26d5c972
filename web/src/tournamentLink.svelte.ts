// A tournament that many devices look at: asked for again and again while it is in sight. Behind one address there may
// be a whole hall, so the more take part, the slower each asks.
import { findTournament, hostToken, ownToken, sayInTournament, type Wish } from './tournamentApi';
import type { TournamentNews, TournamentPage, TournamentYou } from './http';

const SOONEST_MS = 2000;
const MS_A_PERSON = 80;

export class TournamentLink {
  page: TournamentPage | null = $state.raw(null);
  /** as who takes part, and as the host: a device may be both */
  you: TournamentYou | null = $state.raw(null);
  problem: unknown = $state.raw(null);
  away = $state(false);
  busy = $state(false);
  #seen = 0;
  #asked = false;
  /** ms by which the server's clock is ahead of ours */
  #ahead = 0;

  constructor(
    readonly code: string,
    /** a wall has no token */
    readonly big: boolean,
  ) {}

  get host(): string | null {
    return this.big ? null : hostToken(this.code);
  }

  watch(): () => void {
    let timer = 0;
    let ended = false;
    const next = (): void => {
      const pause = Math.max(SOONEST_MS, MS_A_PERSON * (this.page?.people.length ?? 0));
      timer = window.setTimeout(() => void look(), pause);
    };
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') await this.look();
      if (!ended) next();
    };
    const seen = (): void => void look();
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  async look(): Promise<void> {
    if (this.#asked || this.busy) return;
    this.#asked = true;
    try {
      const token = this.host ?? ownToken(this.code);
      this.#show(
        await (this.big
          ? findTournament(this.code, this.#seen)
          : sayInTournament(this.code, token, this.#seen, null)),
      );
      this.away = false;
    } catch (error) {
      if (this.page === null) this.problem = error;
      this.away = true;
    } finally {
      this.#asked = false;
    }
  }

  /** Throws what the server refused. `own`: as somebody who takes part, though this is the host's device. */
  async wish(wish: Wish, own = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const token = own ? ownToken(this.code) : (this.host ?? ownToken(this.code));
      this.#show(await sayInTournament(this.code, token, 0, wish));
    } finally {
      this.busy = false;
    }
  }

  /** ms until that moment of the server's clock. */
  until(moment: number): number {
    return moment - Date.now() - this.#ahead;
  }

  #show(news: TournamentNews): void {
    this.#ahead = news.now - Date.now();
    if (news.you !== null) this.you = news.you;
    if (news.page === null || news.number < this.#seen) return;
    this.#seen = news.number;
    this.page = news.page;
    this.problem = null;
  }
}
