// What this device remembers of score sheets and of boxes that were typed in on it: codes, ids and keys, no contents.
const SHEETS = 'brouhaha.sheets';
const BOXES = 'brouhaha.boxes';
const MOST = 20;

export interface OwnSheet {
  code: string;
  game: string;
  players: string[];
}
export interface OwnBox {
  id: string;
  game: string;
  name: string;
  key: string;
}

function kept<T>(place: string): T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}

function keep(place: string, things: readonly unknown[]): void {
  try {
    localStorage.setItem(place, JSON.stringify(things.slice(0, MOST)));
  } catch {
    // Then the code has to be typed.
  }
}

export const ownSheets = (game: string): OwnSheet[] =>
  kept<OwnSheet>(SHEETS).filter((one) => one.game === game);

export function rememberSheet(sheet: OwnSheet): void {
  keep(SHEETS, [sheet, ...kept<OwnSheet>(SHEETS).filter(({ code }) => code !== sheet.code)]);
}

export const ownBoxes = (game: string): OwnBox[] => kept<OwnBox>(BOXES).filter((one) => one.game === game);

export function rememberBox(box: OwnBox): void {
  keep(BOXES, [box, ...kept<OwnBox>(BOXES).filter(({ id }) => id !== box.id)]);
}

export function forgetBox(id: string): void {
  keep(
    BOXES,
    kept<OwnBox>(BOXES).filter((one) => one.id !== id),
  );
}
