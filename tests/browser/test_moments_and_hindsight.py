"""What is told afterwards: moments with their replay, a picture, and what would have worked."""

from __future__ import annotations

import json
import struct
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tools.fit import LONG_NAMES
from tools.house import House, Table
from tools.moments.common import FIRST_MOMENT, beside, unhurried
from tools.moments.nono import SPORTS, ZOO, nono_say
from tools.screens import IN_A_HURRY, finished

AFTER_NOW = pytest.mark.together("ended")  # one match for all who look at its end

# Keeps every line that is drawn: where, and how wide.
DRAWN: Final = """() => {
  window.drawn = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(text);
    window.drawn.push({ text, left: x - width / 2, right: x + width / 2, top: y - up, bottom: y + down });
    return fillText.call(this, text, x, y);
  };
}"""


def ended(house: House) -> Page:
    """Ana, after a match of NOW! among bots."""
    return finished(house)[1]


def told(house: House, page: Page) -> list[dict[str, Any]]:
    id = (page.locator("a.button[href^='/replay/']").last.get_attribute("href") or "").split("/")[
        -1
    ]
    address = f"{house.server.url}/api/matches/{id}/highlights"
    with urllib.request.urlopen(address, timeout=20) as answer:
        found: list[dict[str, Any]] = json.load(answer)["highlights"]
    return found


@AFTER_NOW
def test_a_moment_is_told_with_names_and_opens_its_replay_there(house: House) -> None:
    page = ended(house)
    moments = page.locator(".moments a")
    expect(moments.first).to_be_visible()
    found = told(house, page)
    assert len(found) <= 3
    expect(moments).to_have_count(len(found))
    for words in moments.all_inner_texts():
        assert "{" not in words
    last = max(range(len(found)), key=lambda n: int(found[n]["at"]))
    begun = time.monotonic()
    moments.nth(last).tap()
    expect(page.locator(".replay")).to_be_visible()
    assert page.url.endswith(f"?at={found[last]['at']}")
    now = float(page.locator(".controls input[type=range]").input_value())
    passed = (time.monotonic() - begun) * 1000  # it plays
    assert -6000 < now - found[last]["at"] < 6000 + passed


@AFTER_NOW
def test_the_big_screen_tells_the_best_moment_in_large_letters(house: House) -> None:
    page = beside(house, finished(house)[0])
    best = page.locator(".best")
    expect(best).to_be_visible()
    assert best.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 40
    expect(page.locator(".moments")).to_have_count(0)


def nono(house: House, options: dict[str, Any], level: str) -> Table:
    """Ana and two bots, at a card that the bots do not solve."""
    deal = {"turns": [ZOO, SPORTS]}
    return house.open_table("nono", start=True, options=options, deal=deal, bots=[level] * 2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_after_an_unsolved_card_words_are_told_that_fit(house: House, language: str) -> None:
    clocks = unhurried("nono") | {"search": 3}  # then it is over, and nobody has stopped
    options = clocks | {"language": "en", "handicap": [None, "last", "last"]}
    page = house.person(language).sit(nono(house, options, "gentle"))
    said = {"en": "would have worked", "fr": "convenu"}
    expect(page.get_by_text(said[language]).first).to_be_visible()


def test_a_wrong_word_is_followed_by_right_ones(house: House) -> None:
    options = unhurried("nono") | {"handicap": [None, "last", "last"]}
    page = house.person().sit(nono(house, options, "merciless"))
    nono_say(page, "apes")
    expect(page.locator(".would")).to_contain_text("would have worked")


def test_the_best_card_is_told_to_its_player_alone(house: House) -> None:
    """Ana lets 83 go, which would have taken the 84; Bo and the big screen hear nothing of it."""
    targets = [{"value": 4 * n, "colour": "red", "points": 1} for n in range(1, 33)]
    first = [targets.pop(20), targets.pop(28), targets.pop(3)]
    deal = {
        "targets": [*first, *targets, {"refresh": True}],
        "decks": [[83, 50, *range(1, 15)], [60, *range(100, 115)], [20, *range(31, 46)]],
    }
    options = unhurried("now") | {"countdown": 1}
    table = house.open_table("now", options=options, deal=deal)
    people = [house.person().sit(table)]
    people += [house.person().join(table.code, name) for name in ("Bo", "Cy")]
    for page in people[1:]:
        page.locator(".go .big").tap()
    people[0].locator(".go .big:enabled").tap()
    screen = beside(house, table)
    for page in people:
        page.get_by_role("button", name="Discard it").wait_for()
    for card in (83, 50):
        people[0].get_by_role("button", name=f"Your card: {card}. Discard it").wait_for()
        people[0].wait_for_timeout(FIRST_MOMENT)
        if card == 83:
            people[0].locator("button.grip").tap()
    for page in people:
        page.locator("button.shout").tap()
    told = "Your best card was 83"
    expect(people[0].locator(".caption")).to_contain_text(told)
    for page in (*people[1:], screen):
        expect(page.locator(".caption")).to_be_visible()
        assert told not in page.locator("body").inner_text()


# The picture


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


@AFTER_NOW
def test_the_picture_is_downloaded_where_files_cannot_be_shared(house: House) -> None:
    page = ended(house)
    page.evaluate("() => Object.defineProperty(navigator, 'canShare', { value: undefined })")
    with page.expect_download() as download:
        page.get_by_role("button", name="A picture").tap()
    name = download.value.suggested_filename
    assert name.startswith("brouhaha-now-")
    assert name.endswith(".png")
    assert size_of(Path(download.value.path()).read_bytes()) == (1080, 1350)


@AFTER_NOW
def test_the_picture_is_shared_where_files_can_be(house: House) -> None:
    page = ended(house)
    page.evaluate("""() => {
      const shared = { canShare: ({ files }) => files.length === 1, share: async (what) => { window.shared = what } };
      for (const [name, value] of Object.entries(shared)) Object.defineProperty(navigator, name, { value });
    }""")
    page.get_by_role("button", name="A picture").tap()
    page.wait_for_function("() => window.shared")
    file = page.evaluate(
        "() => { const [file] = shared.files; return [file.name, file.type, file.size] }"
    )
    assert file[0].endswith(".png")
    assert file[1] == "image/png"
    assert file[2] > 5_000


@pytest.mark.parametrize("seats", [3, 8])
def test_the_longest_names_fit_the_picture(house: House, seats: int) -> None:
    """Every line inside the picture, and none over another."""
    house.names = ["<b>W&amp;</b>" + "W" * 11, *LONG_NAMES[1:seats]]
    table = house.open_table("now", options=IN_A_HURRY, bots=["sharp"] * (seats - 1), start=True)
    page = house.person().sit(table)
    page.locator(".podium").wait_for()
    page.locator(".moments a").first.wait_for()
    page.evaluate(DRAWN)
    with page.expect_download():
        page.get_by_role("button", name="A picture").tap()
    lines = page.evaluate("() => drawn")
    assert len(lines) >= seats + 2
    assert any("<b>W&amp;" in line["text"] for line in lines)  # as it is written
    for line in lines:
        assert 0 <= line["left"] <= line["right"] <= 1080, line
        assert 0 <= line["top"] <= line["bottom"] <= 1350, line
    boxes = [line for line in lines if line["text"].strip()]
    for one, other in ((a, b) for n, a in enumerate(boxes) for b in boxes[:n]):
        apart = one["right"] <= other["left"] or other["right"] <= one["left"]
        assert apart or one["bottom"] <= other["top"] or other["bottom"] <= one["top"], (one, other)
