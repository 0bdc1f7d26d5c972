"""What a good eye sees on a page: whether it stands still, fits, and can be read by everybody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Page

from tools.house import SIZES

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
AXE = Path(__file__).resolve().parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS = ["color-contrast", "link-in-text-block"]  # all that another theme can change
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Everything that one can press or type into, and that is not in a strip which scrolls by itself.
OFF_SCREEN = """() => {
  const strip = (node) => node && node !== document.documentElement &&
    (/auto|scroll/.test(getComputedStyle(node).overflowX) || strip(node.parentElement));
  const wide = document.documentElement.scrollWidth - innerWidth;
  const bad = wide > 0 ? [`the page is ${wide} px too wide`] : [];
  const top = document.querySelector('dialog[open]') ?? document;
  for (const node of top.querySelectorAll('a[href], button, input, select, summary')) {
    const box = node.getBoundingClientRect();
    const seen = node.checkVisibility({ visibilityProperty: true }) && box.width > 1;
    if (!seen || node.closest('.unseen, [inert]') || strip(node.parentElement?.closest('.seats, .table'))) continue;
    if (box.left < -1 || box.right > innerWidth + 1) bad.push(`${node.outerHTML.slice(0, 90)}: ${box.left}…${box.right}`);
  }
  return bad;
}"""
# A browser that draws nothing, or an animation that stands, would never answer, and nothing else ends the wait.
STILL = """async () => {
  const ending = () => document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity);
  const settled = async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.all(ending().map((one) => one.finished.catch(() => undefined)));
  };
  let timer;
  const never = new Promise((_, reject) => {
    const moving = () => ending().map((one) => `${one.animationName ?? one.id} ${one.playState}`).join(', ');
    timer = setTimeout(() => reject(new Error(`not still after a minute: ${document.visibilityState}, ${moving()}`)), 60_000);
  });
  await Promise.race([settled(), never]).finally(() => clearTimeout(timer));
}"""
TOO_SMALL = """() => {
  const top = document.querySelector('dialog[open]') ?? document;
  const touched = top.querySelectorAll('button, input:not([type=radio]), select, summary, a.button');
  return [...touched].filter((node) => {
    const box = (node.closest('label') ?? node).getBoundingClientRect();  // who taps the words, ticks the box
    return node.checkVisibility({ visibilityProperty: true }) && !node.closest('.unseen, [inert]') &&
      box.width > 1 && (box.width < 47.5 || box.height < 47.5);
  }).map((node) => node.outerHTML.slice(0, 120));
}"""


def settle(page: Page) -> None:
    """Fonts are there, the layout is done, and nothing moves any more."""
    page.evaluate(STILL)


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


def switch_language(page: Page, language: str) -> None:
    """As if it had been changed in another window of the same browser."""
    page.evaluate(
        """(language) => {
          localStorage.setItem('brouhaha.settings', JSON.stringify({ language }));
          dispatchEvent(new StorageEvent('storage', { key: 'brouhaha.settings' }));
        }""",
        language,
    )
    page.locator(f"html[lang={language}]").wait_for(state="attached")


def off_screen(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OFF_SCREEN)
    return found


def too_small(page: Page) -> list[str]:
    found: list[str] = page.evaluate(TOO_SMALL)
    return found


def too_low(page: Page, buttons: str) -> list[str]:
    """During play nobody scrolls: every one of these is in sight."""
    found: list[str] = page.locator(buttons).evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().bottom > innerHeight + 1)"
        ".map(one => one.outerHTML.slice(0, 90))"
    )
    return found


def look(
    page: Page,
    buttons: str,
    sizes: Sequence[str] = tuple(SIZES),
    themes: Sequence[Theme] = THEMES,
) -> None:
    """At these sizes nothing is out of reach; in these themes axe finds nothing. Only colours differ from theme to theme."""
    for size in sizes:
        resize(page, *SIZES[size])
        assert off_screen(page) == [], size
        assert too_low(page, buttons) == [], size
        assert too_small(page) == [], size
    for rules, theme in zip((RULES, COLOURS), themes, strict=False):
        page.emulate_media(color_scheme=theme)
        settle(page)
        found = violations(page, rules)
        assert found == [], (theme, found)


def look_and_return(page: Page, buttons: str, *themes: Theme) -> None:
    """At every size, then as it was before, in these themes or in both."""
    before = page.viewport_size
    assert before is not None
    look(page, buttons, themes=())
    resize(page, before["width"], before["height"])
    look(page, buttons, sizes=(), themes=themes or THEMES)


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, rules: Sequence[str] = RULES) -> list[str]:
    """What axe-core finds wrong by these rules or tags: the rule, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    asked = json.dumps({"runOnly": rules, "resultTypes": ["violations"]})
    found: list[dict[str, Any]] = page.evaluate(
        f"axe.run(document, {asked}).then((r) => r.violations)"
    )
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found
        for node in one["nodes"]
    ]
