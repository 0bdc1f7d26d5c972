// What happened, as sound, as a buzz, and in words for screen readers. Four pairs of hands flip all the time: told are our own
// cards, races, whoever is nearly out, and the end. The big screen is the loud one.
import { announce } from '../../feel/notices.svelte';
import { sound } from '../../feel/sound';
import { buzz } from '../../feel/touch';
import { isYou, nameOf } from '../../parts/players';
import { sureWords } from '../../parts/raceWords';
import { refusalWords } from '../../refusals';
import type { Stage } from '../../stage';
import type { ClientOutRefused } from '../../wire';
import type { Nimble, NimbleCard } from './types';
import { t as cards } from './parts/texts';
import { leftOf } from './seatState';
import { t } from './texts';

type Event = Nimble['event'];

/** From so few cards on, everybody is warned of each placement. */
export const FEW = 3;

export const spokenCard = ([frame, circle]: NimbleCard): string =>
  cards('card.nimble', { frame: cards.of('six', frame), circle: cards.of('six', circle) });

function spoken(stage: Stage<Nimble>, event: Event): string {
  const own = 'seat' in event && event.seat === stage.you;
  switch (event.type) {
    case 'began':
      return t('round', { round: event.round, rounds: stage.public.rounds });
    case 'go':
      return t('go');
    case 'flipped':
      return own ? spokenCard(event.card) : '';
    case 'placed':
      return own ? t('say.landed', { pile: event.pile + 1 }) : warning(stage, event.seat);
    case 'taken_back':
      return own ? topWords(stage) : '';
    case 'recycled':
      return own ? t('say.recycled') : '';
    case 'stopped':
      return endWords(stage, event.ending, event.seat);
    case 'judged':
      return t('say.judged', { name: nameOf(stage, event.outcome.winner) });
    default:
      return '';
  }
}

function topWords(stage: Stage<Nimble>): string {
  const top = stage.you === null ? null : (stage.public.seats[stage.you]?.top ?? null);
  return top ? spokenCard(top) : t('say.empty');
}

/** Somebody is nearly out of cards; '' when not. */
export function warning(stage: Stage<Nimble>, seat: number): string {
  const count = leftOf(stage.public.seats[seat]);
  return count > 0 && count <= FEW ? t('few', { name: nameOf(stage, seat), count }) : '';
}

export const endWords = (stage: Stage<Nimble>, ending: string, seat: number | null): string =>
  isYou(stage, seat)
    ? t.of('endYou', ending)
    : t.of('end', ending, { name: seat === null ? '' : nameOf(stage, seat) });

/** A card came off a pile again: who was quicker, and by how much. */
export function bounceWords(stage: Stage<Nimble>, { code, details, race }: ClientOutRefused): string {
  if (details.by === stage.you) return t('bounce.self');
  const name = String(details.name ?? '');
  if (!race || race.seat !== details.by) return refusalWords(code, details, 'nimble');
  const ms = Math.abs(Math.round(race.by));
  if (ms === 0) return t('bounce.hair', { name }) + sureWords(race);
  return race.by > 0 || race.drawn
    ? t('bounce.quicker', { name, ms }) + sureWords(race)
    : t('bounce.late', { name, ms });
}

export function tell(stage: Stage<Nimble>, events: readonly Event[], loud: boolean): void {
  const words = events.map((event) => spoken(stage, event)).filter(Boolean);
  if (words.length > 0) announce(words.join(' '));
  for (const event of events) noise(stage, event, loud);
}

function noise(stage: Stage<Nimble>, event: Event, loud: boolean): void {
  if (event.type === 'go') sound('shout');
  if (event.type === 'stopped') sound('bounce');
  if (event.type === 'stopped' && stage.you !== null) buzz([80, 50, 80]);
  if (event.type === 'placed' && loud) sound('land');
}
