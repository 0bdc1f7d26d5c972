"""Several people at one device, with real fingers: people without a phone, Stop! at every edge, two who place at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, middle_of
from tests.browser.test_nono import DEAL, FIRST_MOMENT, LINES, NO_CLOCKS
from tools.house import SIZES, House, Table
from tools.moments.common import STAYS
from tools.sights import off_screen, resize, settle, too_small, violations

TABLET = (1024, 768)
# Pile 0 wants a blue frame, and both have one on top after a flip; then both have a green one for pile 1.
DUEL: dict[str, Any] = {
    "options": {"countdown": 0, "round": 0, "check": 0},
    "deal": {
        "decks": [
            [
                *(["green", "red"], ["blue", "red"], ["green", "blue"], ["yellow", "blue"]),
                *(["mauve", "blue"], ["mauve", "red"], ["mauve", "green"], ["mauve", "yellow"]),
            ],
            [
                *(["orange", "blue"], ["yellow", "green"], ["blue", "yellow"], ["green", "mauve"]),
                *(["mauve", "blue"], ["mauve", "red"], ["mauve", "green"], ["mauve", "yellow"]),
            ],
        ],
        "givers": [1, 1, 0],
    },
}
OTHER_SIZES = [(768, 1024), SIZES["small"], (844, 390), (1366, 768), SIZES["screen"], TABLET]
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.game button, .game input')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.fixture(autouse=True)
def touched(house: House) -> None:
    house.touch = True


def tablet(house: House, table: Table, *names: str, language: str = "en") -> Page:
    """The host's device in the lobby, with these people without a phone."""
    page = house.person(language, size=TABLET).sit(table)
    without_a_phone(page, *names)
    return page


def without_a_phone(page: Page, *names: str) -> None:
    """They sit down at this device, by name."""
    for name in names:
        page.locator(".round li button").last.click()
        page.locator("dialog[open] input").fill(name)
        page.keyboard.press("Enter")
        page.locator(".round").get_by_text(name, exact=True).wait_for()


def look(page: Page) -> None:
    """At every size all is in sight, and large enough but for a keyboard's letters; axe finds nothing."""
    for size in OTHER_SIZES:
        resize(page, *size)
        assert (off_screen(page), page.evaluate(OUT_OF_SIGHT)) == ([], []), size
        assert [one for one in too_small(page) if " key" not in one] == [], size
    settle(page)
    assert violations(page) == []


def start(page: Page) -> Page:
    page.locator(".go .button.big:enabled").click()
    return page


def at(page: Page, name: str) -> Any:
    """Somebody's own edge."""
    return page.get_by_role("region", name=name, exact=True)


def begin_card(page: Page) -> None:
    page.locator(".stop").first.wait_for()
    page.wait_for_timeout(FIRST_MOMENT)


def write(fingers: Fingers, page: Page, word: str) -> None:
    for letter in word:
        fingers.tap([page.get_by_role("button", name=letter, exact=True)])
    fingers.tap([page.locator(".say")])


def hear_verdict(page: Page) -> None:
    """Told to its end. A tap that comes after that would be for the next card."""
    page.locator(LINES).first.wait_for()
    page.locator(".told > .button").evaluate(
        "button => button.innerText.trim() === 'Skip' && button.click()"
    )
    page.get_by_role("button", name=re.compile("Next card|To the podium")).wait_for()


def has_points(page: Page, name: str, points: str) -> None:
    expect(at(page, name).locator(".who .points")).to_have_text(re.compile(f"{points}$"))


def test_nono_for_four_on_one_tablet_to_the_end(house: House) -> None:
    """Four fingers at once; two of them race within 5 ms, and the tablet's own clock decides."""
    table = house.open_table("nono", options=NO_CLOCKS, deal=DEAL)
    page = start(tablet(house, table, "Bo", "Cy", "Di"))
    fingers = Fingers(page)

    begin_card(page)
    expect(page.locator(".stop")).to_have_count(4)
    look(page)
    stops = {name: at(page, name).locator(".stop") for name in ("Ana", "Bo", "Cy", "Di")}
    fingers.tap([stops["Cy"], stops["Bo"]], apart=0.003)
    page.get_by_text("Cy: You’re first!").wait_for()
    look(page)
    write(fingers, page, "marathon")
    thumbs = page.get_by_role("button", name="Typical!")
    expect(thumbs).to_have_count(3)
    look(page)
    fingers.tap([thumbs.nth(0), thumbs.nth(1), thumbs.nth(2)])  # three thumbs at once
    hear_verdict(page)
    look(page)
    page.locator(".told > .button").click()

    begin_card(page)
    has_points(page, "Cy", "6")
    fingers.tap([stops[name] for name in ("Di", "Ana", "Bo", "Cy")], apart=0.001)  # all four
    page.get_by_text("Di: You’re first!").wait_for()
    write(fingers, page, "apes")
    expect(thumbs).to_have_count(3)
    fingers.tap([thumbs.nth(0), thumbs.nth(1), thumbs.nth(2)])
    hear_verdict(page)
    page.locator(".told > .button").click()
    page.locator(".podium").wait_for()


