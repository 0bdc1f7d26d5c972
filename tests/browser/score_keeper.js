// Takes steps on the page's forms as a hand would: each waits for what it names, which must be in sight and enabled.
// A step is [what, name, value]. Several of one name are told apart by a number after it, counted from 0; … stands for any rest.
async (steps) => {
  const WAIT_MS = 60_000;
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  const words = (node) => node?.textContent.replace(/\s+/g, ' ').trim().replace(/^✓ |^\d\. /, '');
  const nameOf = (node) =>
    node.getAttribute('aria-label') ??
    words(node.querySelector('b[lang=en]') ?? document.getElementById(node.getAttribute('aria-labelledby'))) ??
    words(node.labels?.[0] ?? node);
  const inReach = (node) => node.checkVisibility() && !node.disabled;
  const called = (wanted) => (node) =>
    wanted.endsWith('…') ? nameOf(node).startsWith(wanted.slice(0, -1)) : nameOf(node) === wanted;
  const look = (kinds, name) => {
    const all = [...document.querySelectorAll(kinds)].filter(inReach);
    const exact = all.filter(called(name));
    const [, base, place] = name.match(/^(.*) (\d)$/) ?? [];
    return exact[0] ?? (base && all.filter(called(base))[Number(place)]);
  };
  const find = async (kinds, name) => {
    for (const begun = performance.now(); performance.now() - begun < WAIT_MS; await pause(5)) {
      const found = look(kinds, name);
      if (found) return found;
    }
    throw new Error(`nothing in reach is called ${name}: ${document.querySelector('main, body').innerText.slice(0, 900)}`);
  };
  const set = (node, change) => {
    change(node);
    for (const kind of ['input', 'change']) node.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const choose = (value) => (node) => {
    const options = [...node.options];
    node.selectedIndex = options.findIndex((one) => words(one) === value);
    if (node.selectedIndex < 0) throw new Error(`${nameOf(node)} has no ${value}`);
  };
  const BUTTONS = 'button, input[type=radio], input[type=checkbox]';
  const take = {
    press: async (name) => (await find(BUTTONS, name)).click(),
    fill: async (name, value) => set(await find('input', name), (node) => void (node.value = value)),
    pick: async (name, value) => set(await find('select', name), choose(value)),
    toggle: async (name, on) => {
      const button = await find('button[aria-pressed]', name);
      if ((button.getAttribute('aria-pressed') === 'true') !== on) button.click();
    },
    people: async (name, count) => {
      while (document.querySelectorAll('fieldset input').length < count) {
        (await find('button', name)).click();
        await pause(0);
      }
    },
    step: async (name, value) => {
      const shown = [...document.querySelectorAll('.option')].find((one) => words(one.querySelector('h3')) === name);
      while (Number(shown.querySelector('output').textContent) > value) {
        (await find('button', `${name}: less`)).click();
        await pause(0);
      }
    },
    written: () => find('.tools button', 'Take back'),
  };
  for (const [what, name, value] of steps) {
    await take[what](name, value);
    await pause(0);
    const refused = document.querySelector('.notice.bad, [role=alert] .bad');
    if (refused) throw new Error(refused.innerText);
  }
}
