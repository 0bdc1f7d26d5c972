// What every lesson does with its table on the server: keeps the learner from running ahead of it, and
// leaves it behind.
import { forgetSeat } from './seatTokens';
import type { TableLink } from './socket.svelte';
import type { GameTypes, Stage } from './stage';

/** The table as a stage that lets only these actions through. */
export function guided<G extends GameTypes>(
  line: TableLink,
  allowed: (stage: Stage<G>, action: G['action']) => boolean,
): Stage<G> {
  const stage = line as TableLink & Stage<G>;
  const act = (action: G['action']): number => (allowed(stage, action) ? stage.act(action) : 0);
  return new Proxy(stage, { get: (real, part) => (part === 'act' ? act : own(real, part)) });
}

/** Methods keep their own `this`: the link has private parts. */
function own(real: object, part: PropertyKey): unknown {
  const value: unknown = Reflect.get(real, part, real);
  return typeof value === 'function' ? (value.bind(real) as unknown) : value;
}

export function leaveBehind(line: TableLink): void {
  line.send({ type: 'leave' });
  forgetSeat(line.code);
  line.close();
}
