// Lines and close races in words, the same on every screen.
import { t } from '../i18n';
import type { LineView, Race, Reckoning } from '../wire';

/** ms: two frames at 60 Hz and a little; a page that takes longer is slow. */
const SLOW_SCREEN_MS = 40;
/** ms: who is beaten by more was not close. */
const CLOSE_MS = 150;

/** How far away somebody is, where there is little room. */
export const lineWords = ({ word, rtt }: LineView): string => t.of('line', word, { ms: rtt });

/** The same with all that is known of it. */
export function lineFigures({ word, rtt, jitter, screen }: LineView): string {
  const way = t.of('line', word, { ms: `${rtt} ± ${jitter}` });
  return screen && screen > SLOW_SCREEN_MS ? `${way}, ${t('line.screen', { ms: screen })}` : way;
}

/** What everybody is told after a close race; '' to who lost it, whom the game's own screen tells. */
export function raceWords(race: Reckoning, seats: readonly { name: string }[], you: number | null): string {
  const winner = race.runners[race.winner ?? 0];
  const others = race.runners.filter((runner) => runner !== winner);
  const [second] = others;
  if (!winner || !second || others.some((runner) => runner.seat === you)) return '';
  const name = seats[winner.seat]?.name ?? '';
  if ((race.among ?? 1) > 1) return t('race.drawnFor', { name });
  const ms = Math.round(second.acted - winner.acted);
  if (ms > CLOSE_MS) return '';
  const words = { name, other: seats[second.seat]?.name ?? '', ms };
  return firstWords(words, winner.seat === you) + sureWords({ odds: second.behind, drawn: false });
}

function firstWords(words: { name: string; other: string; ms: number }, you: boolean): string {
  if (words.ms === 0) return you ? t('race.youHair', words) : t('race.hair', words);
  return you ? t('race.youFirst', words) : t('race.first', words);
}

/** What goes after "Bo was 12 ms quicker!": how sure that is. */
export function sureWords({ odds, drawn }: Pick<Race, 'odds' | 'drawn'>): string {
  if (drawn) return ` ${t('race.drawn')}`;
  return odds > 0.5 && odds < 0.995 ? ` ${t('race.sure', { percent: Math.round(odds * 100) })}` : '';
}
