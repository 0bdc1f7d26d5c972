// What may wait until something is on the screen: what a tap changed is seen first, and nobody hears a frame's delay.
export const afterPaint = (act: () => void): number => requestAnimationFrame(() => setTimeout(act, 0));

/** A long page is drawn in two goes: what is seen at once, and the rest when that has been painted. */
export function secondGo(): { readonly due: boolean } {
  let due = $state(false);
  $effect(() => {
    const frame = afterPaint(() => (due = true));
    return () => cancelAnimationFrame(frame);
  });
  return {
    get due() {
      return due;
    },
  };
}
