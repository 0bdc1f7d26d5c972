"""Balance reports: the figures add up, and the page needs nothing but itself."""

import json
from pathlib import Path

import pytest

from brouhaha.cli import main
from brouhaha.games.nimble.lab import balance as balance_nimble
from brouhaha.games.nono.cards import default_box
from brouhaha.games.nono.lab import balance as balance_nono
from brouhaha.games.now.lab import balance as balance_now
from brouhaha.lab.balance import Point, Report, Section, as_page, as_text
from brouhaha.lab.lineups import Lineup, sampled, seats

SCATTER = Section(
    "Cards", "Harder cards bring more.", points=[Point("Food", 1.5, 2), Point("Sea", 3, 4)]
)


@pytest.mark.parametrize("players", [2, 3, 8])
def test_every_win_is_some_decks_and_some_seats(players: int) -> None:
    decks, chairs = balance_now.compiled(players, 3000, 1)
    around = players + (players == 2)
    assert sum(share.won for share in decks.shares) == pytest.approx(3000, abs=0.01)
    assert sum(share.won for share in chairs.shares) == pytest.approx(3000, abs=0.01)
    assert sum(share.of for share in decks.shares) == 3000 * around
    assert {share.fair for share in decks.shares} == {1 / around}


def test_samples_are_the_same_on_any_cores() -> None:
    lineups = {"a": Lineup("nimble", 2, "random", 3, range(50))}
    traits = (balance_nimble.given, seats)
    one, two = sampled(lineups, traits, 1), sampled(lineups, traits, 2)
    assert one == two
    givers, chairs = one["a"]
    assert givers.sat == {"gives one": 50, "gives two": 50}
    assert sum(chairs.won.values()) == 50


def test_a_card_of_nono_is_as_hard_as_its_words_are_rare() -> None:
    box = default_box("en")
    point = balance_nono.judged(box.cards[0], box, "en")
    assert point.label == box.cards[0].category
    assert point.x >= 1.5
    assert "a right word for" in point.note


@pytest.mark.no_cover  # many words: see tests/tracing.py
def test_every_roll_of_every_card_of_nono_is_tried() -> None:
    box = default_box("en")
    numbers = {len(list(balance_nono.rolls(card, box))) for card in box.cards}
    assert numbers <= {6, 36, 216}
    section = balance_nono.cards_section("en")
    assert len(section.points) == 75
    assert all(point.x >= 1.5 and point.y > 0 for point in section.points)
    assert balance_nono.correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1)


def test_a_page_holds_all_it_needs() -> None:
    report = Report("now", 500, 1, [*balance_now.compiled(4, 500, 1), SCATTER])
    page = as_page(report)
    assert page.count("<svg") == 3
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "src=" not in page
    assert as_text(report).count("\n## ") == 3


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    assert main(f"balance nimble --matches 100 --jobs 1 --json --out {out}".split()) == 0
    report = json.loads(capsys.readouterr().out)
    assert [s["title"] for s in report["sections"]][:2] == [
        "Who gives, 2 players, gentle",
        "Seats, 2 players, gentle",
    ]
    assert out.read_text().startswith("<!doctype html>")