def test_thumbs_in_secret_are_pressed_one_after_another_behind_a_curtain(house: House) -> None:
    table = house.open_table("nono", options=NO_CLOCKS | {"language": "fr"})
    page = tablet(house, table, "Bo", "Cy", language="fr")
    page.get_by_role("button", name="Pouces : tous à découvert").click()
    start(page)
    fingers = Fingers(page)
    begin_card(page)
    fingers.tap([at(page, "Bo").locator(".stop")])
    page.locator(".say").wait_for()
    look(page)
    write(fingers, page, "nous")
    for name in ("Ana", "Cy"):
        page.get_by_text(f"{name}, prends l’appareil").wait_for()
        expect(page.locator(".thumbs")).to_have_count(0)  # nothing to see before it is lifted
        look(page)
        page.locator(".curtain .button").click()
        look(page)
        fingers.tap([page.locator(".large .thumbs .button").first])
    page.locator(".told").wait_for()


# Whoever has the phone lifts the curtain, keeps the first card, and goes on.
PASS_ON = """() => setInterval(() => document.querySelectorAll(
  '.curtain .button, button.shout, .resolution, .thumb button.big').forEach((one) => one.click()), 40)"""


def play_in_turn(pages: Sequence[Page]) -> None:
    """NOW! by whoever has each of these devices, from where it stands to the podium."""
    for page in pages:
        page.evaluate(PASS_ON)
    for page in pages:
        page.locator(".podium").wait_for()


def test_now_by_one_phone_is_another_game_and_goes_to_its_end(house: House) -> None:
    """In French: it has to be switched on, a curtain hangs between the hands, and eleven rounds later there is a podium."""
    clocks = {"countdown": 0, "action": 0, "last_player": 0, "resolution": 0}
    page = house.person("fr").sit(house.open_table("now", options=clocks))
    without_a_phone(page, "Bo")
    page.get_by_text("Sur un seul appareil, c’est un autre jeu").wait_for()
    page.get_by_role("button", name="Jouer comme ça").tap()
    start(page)
    page.get_by_text("Ana, prends l’appareil").wait_for()
    look(page)
    page.locator(".curtain .button").tap()
    page.locator("button.shout").wait_for()
    look(page)
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator("button.shout").tap()
    page.get_by_text("Bo, prends l’appareil").wait_for()
    expect(page.locator(".spot button, button.shout")).to_have_count(0)  # nobody's hand is seen
    page.reload()
    page.get_by_text("Bo, prends l’appareil").wait_for()
    play_in_turn([page])
    expect(page.locator(".sheet tbody td.score")).to_have_count(3)  # Silvano is the third


def top(page: Page, name: str) -> Any:
    return at(page, name).locator(".discard .top")


def lies_on(page: Page, pile: int, colour: str) -> None:
    card = page.locator(f"[data-pile='{pile}'] [role=img]").last
    expect(card).to_have_attribute("aria-label", re.compile(colour))


def flip_both(fingers: Fingers, page: Page) -> None:
    fingers.tap([at(page, name).locator(".deck") for name in ("Ana", "Bo")])
    for name in ("Ana", "Bo"):
        top(page, name).locator(".card:not(.down)").wait_for()


def test_nimble_for_two_on_one_tablet_who_place_on_one_pile_at_once(house: House) -> None:
    """Two fingers flip at once, two drag across the middle: one lands, one bounces, the right one."""
    page = start(tablet(house, house.open_table("nimble", **DUEL), "Bo"))
    fingers, ana, bo = Fingers(page), at(page, "Ana"), at(page, "Bo")
    ana.locator(".deck").wait_for()
    look(page)
    page.evaluate(STAYS, 2000)  # why a card bounced is said for a moment only
    flip_both(fingers, page)
    onto = middle_of(page.locator("[data-pile='0']"))
    fingers.drag(
        [(middle_of(top(page, name)), onto) for name in ("Bo", "Ana")]
    )  # Bo's finger first
    expect(ana.locator(".why")).to_contain_text("Bo")
    expect(bo.locator(".why")).to_have_count(0)
    expect(top(page, "Ana")).to_have_count(1)  # it came back
    expect(top(page, "Bo")).to_have_count(0)
    lies_on(page, 0, "yellow")

    flip_both(fingers, page)  # without dragging, 3 ms apart: Ana is the first now
    arrows = [half.get_by_role("button", name=re.compile("onto pile 2")) for half in (ana, bo)]
    fingers.tap(arrows, apart=0.003)
    expect(bo.locator(".why")).to_contain_text("Ana")
    expect(top(page, "Bo")).to_have_count(1)
    lies_on(page, 1, "blue")

    # Four fingers at once: both flip, and both take back what they flipped before.
    before = [half.locator(".deck .count").inner_text() for half in (ana, bo)]
    fingers.tap([half.locator(button) for button in (".deck", ".backward") for half in (ana, bo)])
    for half, count in zip((ana, bo), before, strict=True):
        expect(half.locator(".deck .count")).to_have_text(count)
    look(page)
