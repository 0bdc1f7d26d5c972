// What Ana and Bo do in the lesson, and what the learner is told and may do meanwhile.
import type { Script } from '../../../scriptedPlayer';
import type { Now } from '../types';
import { BLUE_AT_THE_END, FAR_TARGET, FIRST_CARD } from './deal';

export const ROUNDS = 3;
const LEARNER = 0;
const now = (after: number) => ({ after, action: { type: 'now' } as const });
const discard = (after: number) => ({ after, action: { type: 'discard' } as const });

/** In the first and third round they wait for the learner; in the second they are quick. */
const waits =
  (wait: number): Script<Now> =>
  (event, _seat, { round }) => {
    if (event.type === 'shown') return [{ after: 300, action: { type: 'ready' } }];
    if (event.type === 'go' && round === 2) return [discard(500 + wait), now(1100 + wait)];
    if (event.type === 'go' && round === 3) return [discard(700 + wait)];
    const spoke = event.type === 'said_now' && event.seat === LEARNER;
    return spoke && round !== 2 ? [now(600 + wait)] : [];
  };
export const ana = waits(0);
export const bo = waits(500);

/** What the bubble says now: the key of a text. */
export function bubble(view: Now['public'], hand: Now['private'] | null): string {
  const said = view.seats[LEARNER]?.said_now ?? false;
  if (view.phase === 'resolution') return judged(view);
  if (view.round === 1) {
    if (view.phase === 'countdown') return 'look';
    if (said) return 'waiting';
    return hand?.active === FIRST_CARD ? 'discard' : 'now';
  }
  if (view.round === 2) return view.last_player === LEARNER ? 'last' : 'fast';
  return view.phase === 'countdown' ? 'colours' : said ? 'waiting' : 'free';
}

/** What a resolution showed: praise is for what was won. The first round is led, so it is always won. */
function judged({ round, seats }: Now['public']): string {
  const won = (values: readonly number[]): boolean =>
    seats[LEARNER]?.won.some(({ value }) => value !== undefined && values.includes(value)) ?? false;
  if (round === 1) return 'closest';
  if (round === 2) return won([FAR_TARGET]) ? 'lastWon' : 'lastLost';
  return won(BLUE_AT_THE_END) ? 'endWon' : 'endLost';
}

/** In the first round one thing at a time. */
export function allowed(view: Now['public'], hand: Now['private'] | null, action: Now['action']): boolean {
  if (view.round !== 1 || view.phase !== 'action') return true;
  return action.type === (hand?.active === FIRST_CARD ? 'discard' : 'now');
}
