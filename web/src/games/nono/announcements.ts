// What happened, as sound, as a buzz, and in words for screen readers. The big screen is the loud one; Stop! is heard everywhere.
import { announce, notify } from '../../feel/notices.svelte';
import { sound } from '../../feel/sound';
import { buzz } from '../../feel/touch';
import { isYou, nameOf } from '../../parts/players';
import { sureWords } from '../../parts/raceWords';
import type { Stage } from '../../stage';
import type { Nono, NonoCardView, NonoRoll, NonoVerdict } from './types';
import type { Beaten } from './pendingTaps.svelte';
import { signed } from './format';
import { isVoted, linesOf, thumbsOf, type Line } from './verdictLines';
import { t } from './texts';

type Event = Nono['event'];

/** One line of a verdict: what the referee found, or the voters. */
export function lineWords(name: string, verdict: NonoVerdict, line: Line, decider = ''): string {
  const key = `${line.kind}${line.good ? 'Good' : 'Bad'}`;
  const count = verdict.syllables.accepted.join(` ${t('or')} `);
  const asked = line.kind === 'syllables' && verdict.syllables_voted ? `${key}Voted` : key;
  const thumbs = thumbsOf(verdict, line);
  const how = !isVoted(verdict, line)
    ? ''
    : decider && thumbs.length > 0
      ? 'Decided'
      : line.kind === 'no_answer'
        ? ''
        : withoutMajority(thumbs);
  const end = line.kind === 'handicap' ? t.of('handicapShort', line.letter) : '';
  return t.of('line', `${asked}${how}`, {
    letter: line.letter,
    count,
    end,
    words: verdict.category_words.join(', '),
    name,
    decider,
  });
}

/** Who alone decided about the word on the table, by name. */
export const deciderName = (stage: Stage<Nono>): string =>
  stage.public.decider === undefined ? '' : nameOf(stage, stage.public.decider);

/** Why a vote has an outcome although it has no majority: nobody voted, or it was a tie. */
function withoutMajority(thumbs: readonly { up: boolean }[]): '' | 'Tied' | 'Unvoted' {
  if (thumbs.length === 0) return 'Unvoted';
  return thumbs.filter(({ up }) => up).length * 2 === thumbs.length ? 'Tied' : '';
}

function rollWords({ order, ban, syllables }: NonoRoll): string {
  const parts = order.map(([letter, points]) => t('say.order', { letter, points }));
  if (ban !== null) parts.push(t('say.ban', { letter: ban }));
  if (syllables !== null) parts.push(t('say.syllables', { count: syllables }));
  return parts.join(' ');
}

const cardWords = (stage: Stage<Nono>, turn: number, card: NonoCardView, dice: NonoRoll): string =>
  `${t('say.card', { turn, category: card.names[stage.public.language], multiplier: card.multiplier })} ${rollWords(dice)}`;

function verdictWords(stage: Stage<Nono>, verdict: NonoVerdict): string {
  const { dice, seats } = stage.public;
  const lines = dice ? linesOf(verdict, dice, seats[verdict.seat]?.handicap ?? null) : [];
  const wrong = lines
    .filter((line) => !line.good)
    .map((line) => lineWords(nameOf(stage, verdict.seat), verdict, line, deciderName(stage)));
  return [
    t('say.verdict', { name: nameOf(stage, verdict.seat), points: signed(verdict.change) }),
    ...wrong,
    wouldFitWords(stage.public),
  ].join(' ');
}

/** What would have worked for a card that nobody solved; '' where nothing is told. */
export function wouldFitWords({ would_fit: words }: Nono['public']): string {
  const [first = '', second = ''] = words ?? [];
  return words ? t.of('wouldFit', String(words.length), { first, second }) : '';
}

/** Everybody hears what everybody sees; what we did ourselves we know. */
function spoken(stage: Stage<Nono>, event: Event): string {
  const own = 'seat' in event && isYou(stage, event.seat);
  switch (event.type) {
    case 'turned':
      return cardWords(stage, event.turn, event.card, event.dice);
    case 'stopped':
      return own ? t('answer.yours') : t('say.stopped', { name: nameOf(stage, event.seat) });
    case 'passed':
      return own ? t('search.passed') : t('say.passed', { name: nameOf(stage, event.seat) });
    case 'answered':
      return own ? t('vote.own') : t('say.answered', { name: nameOf(stage, event.seat), word: event.word });
    case 'judged':
      return verdictWords(stage, event.verdict);
    default:
      return '';
  }
}

/** Our Stop! was not the first: who was quicker, and by how much. */
export function beatenWords(stage: Stage<Nono>, race: Beaten): string {
  const [name, ms] = [nameOf(stage, race.seat), Math.abs(Math.round(race.by))];
  if (ms === 0) return t('beaten.hair', { name }) + sureWords(race);
  return race.by > 0 || race.drawn
    ? t('beaten.quicker', { name, ms }) + sureWords(race)
    : t('beaten.late', { name, ms });
}

export function tell(stage: Stage<Nono>, events: readonly Event[], loud: boolean): void {
  const unsolved = events.find((event) => event.type === 'unsolved');
  if (unsolved)
    notify(`${t(unsolved.by_clock ? 'unsolved.clock' : 'unsolved.passed')} ${wouldFitWords(stage.public)}`);
  const words = events.map((event) => spoken(stage, event)).filter(Boolean);
  const stopped = events.some((event) => event.type === 'stopped');
  if (words.length > 0) announce(words.join(' '), stopped);
  for (const event of events) noise(stage, event, loud);
}

function noise(stage: Stage<Nono>, event: Event, loud: boolean): void {
  const own = 'seat' in event && event.seat === stage.you;
  if (event.type === 'turned') sound('deal');
  if (event.type === 'turned' && loud) setTimeout(() => sound('land'), 600);
  if (event.type === 'stopped' && !own) sound('shout'); // our own was heard with the tap
  if (event.type === 'stopped' && stage.you !== null && !own) buzz([60, 40, 60]);
  if (event.type === 'answered') sound('flip');
  if (event.type === 'voted' && loud) sound('deal');
}
