// A verdict told line by line: each die, each thing that went wrong, the thumbs, the sum. Everything
// is read off the verdict; nothing is judged here.
import type { NonoMark, NonoPenalty, NonoRoll, NonoVerdict } from './types';

export interface Line {
  kind: 'no_word' | 'no_answer' | 'order' | 'ban' | 'syllables' | 'category' | 'plural' | 'handicap' | 'vote';
  good: boolean;
  /** what it costs, or (a letter that is there) what its die brings; 0: neither */
  amount: number;
  letter: string;
}

type Reason = NonoPenalty['reason'];

/** The lines, in the order in which a referee would look. */
export function linesOf(verdict: NonoVerdict, dice: NonoRoll, handicap: string | null): Line[] {
  const cost = (reason: Reason, letter?: string): number =>
    verdict.penalties.find((one) => one.reason === reason && (!letter || one.letter === letter))?.amount ?? 0;
  const line = (kind: Line['kind'], amount: number, letter = '', worth = 0): Line => ({
    kind,
    letter,
    good: amount === 0,
    amount: amount || worth,
  });
  if (cost('no_word')) return [line('no_word', cost('no_word'))];
  if (cost('no_answer')) return [line('no_answer', cost('no_answer'))];
  const wrong = [line('category', cost('category')), line('plural', cost('plural'), 'S')].filter(
    (one) => !one.good,
  );
  return [
    // An S that only makes a plural has its own line: it is not there as well.
    ...orderLines(dice, (letter) => cost('missing', letter), line).filter(
      ({ letter }) => letter !== 'S' || !cost('plural'),
    ),
    ...(dice.ban === null ? [] : [line('ban', cost('banned', dice.ban), dice.ban)]),
    ...(dice.syllables === null ? [] : [line('syllables', cost('syllables'), String(dice.syllables))]),
    ...wrong,
    ...(handicap === null ? [] : [line('handicap', cost('handicap'), handicap)]),
    line('vote', cost('vote')),
  ];
}

/** Two dice with one letter: missing, it is one line and costs once. */
function orderLines(
  dice: NonoRoll,
  missing: (letter: string) => number,
  line: (kind: 'order', amount: number, letter: string, worth: number) => Line,
): Line[] {
  const told = new Set<string>();
  return dice.order.flatMap(([letter, points]) => {
    const amount = missing(letter);
    if (amount && told.has(letter)) return [];
    told.add(letter);
    return [line('order', amount, letter, points)];
  });
}

const SHOWN_WITH: Record<NonoMark['kind'], Line['kind']> = {
  demanded: 'order',
  banned: 'ban',
  category: 'category',
  plural: 'plural',
};

/** The voters decided this line: whether the word is typical, or its syllables when nobody knows them. */
export const isVoted = (verdict: NonoVerdict, line: Line): boolean =>
  line.kind === 'vote' || line.kind === 'no_answer' || (line.kind === 'syllables' && verdict.syllables_voted);

/** Who raised or lowered a thumb over this line. */
export function thumbsOf(verdict: NonoVerdict, line: Line): { seat: number; up: boolean }[] {
  return verdict.votes.flatMap((ballot, seat) => {
    if (line.kind === 'no_answer') return ballot ? [{ seat, up: !ballot.no_answer }] : [];
    const up = line.kind === 'vote' ? ballot?.fits : ballot?.syllables;
    return up === undefined || up === null ? [] : [{ seat, up }];
  });
}

/** The marks that are on the word once these lines have been told. */
export function marksAt(verdict: NonoVerdict, told: readonly Line[]): NonoMark[] {
  return verdict.marks.filter((mark) => told.some((line) => line.kind === SHOWN_WITH[mark.kind]));
}

/** The sum so far: what has been told of the costs, but no more than they cost. Points come with the sum. */
export const costAt = (told: readonly Line[], most = -Infinity): number =>
  Math.max(
    most,
    told.reduce((sum, line) => sum + (line.good ? 0 : line.amount), 0),
  );
