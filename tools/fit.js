// What does not fit on the page as it stands: called with { still, needed, touch }, answers with a list
// of sentences. `still`: nobody scrolls here. `needed`: where one may scroll, what must be in sight at once.
({ still, needed, touch }) => {
  const SLACK = 1.5;
  const SMALLEST = 11; // px of type
  const CAPITAL = 0.36; // of the type size: half the height of a capital letter
  const CONTROLS = 'a[href], button, input, select, summary';
  // drawn for show: the cards on a game's tile, a die's other sides, a pile's lower cards, a
  // row's first ones
  const DRAWN = '.spread, .cube .side:not(.front), [aria-hidden="true"].top, .under, .flown, .confetti, .stamp, .check .owner';
  const found = new Set();
  // While it looks nothing moves, and it comes by the same nodes again and again: each is asked once.
  const once = (ask) => {
    const answers = new Map();
    return (node) => {
      if (!answers.has(node)) answers.set(node, ask(node));
      return answers.get(node);
    };
  };
  const style = once((node) => getComputedStyle(node));
  const frame = once((node) => node.getBoundingClientRect());
  // whatever lies over the rest of the page is all there is to look at
  const sheet = [...document.querySelectorAll('dialog[open], .veil, form.answer')].find(
    (node) => node.matches('dialog, .veil') || style(node).position === 'fixed',
  );
  const stage = sheet ?? document.body;
  showKeys(!touch);
  if (!still) scrollTo(0, 0);

  const name = (node) =>
    node.tagName.toLowerCase() +
    [...node.classList].filter((one) => !one.startsWith('s-') && !one.startsWith('svelte-')).map((one) => `.${one}`).join('');
  const say = (what, node, words = '') => found.add(`${what}: ${name(node)} ${words.trim().slice(0, 30)}`.trim());
  const shown = once(
    (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest('.unseen'),
  );
  const empty = (box) => box.width < 1 || box.height < 1;
  const isNeeded = once((node) => still || (needed !== '' && node.closest(needed) !== null));
  const isDrawn = once((node) => node.closest(DRAWN) !== null);
  /** In a strip that scrolls sideways by itself. */
  const inStrip = once(
    (node) =>
      node !== null &&
      ((/auto|scroll/.test(style(node).overflowX) && node.scrollWidth > node.clientWidth + 1) || inStrip(node.parentElement)),
  );
  /** How it stands in the page, and what it does with whatever runs over. */
  const manner = once((node) => {
    const { position, display, overflow, overflowX, overflowY, textOverflow } = style(node);
    return { position, display, overflow, overflowX, overflowY, textOverflow };
  });

  /** As on a screen that is touched, or on one with a keyboard. */
  function showKeys(on) {
    window.fitKeys ??= new CSSStyleSheet();
    window.fitKeys.replaceSync(on ? '' : 'kbd { display: none !important }');
    if (!document.adoptedStyleSheets.includes(fitKeys)) document.adoptedStyleSheets.push(fitKeys);
  }

  function* path(node, until = null) {
    for (let one = node; one && one !== until; one = one.parentElement) yield one;
  }

  /** The whole page, and whatever scrolls by itself. */
  function lookAtPage() {
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth + 1) found.add(`page too wide by ${page.scrollWidth - innerWidth} px`);
    if (!still) return;
    if (!sheet && page.scrollHeight > innerHeight + 1)
      found.add(`page too tall by ${page.scrollHeight - innerHeight} px`);
    for (const node of [stage, ...stage.querySelectorAll('*')]) {
      if (!/auto|scroll/.test(style(node).overflowY) || !shown(node)) continue;
      if (node.scrollHeight > node.clientHeight + 1)
        say(`scrolls by ${node.scrollHeight - node.clientHeight} px`, node);
    }
  }

  function outside(node, box, words) {
    if (box.left < -SLACK || box.right > innerWidth + SLACK) say('beside the window', node, words);
    if (isNeeded(node) && (box.top < -SLACK || box.bottom > innerHeight + SLACK)) say('below the fold', node, words);
  }

  /** Cut by whatever hides what runs over; a name may end in an ellipsis, a strip may scroll. */
  function cut(node, box, words) {
    let { left, right, top, bottom } = box;
    for (const one of path(node)) {
      const css = manner(one);
      const edge = frame(one);
      if (css.position === 'fixed') return;
      if (css.display.startsWith('inline') && css.display !== 'inline-block') continue;
      if (css.overflowX !== 'visible' && (left < edge.left - SLACK || right > edge.right + SLACK)) {
        if (css.overflowX === 'hidden' && css.textOverflow !== 'ellipsis') say('cut at the side', node, words);
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      }
      if (css.overflowY !== 'visible' && (top < edge.top - SLACK || bottom > edge.bottom + SLACK)) {
        if (css.overflowY === 'hidden' || css.overflowY === 'clip') say('cut above or below', node, words);
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
    }
  }

  /** Out of the button or the coloured box in which it stands. */
  function runsOut(node, box, words) {
    for (const one of path(node, document.body)) {
      const css = manner(one);
      if (/absolute|fixed/.test(css.position) || css.overflow !== 'visible') return;
      if (!isBox(one) || css.display === 'inline') continue;
      const edge = frame(one);
      const over = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom);
      if (over > SLACK) say(`runs out of ${name(one)} by ${Math.round(over)} px`, node, words);
      return;
    }
  }

  const solid = once((node) => {
    const css = style(node);
    const alpha = /rgba?\(([^)]*)\)/.exec(css.backgroundColor)?.[1].split(/[,/]/)[3];
    return css.backgroundColor.startsWith('color') || (css.backgroundColor !== 'rgba(0, 0, 0, 0)' && (alpha === undefined || Number(alpha) > 0.4));
  });
  const isBox = once(
    (node) => node.matches('button, .button, a.button') || solid(node) || parseFloat(style(node).borderTopWidth) > 0,
  );
  /** What lies over this point and hides the node there, if anything does. */
  function cover(node, x, y) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    const hit = document.elementFromPoint(x, y);
    if (!hit || hit.contains(node) || node.contains(hit)) return null;
    for (const one of path(hit)) {
      if (one.contains(node) || one.matches('.die .bar')) return null; // struck out on purpose
      if (solid(one) || one.namespaceURI?.endsWith('svg')) return one;
    }
    return null;
  }
  const touchable = once((node) => style(node).pointerEvents !== 'none' && !node.closest('[inert]'));

  function lookAtControl(node) {
    const box = frame(node);
    if (!shown(node) || empty(box)) return;
    const words = node.getAttribute('aria-label') ?? node.textContent ?? '';
    const strip = inStrip(node.parentElement);
    if (!strip) outside(node, box, words);
    if (!strip) cut(node, box, words);
    if (!touchable(node) || strip || (!isNeeded(node) && !sheet)) return;
    for (const [x, y] of [[0.5, 0.5], [0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      const hit = document.elementFromPoint(...at);
      if (!hit || hit === node || node.contains(hit) || hit.closest('label')?.contains(node)) continue;
      if (hit.contains(node) && hit !== document.documentElement) continue; // rounded corners
      say(`covered by ${name(hit)}`, node, words);
      break;
    }
  }

  function lookAtText(text) {
    const node = text.parentElement;
    if (!node || !shown(node) || node.closest('style, script, title, option')) return;
    const words = text.textContent ?? '';
    const drawing = node.closest('svg');
    const size = parseFloat(style(node).fontSize) * (drawing && node.getScreenCTM ? Math.abs(node.getScreenCTM().a) || 99 : 1);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of drawing ? [frame(node)] : range.getClientRects()) {
      if (empty(line)) continue;
      if (size < SMALLEST - 0.05) say(`type of ${size.toFixed(1)} px`, node, words);
      if (isDrawn(node)) return;
      const middle = (line.top + line.bottom) / 2;
      const half = Math.min(line.height / 2, size * CAPITAL);
      const box = { left: line.left, right: line.right, top: middle - half, bottom: middle + half };
      const ellipsis = [...path(node)].slice(0, 3).find((one) => manner(one).textOverflow === 'ellipsis');
      if (ellipsis) {
        const edge = frame(ellipsis);
        [box.left, box.right] = [Math.max(box.left, edge.left), Math.min(box.right, edge.right)];
        if (edge.width < 2 * size && line.width > edge.width) say(`only ${Math.round(edge.width)} px`, node, words);
      }
      const strip = inStrip(node);
      if (!strip) outside(node, box, words);
      cut(node, box, words);
      if (drawing) continue;
      runsOut(node, box, words);
      if (!touchable(node) || strip) continue;
      for (const x of [0.25, 0.5, 0.75]) {
        const over = cover(node, box.left + (box.right - box.left) * x, middle);
        if (over && isNeeded(node)) say(`hidden under ${name(over)}`, node, words);
      }
    }
  }

  lookAtPage();
  for (const node of stage.querySelectorAll(CONTROLS)) lookAtControl(node);
  const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT, (text) =>
    text.textContent?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  while (texts.nextNode()) lookAtText(texts.currentNode);
  return [...found];
}
