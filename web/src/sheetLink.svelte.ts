// A score sheet that several devices look at: asked for again and again while it is in sight, written on one wish at a
// time. Whoever writes says how much they have seen; if another was faster, the sheet is read again.
import { ApiError } from './api';
import { findSheet, writeOnSheet } from './sheetApi';
import type { SheetNews, SheetPage, SheetWish } from './http';

const EVERY_MS = 1500;

/** What somebody who keeps the sheet may wish. */
export type Wish = SheetWish['wish'];

export class SheetLink {
  page: SheetPage | null = $state.raw(null);
  /** why the sheet cannot be shown */
  problem: unknown = $state.raw(null);
  /** the line is down: what is shown may be old */
  away = $state(false);
  busy = $state(false);
  /** ms that had passed on the server since the last record when it was read, and when that was here */
  #since = { passed: 0, at: 0 };
  #asked = false;

  constructor(readonly code: string) {}

  /** Looks now and from time to time; gives what ends it. */
  watch(): () => void {
    const look = (): void => void (document.visibilityState === 'visible' && this.look());
    void this.look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  async look(): Promise<void> {
    if (this.#asked || this.busy) return;
    this.#asked = true;
    try {
      this.#show(await findSheet(this.code, this.page?.number));
      this.away = false;
    } catch (error) {
      if (this.page === null) this.problem = error;
      this.away = true;
    } finally {
      this.#asked = false;
    }
  }

  /** Throws what the server refused; the sheet is as it was, or as somebody else has written meanwhile. */
  async wish(wish: Wish): Promise<void> {
    if (this.page === null || this.busy) return;
    this.busy = true;
    try {
      this.#show(await writeOnSheet(this.code, { seen: this.page.number, wish }));
      this.away = false;
    } catch (error) {
      this.busy = false;
      if (error instanceof ApiError && error.code === 'sheet_moved_on') await this.look();
      throw error;
    } finally {
      this.busy = false;
    }
  }

  /** ms since the sheet was last written on. */
  age(): number {
    return this.#since.passed + performance.now() - this.#since.at;
  }

  #show(news: SheetNews): void {
    if (news.sheet === null || (this.page !== null && news.number < this.page.number)) return;
    this.#since = { passed: Math.max(0, news.now - news.sheet.last), at: performance.now() };
    this.page = news.sheet;
    this.problem = null;
  }
}
