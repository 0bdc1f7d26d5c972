// What is too much for its room: on a big screen, where nobody scrolls, it is drawn smaller; elsewhere a keyboard can get
// into what scrolls.
const SMALLEST = 0.4;
const STEP = 0.94;

const overflows = (node: HTMLElement): boolean => node.scrollHeight > node.clientHeight + 1;

/** As large as it fits, from the size that the style sheet says down to `SMALLEST` of it. */
function shrink(node: HTMLElement): void {
  let size = 1;
  node.style.setProperty('--fit', '1');
  while (overflows(node) && size > SMALLEST) {
    size *= STEP;
    node.style.setProperty('--fit', size.toFixed(3));
  }
}

function reach(node: HTMLElement): void {
  if (overflows(node)) node.tabIndex = 0;
  else node.removeAttribute('tabindex');
}

/** Looks at it now, and whenever what it holds or its room has changed. */
function watched(look: (node: HTMLElement) => void): (node: HTMLElement) => () => void {
  return (node) => {
    let asked = 0;
    const soon = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => look(node));
    };
    const content = new MutationObserver(soon);
    content.observe(node, { childList: true, subtree: true, characterData: true });
    const room = new ResizeObserver(soon);
    room.observe(node);
    look(node);
    return () => {
      cancelAnimationFrame(asked);
      content.disconnect();
      room.disconnect();
    };
  };
}

export const fitted = watched(shrink);
export const reachable = watched(reach);
