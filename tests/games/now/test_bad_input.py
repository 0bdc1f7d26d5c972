"""Bad input gets a code and a sentence in both languages, and nothing is begun or changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import brouhaha
from brouhaha.games.now import GAME
from brouhaha.games.now.cards import COLOURS, default_cards
from tests.games.now.dealing import fill_decks, fill_targets

NAMES = ["Ana", "Bo", "Cy"]
GOOD: dict[str, Any] = {"targets": fill_targets([]), "decks": fill_decks([[1], [2], [3]])}
CARDS = brouhaha.to_json(default_cards())


def changed(whole: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return copy.deepcopy(whole) | parts


STARTS: list[tuple[str, str, dict[str, Any]]] = [
    ("unknown game", "unknown_game", {"game": "chess"}),
    ("not even a name", "unknown_game", {"game": None}),
    ("nobody", "too_few_players", {"players": []}),
    ("one player", "too_few_players", {"players": ["Ana"]}),
    ("nine players", "too_many_players", {"players": list("abcdefghi")}),
    ("an empty name", "bad_players", {"players": ["", "b", "c"]}),
    ("a number for a name", "bad_players", {"players": [1, 2, 3]}),
    ("a text for a list", "bad_players", {"players": "abc"}),
    ("a novel for a name", "bad_players", {"players": ["x" * 41, "b", "c"]}),
    ("unknown option", "unknown_option", {"options": {"speed": 3}}),
    ("negative clock", "bad_option", {"options": {"action": -1}}),
    ("a clock of an hour and more", "bad_option", {"options": {"action": 3601}}),
    ("a clock in words", "bad_option", {"options": {"action": "long"}}),
    ("a clock that is no number", "bad_option", {"options": {"action": float("nan")}}),
    ("unknown perfect", "bad_option", {"options": {"perfect": "all"}}),
    ("negative Refresh", "bad_option", {"options": {"refresh_points": -1}}),
    ("options as a list", "bad_option", {"options": [1]}),
    ("unknown colour", "bad_option", {"options": {"colours": ["ultraviolet"]}}),
    ("a colour taken twice", "colour_taken", {"options": {"colours": ["blue", "pink", "blue"]}}),
    ("more colours than seats", "too_many_colours", {"options": {"colours": list(COLOURS)}}),
    ("seed in words", "bad_seed", {"seed": "seven"}),
    ("seed of a half", "bad_seed", {"seed": 0.5}),
    ("seed yes", "bad_seed", {"seed": True}),
    ("a deal with a card missing", "bad_deal", {"deal": changed(GOOD, targets=GOOD["targets"][1:])}),
    ("no Refresh", "bad_deal", {"deal": changed(GOOD, targets=[*GOOD["targets"][:32], {"value": 3, "colour": "red", "points": 1}])}),
    ("two Refreshes", "bad_deal", {"deal": changed(GOOD, targets=[{"refresh": True}, *GOOD["targets"][1:]])}),
    ("a doubled Target", "bad_deal", {"deal": changed(GOOD, targets=[GOOD["targets"][1], *GOOD["targets"][1:]])}),
    ("a Target with no points", "bad_deal", {"deal": changed(GOOD, targets=[{"value": 4, "colour": "red"}, *GOOD["targets"][1:]])}),
    ("a Target of no colour", "bad_deal", {"deal": changed(GOOD, targets=[{"value": 4, "colour": "pink", "points": 1}, *GOOD["targets"][1:]])}),
    ("Refresh with a value", "bad_deal", {"deal": changed(GOOD, targets=[*GOOD["targets"][:32], {"refresh": True, "value": 3}])}),
    ("a deck of 15", "bad_deal", {"deal": changed(GOOD, decks=[GOOD["decks"][0][1:], *GOOD["decks"][1:]])}),
    ("a card in two decks", "bad_deal", {"deal": changed(GOOD, decks=[GOOD["decks"][1], *GOOD["decks"][1:]])}),
    ("a card of 129", "bad_deal", {"deal": changed(GOOD, decks=[[129, *GOOD["decks"][0][1:]], *GOOD["decks"][1:]])}),
    ("two decks for three", "bad_deal", {"deal": changed(GOOD, decks=GOOD["decks"][:2])}),
    ("Silvano with three", "bad_deal", {"deal": changed(GOOD, silvano=list(range(100, 116)))}),
    ("no Silvano with two", "bad_deal", {"players": ["a", "b"], "deal": changed(GOOD, decks=GOOD["decks"][:2])}),
    ("an unknown part of a deal", "bad_deal", {"deal": changed(GOOD, jokers=[])}),
    ("a deal that is none", "bad_deal", {"deal": {}}),
    ("a box with a deck missing", "bad_cards", {"options": {"cards": changed(CARDS, decks={k: CARDS["decks"][k] for k in COLOURS[1:]})}}),
    ("a box with a doubled value", "bad_cards", {"options": {"cards": changed(CARDS, decks=CARDS["decks"] | {"blue": CARDS["decks"]["pink"]})}}),
    ("a box with 31 Targets", "bad_cards", {"options": {"cards": changed(CARDS, targets=CARDS["targets"][1:])}}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "wrong"), [pytest.param(c, w, id=n) for n, c, w in STARTS])
def test_start(code: str, wrong: dict[str, Any]) -> None:
    whole: dict[str, Any] = {"game": "now", "players": NAMES, "options": {}, "seed": 7} | wrong
    with pytest.raises(brouhaha.Rejected) as refused:
        brouhaha.start(**whole)
    assert refused.value.code == code
    assert refused.value.sentence("en") != refused.value.sentence("fr")


ACTIONS: list[tuple[str, str, Any, Any, Any]] = [
    ("unknown action", "unknown_action", 0, {"type": "jump"}, 4000),
    ("another game's action", "unknown_action", 0, {"type": "flip"}, 4000),
    ("no type", "bad_action", 0, {}, 4000),
    ("a word for an action", "bad_action", 0, "discard", 4000),
    ("nothing", "bad_action", 0, None, 4000),
    ("more than asked for", "bad_action", 0, {"type": "discard", "value": 5}, 4000),
    ("a seat that is not there", "wrong_seat", 3, {"type": "discard"}, 4000),
    ("a seat below the first", "wrong_seat", -1, {"type": "discard"}, 4000),
    ("a seat in words", "wrong_seat", "0", {"type": "discard"}, 4000),
    ("seat yes", "wrong_seat", True, {"type": "discard"}, 4000),
    ("before Go", "wrong_phase", 0, {"type": "discard"}, 2999),
    ("time in words", "bad_time", 0, {"type": "discard"}, "soon"),
    ("half a millisecond", "bad_time", 0, {"type": "discard"}, 4000.5),
    ("before the beginning", "bad_time", 0, {"type": "discard"}, -1),
    ("earlier than now", "time_backwards", 0, {"type": "discard"}, 99),
]


@pytest.mark.parametrize(
    ("code", "seat", "action", "at"), [pytest.param(*rest, id=name) for name, *rest in ACTIONS]
)
def test_act(code: str, seat: Any, action: Any, at: Any) -> None:
    match = brouhaha.start(GAME, players=NAMES, seed=7)
    match.advance(100)
    before = (match.log, match.public(), match.due)
    with pytest.raises(brouhaha.Rejected) as refused:
        match.act(seat, action, at)
    assert refused.value.code == code
    assert (match.log, match.public(), match.due) == before


def test_a_refused_action_past_a_deadline_does_not_fire_it() -> None:
    match = brouhaha.start(GAME, players=NAMES, seed=7)
    match.advance(3000)
    before = (match.log, match.public(), match.due)
    with pytest.raises(brouhaha.Rejected, match="wrong_phase"):
        match.act(0, {"type": "discard"}, 63_000)
    assert (match.log, match.public(), match.due) == before
    match.advance(63_000)
    assert match.public().phase == "resolution"


def test_own_cards_and_colours_are_played_with() -> None:
    cards = changed(CARDS)
    cards["decks"]["blue"], cards["decks"]["pink"] = cards["decks"]["pink"], cards["decks"]["blue"]
    options = {"cards": cards, "colours": ["blue", None, "pink"]}
    match = brouhaha.start(GAME, players=NAMES, options=options, seed=7)
    public = match.public()
    assert (public.seats[0].colour, public.seats[2].colour) == ("blue", "pink")
    assert public.seats[1].colour not in ("blue", "pink")
    assert {*match.state.decks[0], match.private(0).active} == set(CARDS["decks"]["pink"])
    assert brouhaha.replay(match.log).public() == public
