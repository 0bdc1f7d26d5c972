// Elements without a framework, for a game's own face.
type Child = Node | string | number | null | undefined | false;

/** `onclick` and the like are handlers; true and false switch an attribute; the rest is written as it is. */
export function element(
  tag: string,
  attributes: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function' && name.startsWith('on'))
      made.addEventListener(name.slice(2).toLowerCase(), value as EventListener);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  show(made, ...children);
  return made;
}

const there = (child: Child): child is Node | string | number =>
  child !== null && child !== undefined && child !== false;

/** The parent has these children, in this order. One that is in its place is not touched: it keeps the focus. */
export function show(parent: Element, ...children: Child[]): void {
  const wanted = children.filter(there);
  wanted.forEach((child, i) => {
    const now = parent.childNodes[i] ?? null;
    if (child instanceof Node) {
      if (now !== child) parent.insertBefore(child, now);
    } else if (now?.nodeType === Node.TEXT_NODE) {
      if (now.nodeValue !== String(child)) now.nodeValue = String(child);
    } else parent.insertBefore(document.createTextNode(String(child)), now);
  });
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}
