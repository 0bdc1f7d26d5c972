// As `press`, on a device where several people act at once: every finger that comes down counts, not only the first,
// and none of them is followed by a click on what lies there afterwards.
export function touchdown(act: () => void) {
  return (button: HTMLElement): (() => void) => {
    const still = (event: Event): void => event.preventDefault();
    const down = (event: PointerEvent): void => {
      if (event.button === 0) act();
    };
    const click = (event: MouseEvent): void => {
      if (event.detail === 0) act(); // a key's, or a screen reader's
    };
    button.addEventListener('touchstart', still, { passive: false });
    button.addEventListener('mousedown', still);
    button.addEventListener('pointerdown', down);
    button.addEventListener('click', click);
    return () => {
      button.removeEventListener('touchstart', still);
      button.removeEventListener('mousedown', still);
      button.removeEventListener('pointerdown', down);
      button.removeEventListener('click', click);
    };
  };
}
