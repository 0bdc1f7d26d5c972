// Above the keyboard: browsers lay it over the page and tell the visual viewport only.

/** `{@attach aboveKeyboard}` gives the element --view-top and --view-height: what is really seen. */
export function aboveKeyboard(element: HTMLElement): (() => void) | undefined {
  const view = window.visualViewport;
  if (!view) return;
  const fit = (): void => {
    if (view.scale > 1.01) return; // somebody looks closer: the page stays as it is
    element.style.setProperty('--view-top', `${view.offsetTop}px`);
    element.style.setProperty('--view-height', `${view.height}px`);
  };
  fit();
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  return () => {
    view.removeEventListener('resize', fit);
    view.removeEventListener('scroll', fit);
  };
}
