// When was the tap that is being handled? The event knows; its handler may run late on a busy phone.
let stamp: number | null = null;

const note = (event: Event): void => {
  stamp = event.timeStamp;
  setTimeout(() => (stamp = null)); // once it has been handled
};
for (const type of ['pointerdown', 'pointerup', 'keydown'])
  addEventListener(type, note, { capture: true, passive: true });

/** On the page's clock (performance.now); now, if it is no tap that makes us act. */
export const tapTime = (): number => Math.min(stamp ?? Infinity, performance.now());
