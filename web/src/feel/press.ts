// A button in a race counts when the finger comes down, as a key does: `<button {@attach press(stop)}>`.
// A click without a pointer (Enter on the focused button, a screen reader) counts as well.

/** After the finger has gone up, for the mouse events that follow it. */
const FOLLOW_MS = 400;
const FOLLOWERS = ['mousedown', 'click'] as const;

/** What lies under the finger after the press has not been clicked, and takes no focus. */
function swallowFollowers(): void {
  const swallow = (event: MouseEvent): void => {
    if (event.detail === 0) return; // a key's
    event.preventDefault();
    event.stopPropagation();
  };
  const over = (): void => {
    for (const type of FOLLOWERS) removeEventListener(type, swallow, true);
    removeEventListener('pointerdown', over, true);
  };
  const later = (): void => void setTimeout(over, FOLLOW_MS);
  for (const type of FOLLOWERS) addEventListener(type, swallow, true);
  addEventListener('pointerup', later, { capture: true, once: true });
  addEventListener('pointercancel', later, { capture: true, once: true });
  setTimeout(() => addEventListener('pointerdown', over, true));
}

export function press(act: () => void) {
  return (button: HTMLElement): (() => void) => {
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      swallowFollowers();
      act();
    };
    const click = (event: MouseEvent): void => {
      if (event.detail === 0) act();
    };
    button.addEventListener('pointerdown', down);
    button.addEventListener('click', click);
    return () => {
      button.removeEventListener('pointerdown', down);
      button.removeEventListener('click', click);
    };
  };
}
