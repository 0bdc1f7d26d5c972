"""Two phones and a tablet with three seats at one table: the tablet is reloaded in the middle of a race, and the match goes on
to its end. nimble seats four, so one phone is beside its tablet; NOW! is played in turn then, and has no races.

A race is open while the table waits for a phone that may have been first. So Ana's seems far away, and the table waits as long
as a table can: what her phone was told says that the tablet had gone before the race was decided."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers
from tests.browser.test_nono import DEAL, FIELD, FIRST_MOMENT, NO_CLOCKS, THUMBS
from tests.browser.test_nono import stop as stop_on_phone
from tests.browser.test_now import CARD, LEFT, NOW, SHOWN, own_card, same_sheets, throw_away
from tests.browser.test_one_device import (
    TABLET,
    at,
    begin_card,
    has_points,
    hear_verdict,
    play_in_turn,
    without_a_phone,
    write,
)
from tests.browser.test_one_device import top as top_of
from tools.house import House, Person

# Everybody's second card fits on the pile of Ana's first; Di is out of cards after three.
RACE: dict[str, Any] = {
    "options": {"countdown": 0, "round": 0, "check": 0},
    "deal": {
        "decks": [
            [["green", "red"], ["red", "blue"], ["mauve", "blue"], ["mauve", "red"]],
            [["orange", "blue"], ["red", "yellow"], ["mauve", "blue"], ["mauve", "red"]],
            [["green", "yellow"], ["red", "green"], ["mauve", "blue"], ["mauve", "red"]],
            [["green", "blue"], ["yellow", "green"]],
        ],
        "givers": [0, 1, 2],
    },
}
IN_TURN = {"in_turn": True, "countdown": 0, "action": 0, "last_player": 0, "resolution": 0}
# Answers how long the line is so many ms late, as if it were that long; says the rest at once.
FAR = """() => {
  const { send } = WebSocket.prototype;
  window.answers = 0;
  WebSocket.prototype.send = function (said) {
    window.line = this;
    if (!said.startsWith('{"type":"measured"')) send.call(this, said);
    else setTimeout(() => { send.call(this, said); window.answers += 1; }, 1500);
  };
}"""
# Once so many moves have gone out, this window is gone and comes back: sooner than any hand can tell it to.
RELOADS = """(moves) => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (said) {
    send.call(this, said);
    if (!said.startsWith('{"type":"act"') || --moves) return;
    this.close();
    location.reload();
  };
}"""
WAIT = "(ms) => line.send(JSON.stringify({ type: 'policy', policy: { longest_wait: ms } }))"
Told = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def touched(house: House) -> None:
    house.touch = True


def far_away(person: Person) -> Told:
    """Whatever this phone will be told, frame by frame. Its line seems long."""
    told: Told = []
    person.page.add_init_script(f"({FAR})()")
    person.page.on(
        "websocket",
        lambda line: line.on("framereceived", lambda frame: told.append(json.loads(frame))),
    )
    return told


def reload_in_mid_race(
    tablet: Page, ana: Page, told: Told, moves: int, race: Callable[[], None]
) -> None:
    """The table waits for Ana, as long as it can; the tablet is reloaded when its moves are out."""
    ana.wait_for_function("answers >= 2")
    ana.evaluate(WAIT, 1000)
    told.clear()
    tablet.evaluate(RELOADS, moves)
    with tablet.expect_navigation(wait_until="commit"):
        race()


def was_open(told: Told, seat: int, decided: Callable[[dict[str, Any]], bool]) -> bool:
    """Had this seat's device gone before the race was decided?"""
    went = (frame["type"] == "table" and not frame["seats"][seat]["connected"] for frame in told)
    ended = (frame["type"] == "update" and decided(frame) for frame in told)
    return list(went).index(True) < list(ended).index(True)


def gather(house: House, game: str, phones: int, **wanted: Any) -> tuple[list[Page], Page, Told]:
    """Ana opens the table on a phone; Bo may have one; Cy, Di and Ed share the tablet. And what Ana is told."""
    table = house.open_table(game, **wanted)
    ana = house.person()
    told = far_away(ana)
    pages = [ana.sit(table)]
    if phones == 2:
        pages.append(house.person("fr").join(table.code, "Bo"))
    tablet = house.person(size=TABLET).join(table.code, "Cy")
    without_a_phone(tablet, "Di", "Ed")
    for guest in (*pages[1:], tablet):
        guest.locator(".go .button.big").click()
    pages[0].locator(".go .button.big:enabled").click()
    return pages, tablet, told


def say_now(page: Page) -> None:
    page.locator(NOW).wait_for()
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(NOW).tap()
    page.locator(NOW).wait_for(state="detached")


def all_have_seen_it(phones: list[Page], tablet: Page) -> None:
    hear_verdict(tablet)
    tablet.locator(".told > .button").click()
    for phone in phones:
        phone.locator(".verdict .said").click()
        phone.locator(".thumb button.big").tap()


