// What happened, as sound, as a buzz, and in words for screen readers. The big screen is the loud one; a phone makes the noise of
// its own cards and of its own alarm.
import { announce } from '../../feel/notices.svelte';
import { sound } from '../../feel/sound';
import { buzz } from '../../feel/touch';
import { isYou, nameOf } from '../../parts/players';
import type { Stage } from '../../stage';
import type { Now, NowBestCard, NowTargetCard } from './types';
import { t as cards } from './parts/texts';
import { t } from './texts';

type Event = Now['event'];

/** One line of a resolution in words: who takes what, and why. */
export function reason(stage: Stage<Now>, event: Event): string {
  switch (event.type) {
    case 'taken': {
      const value = event.target.value ?? 0;
      const key = event.card === value ? 'perfect' : 'taken';
      return say(stage, key, event.seat, { target: value, card: event.card });
    }
    case 'stayed':
      return t('story.stayed', { target: event.target.value ?? 0 });
    case 'refresh_taken':
      return say(stage, 'refresh', event.seat, { card: event.card });
    case 'refresh_gone':
      return t('story.refreshGone', { names: event.seats.map((seat) => nameOf(stage, seat)).join(', ') });
    default:
      return '';
  }
}

/** The best of the cards that one held in this round, and what it would have taken. */
export function bestWords(stage: Stage<Now>, { card, targets, refresh }: NowBestCard): string {
  if (card === stage.private?.active) return t('best.kept');
  const taken = targets.map(({ value }) => String(value ?? 0));
  if (refresh) taken.push(cards('card.refreshName'));
  return taken.length > 0 ? t('best.took', { card, targets: taken.join(', ') }) : t('best.nothing', { card });
}

/** The same sentence to whom it is about, and about somebody else. */
function say(stage: Stage<Now>, key: string, seat: number, params: Record<string, number>): string {
  if (isYou(stage, seat)) return t.of('storyYou', key, params);
  return t.of('storyThey', key, { ...params, name: nameOf(stage, seat) });
}

const spokenCard = (card: NowTargetCard): string =>
  card.refresh
    ? t('say.refreshCard')
    : t('say.target', {
        value: card.value ?? 0,
        points: card.points ?? 0,
        colour: t.of('colour', card.colour ?? ''),
      });

function spoken(stage: Stage<Now>, event: Event): string {
  switch (event.type) {
    case 'revealed':
      return spokenCard(event.card);
    case 'refreshed':
      return t('refresh.all');
    case 'go':
      return stage.private?.active ? t('say.go', { value: stage.private.active }) : t('go');
    case 'discarded':
      return event.seat === stage.you && stage.private
        ? t('say.next', { value: stage.private.active ?? 0 })
        : '';
    case 'said_now':
      return event.by_clock || event.seat === stage.you
        ? ''
        : t('say.now', { name: nameOf(stage, event.seat) });
    case 'last_player':
      return event.seat === stage.you
        ? t('alarm.help')
        : t('alarm.they', { name: nameOf(stage, event.seat) });
    case 'shown':
      return t('say.shown', {
        cards: event.cards.map((card, seat) => `${nameOf(stage, seat)} ${card}`).join(', '),
      });
    default:
      return reason(stage, event);
  }
}

export function tell(stage: Stage<Now>, events: readonly Event[], loud: boolean): void {
  const words = events.map((event) => spoken(stage, event)).filter(Boolean);
  const alarm = events.some((event) => event.type === 'last_player' && event.seat === stage.you);
  if (words.length > 0) announce(words.join(' '), alarm);
  for (const event of events) noise(stage, event, loud);
}

function noise(stage: Stage<Now>, event: Event, loud: boolean): void {
  const own = 'seat' in event && event.seat === stage.you;
  if (event.type === 'last_player' && (own || loud)) sound('wrong');
  if (event.type === 'last_player' && own) buzz([120, 60, 120, 60, 200]);
  if (event.type === 'refreshed') sound('bounce');
  if (event.type === 'go') sound('flip');
  if (event.type === 'said_now' && !event.by_clock && (own || loud)) sound('shout');
  if (event.type === 'discarded' && loud && !own) sound('deal');
  if (event.type === 'revealed' && loud) sound('land');
}
