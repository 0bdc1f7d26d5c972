"""Does a frame tell a seat what it may not know? An independent judge: it does not ask the views.

The judge plays the log again, keeps by the rule books what has been turned over in front of whom,
and holds every frame that a seat was sent against that and against the cards as they truly lie.
Keys are listed by hand: a frame with a field that is not listed is wrong, whatever it holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch

Frame = dict[str, Any]
KEYS = {
    "now": set("""active best blue both by_clock card cards cards_left colour deadline discards extra_time gain last_player
        name phase points private ready red refresh round rounds said_now scene score scores seat
        seats sheet target targets targets_left total type value won winners ranking""".split()),
    "nimble": set("""card cards_left challenge check circle deadline deck discard ending error errors
        frame givers heights index name outcome outcomes phase pile piles ranking ready round rounds
        rounds_won scene seat seats signal_by titles top type under winner winners""".split()),
    "nono": set("""amount asks_syllables ban by_clock card categories category category_words change cut
        deadline dice dice_points die en fits fr handicap language letter marks multiplier name names
        no_answer order pass_final passed penalties phase ranking ready reason scene score scores seat seats start stop
        stopper syllables syllables_fit syllables_voted turn turns type verdict vote voted votes
        winners word would_fit accepted sure kind at length low high end extra_time""".split()),
}  # fmt: skip


class Leak(AssertionError):
    """A frame says more than its seat may know."""


def judge(log: dict[str, Any], seat: int | None, frames: Iterable[Frame], tokens: set[str]) -> int:
    """All frames of one seat (None: of somebody who watches); gives how many updates there were."""
    header = msgspec.convert(log, Log).header
    steps = list(_steps(log))
    found: dict[bytes, list[int]] = defaultdict(list)
    for number, step in enumerate(steps):
        found[step["public"]].append(number)
    updates = 0
    for frame in frames:
        _no_token(frame, tokens)
        if frame["type"] == "table" and frame["status"] != "ended":
            _must(frame["seed"] is None, "the seed of a match that is being played", frame)
        if frame["type"] == "update":
            updates += 1
            numbers = found[plain(frame["public"])]
            _must(bool(numbers), "a view that the log does not lead to", frame)
            _judge_update(header.game, seat, frame, [steps[number] for number in numbers])
    return updates


def _judge_update(game: str, seat: int | None, frame: Frame, steps: list[dict[str, Any]]) -> None:
    unknown = set(_keys([frame["public"], frame["private"], frame["events"], frame["result"]]))
    _must(unknown <= KEYS[game], f"unlisted fields {unknown - KEYS[game]}", frame)
    _must((frame["private"] is None) == (seat is None), "a private view of another kind", frame)
    leak: Leak | None = None
    for step in steps:  # the table may have looked the same at several moments
        try:
            JUDGES[game](step, seat, frame)
            return
        except Leak as error:
            leak = error
    assert leak is not None
    raise leak


# NOW!: a card is known to the others when it was discarded, or at the resolution


def _judge_now(step: dict[str, Any], seat: int | None, frame: Frame) -> None:
    public, known, hidden = frame["public"], step["known"], step["hidden"]
    revealed = step["phase"] in ("resolution", "end")
    for number, view in enumerate(public["seats"]):
        _must(view["active"] is None or revealed, "an active card", frame)
        _must(set(view["discards"]) <= known[number], "a card that was never discarded", frame)
        _must(not any(plain(card) in hidden for card in view["won"]), "a coming Target", frame)
    _must(not any(plain(card) in hidden for card in public["targets"]), "a coming Target", frame)
    if seat is not None:
        private = dict(frame["private"])
        best = private.pop("best", None)
        _must(private == {"active": step["actives"][seat]}, "another's card", frame)
        _must(
            best is None or (revealed and best["card"] in known[seat]), "a card never held", frame
        )
    for event in frame["events"]:
        for number, card in _cards_told(event):
            _must(card in known[number], f"a card in {event['type']}", frame)


def _cards_told(event: Frame) -> Iterator[tuple[int, int]]:
    if event["type"] == "discarded":
        yield event["seat"], event["value"]
    elif event["type"] in ("taken", "refresh_taken"):
        yield event["seat"], event["card"]
    elif event["type"] == "shown":
        yield from enumerate(event["cards"])


def _learn_now(state: Any, known: dict[int, set[Any]]) -> dict[str, Any]:
    for seat, view in enumerate(state.public.seats):
        known[seat] |= set(view.discards)
        if state.public.phase in ("resolution", "end") and view.active is not None:
            known[seat].add(view.active)
    return {
        "hidden": {plain(card) for card in state.target_deck},
        "actives": [private.active for private in state.private],
    }


# nimble: known is what was on top; the piles are turned over when the round is over


def _judge_nimble(step: dict[str, Any], seat: int | None, frame: Frame) -> None:
    public, known = frame["public"], step["known"]
    _must([view["top"] for view in public["seats"]] == step["tops"], "not the top card", frame)
    _must(public["piles"] == step["piles"], "not the top of a pile", frame)
    _must(not public["check"] or step["phase"] in ("check", "end"), "a pile's inside", frame)
    _must(frame["private"] in (None, {}), "a private view with something in it", frame)
    for event in frame["events"]:
        if event["type"] in ("flipped", "placed", "taken_back"):
            _must(plain(event["card"]) in known[event["seat"]], "a card never turned", frame)
        elif event["type"] in ("checked", "judged"):
            _must(step["stopped"], "the check before the end", frame)


def _learn_nimble(state: Any, known: dict[int, set[Any]]) -> dict[str, Any]:
    for seat, discard in enumerate(state.discards):
        known[seat] |= {plain(discard[-1])} if discard else set()
    tops = [msgspec.to_builtins(pile[-1]) if pile else None for pile in state.discards]
    piles = [msgspec.to_builtins(pile[-1][1]) for pile in state.piles]
    over = state.public.phase in ("check", "end") or bool(state.public.outcomes)
    return {"tops": tops, "piles": piles, "stopped": over}


# NoNo: a vote is the voter's own until the verdict; a card is known when it is turned


def _judge_nono(step: dict[str, Any], seat: int | None, frame: Frame) -> None:
    public, turned = frame["public"], step["known"][-1]
    _must(public["verdict"] is None or step["phase"] in ("verdict", "end"), "a verdict", frame)
    if seat is not None:
        _must(frame["private"] == {"vote": step["votes"][seat]}, "another's vote", frame)
    card = public["card"]
    _must(card is None or card["category"] in turned, "a card not turned", frame)
    for event in frame["events"]:
        if event["type"] == "voted":
            _must(set(event) == {"type", "seat"}, "how somebody voted", frame)
        if event["type"] == "turned":
            _must(event["card"]["category"] in turned, "a card not turned", frame)
        if event["type"] == "judged":
            _must(event["verdict"]["turn"] in step["judged"] if "turn" in event["verdict"]
                  else bool(step["judged"]), "a verdict before its time", frame)  # fmt: skip


def _learn_nono(state: Any, known: dict[int, set[Any]]) -> dict[str, Any]:
    known[-1] |= {card.category for card in [*state.in_play, *state.played]}
    if state.public.verdict is not None:
        known[-2].add(state.public.turn)
    votes = [msgspec.to_builtins(private.vote) for private in state.private]
    return {"votes": votes, "judged": set(known[-2])}


JUDGES: dict[str, Callable[[dict[str, Any], int | None, Frame], None]] = {
    "now": _judge_now,
    "nimble": _judge_nimble,
    "nono": _judge_nono,
}
LEARNERS: dict[str, Callable[[Any, dict[int, set[Any]]], dict[str, Any]]] = {
    "now": _learn_now,
    "nimble": _learn_nimble,
    "nono": _learn_nono,
}


def _steps(log: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The truth after each entry of the log, and what has been shown to all so far."""
    typed = msgspec.convert(log, Log)
    game = games.find(typed.header.game)
    known: dict[int, set[Any]] = defaultdict(set)
    learn = LEARNERS[typed.header.game]
    for match, _, _ in replay.steps(game, typed.header, typed.entries):
        truth = learn(match.state, known)
        yield {
            "public": plain(msgspec.to_builtins(match.state.public)),
            "phase": match.state.public.phase,
            "known": {seat: set(cards) for seat, cards in known.items()} | _nothing(known, match),
            **truth,
        }


def _nothing(known: dict[int, set[Any]], match: AnyMatch) -> dict[int, set[Any]]:
    """Seats of which nothing has been seen yet."""
    seats = range(-2, len(match.state.public.seats))
    return {seat: set() for seat in seats if seat not in known}


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)


def _no_token(frame: Frame, tokens: set[str]) -> None:
    if frame["type"] != "welcome":
        text = msgspec.json.encode(frame).decode()
        _must(not any(token in text for token in tokens), "a token", frame)


def _must(holds: bool, what: str, frame: Frame) -> None:
    if not holds:
        raise Leak(f"{what}: {frame}")


def plain(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")