def test_nono(house: House) -> None:
    """Di stops, and the tablet is reloaded while the table still waits for whoever may have been first."""
    phones, tablet, told = gather(house, "nono", 2, options=NO_CLOCKS, deal=DEAL)
    begin_card(tablet)
    stop, fingers = at(tablet, "Di").locator(".stop"), Fingers(tablet)
    reload_in_mid_race(tablet, phones[0], told, 1, lambda: fingers.tap([stop]))
    tablet.get_by_text("Di: You’re first!").wait_for()
    assert was_open(told, 3, lambda update: update["public"]["stopper"] == 3)
    phones[0].evaluate(WAIT, 0)
    expect(phones[1].locator(".middle .stopped")).to_contain_text("Di écrit")
    fingers = Fingers(tablet)
    write(fingers, tablet, "marathon")
    thumbs = tablet.get_by_role("button", name="Typical!")
    expect(thumbs).to_have_count(2)  # Cy's and Ed's: the caller has none
    fingers.tap([thumbs.nth(0), thumbs.nth(1)])
    for phone in phones:
        phone.locator(THUMBS).first.tap()
    all_have_seen_it(phones, tablet)

    begin_card(tablet)
    has_points(tablet, "Di", "6")
    stop_on_phone(phones[0])  # now a phone is the first
    phones[0].locator(FIELD).fill("apes")
    phones[0].keyboard.press("Enter")
    phones[1].locator(THUMBS).first.tap()
    expect(thumbs).to_have_count(3)
    fingers.tap([thumbs.nth(place) for place in range(3)])
    all_have_seen_it(phones, tablet)
    for page in (*phones, tablet):
        page.locator(".podium").wait_for()


def test_nimble(house: House) -> None:
    """Cy and Di send their cards onto one pile, Cy first, and the tablet is reloaded before it can be told."""
    (ana,), tablet, told = gather(house, "nimble", 1, **RACE)
    fingers = Fingers(tablet)
    at(tablet, "Cy").locator(".deck").wait_for()
    ana.locator("button.deck").tap()  # now she could be the first
    fingers.tap([at(tablet, name).locator(".deck") for name in ("Cy", "Di")])
    for name in ("Cy", "Di"):
        top_of(tablet, name).locator(".card:not(.down)").wait_for()
    arrows = [
        at(tablet, name).get_by_role("button", name=re.compile("onto pile 1"))
        for name in ("Cy", "Di")
    ]
    reload_in_mid_race(tablet, ana, told, 2, lambda: fingers.tap(arrows, apart=0.002))
    expect(tablet.locator(".half")).to_have_count(3)
    expect(top_of(tablet, "Cy")).to_have_count(0)  # it lies on the pile
    expect(top_of(tablet, "Di").locator(".card:not(.down)")).to_have_count(1)  # it bounced
    expect(ana.locator("[data-pile='0'] [role=img]").last).to_have_attribute(
        "aria-label", re.compile("yellow")
    )
    assert was_open(told, 2, lambda update: update["public"]["piles"][0] == ["red", "yellow"])
    ana.evaluate(WAIT, 0)

    ed = at(tablet, "Ed")
    for _ in range(2):
        fingers.tap([ed.locator(".deck")])
    expect(ed.locator(".discard .count")).to_have_text("2")
    top_of(tablet, "Ed").locator(".card:not(.down)").wait_for()  # he has seen what he places
    for _ in range(2):
        fingers.tap([ed.get_by_role("button", name=re.compile("onto pile 1"))])
    for page in (ana, tablet):
        page.get_by_text("Ed wins the round!").wait_for()
    tablet.locator(".outcome .button").tap()  # one tap for all three
    ana.get_by_text("Waiting for Ana").wait_for(state="detached")
    ana.locator(".outcome .button").tap()
    for page in (ana, tablet):
        page.locator(".podium").wait_for()


def test_now(house: House) -> None:
    """Cy throws a card away, and the tablet is reloaded while their clock runs: the curtain hangs again, and nothing is lost."""
    phones, tablet, _ = gather(house, "now", 2, options=IN_TURN)
    for phone in phones:
        phone.locator(".curtain .button").tap()
        say_now(phone)
    expect(phones[0].locator(".waits")).to_contain_text("Cy")
    tablet.get_by_text("Cy, take the device").wait_for()
    expect(tablet.locator(CARD)).to_have_count(0)
    tablet.locator(".curtain .button").tap()
    throw_away(tablet)
    card, left = own_card(tablet), tablet.locator(LEFT).inner_text()
    tablet.reload()
    tablet.locator(".curtain .button").tap()
    expect(tablet.locator(CARD)).to_have_attribute("aria-label", card)
    expect(tablet.locator(LEFT)).to_have_text(left)
    say_now(tablet)
    for name in ("Di", "Ed"):
        tablet.get_by_text(f"{name}, take the device").wait_for()
        expect(tablet.locator(CARD)).to_have_count(0)
        tablet.locator(".curtain .button").tap()
        say_now(tablet)
    for page in (*phones, tablet):
        page.locator(SHOWN).wait_for()
        expect(page.locator(f"{SHOWN} .targets")).to_be_visible()  # who took what, step by step
    for page in (*phones, tablet):
        page.locator(SHOWN).click()
        page.locator(".thumb button.big").tap()
    phones[0].get_by_text("Round 2 of 11").wait_for()
    if "EVERY_EVENING" not in os.environ:
        return  # fifty hands more: `make evenings`
    play_in_turn([*phones, tablet])
    same_sheets((*phones, tablet), 5)
