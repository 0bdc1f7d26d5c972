// The HTTP calls of score sheets and of boxes that were typed in: apart from the others, since few pages need them.
import { call } from './api';
import { Catalogue } from './i18n/catalogue.svelte';
import { alsoKnow } from './refusals';
import type {
  BoxCheck,
  BoxList,
  BoxRecord,
  KeptBox,
  NewBox,
  NewSheet,
  OpenedSheet,
  SheetNews,
  SheetWish,
} from './http';

const sentences = new Catalogue<Record<string, string>>({
  en: () => import('./sheetRefusals.en.json'),
  fr: () => import('./sheetRefusals.fr.json'),
});
alsoKnow(sentences);
await sentences.fetch();

const sheetPath = (code: string): string => `/api/sheets/${encodeURIComponent(code)}`;
const boxPath = (game: string, rest = ''): string => `/api/boxes/${encodeURIComponent(game)}${rest}`;

export const openSheet = (sheet: NewSheet): Promise<OpenedSheet> => call('/api/sheets', sheet);

/** `seen`: how many of its records are known already. */
export const findSheet = (code: string, seen?: number): Promise<SheetNews> =>
  call(`${sheetPath(code)}${seen === undefined ? '' : `?seen=${seen}`}`);

export const writeOnSheet = (code: string, wish: SheetWish): Promise<SheetNews> =>
  call(sheetPath(code), wish);

export const sheetFile = (code: string, language: string): string =>
  `${sheetPath(code)}/csv?language=${language}`;

export const findBoxes = (game: string): Promise<BoxList> => call(boxPath(game));

export const findBox = (game: string, id: string, language: string): Promise<BoxRecord> =>
  call(boxPath(game, `/${encodeURIComponent(id)}?language=${language}`));

export const checkBox = (game: string, content: Record<string, unknown>): Promise<BoxCheck> =>
  call(boxPath(game, '/check'), { content });

export const keepBox = (game: string, box: NewBox): Promise<KeptBox> => call(boxPath(game), box);

export const dropBox = (game: string, id: string, key: string): Promise<BoxList> =>
  call(boxPath(game, `/${encodeURIComponent(id)}/drop`), { key });
