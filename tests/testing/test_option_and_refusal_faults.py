"""Options without bounds, refusals without words, and games that say wrongly whether they have secrets,
are caught."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.testing import Conformance
from tests.testing.honest import HonestGame, State, Turn
from tests.testing.planting import (
    ALL,
    SEEDS,
    conformance,
    name_of,
    run_test,
)

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py

# Options


def with_option(game: AnyGame, kind: Any, default: Any) -> AnyGame:
    options = msgspec.defstruct(
        "Options", [("more", kind, default)],
        bases=(game.kinds.options,), frozen=True, forbid_unknown_fields=True,
    )  # fmt: skip
    kinds = game.kinds._replace(options=options)
    return type("Optional", (type(game),), {"kinds": kinds})()  # type: ignore[no-any-return]


@pytest.mark.parametrize("kind", [int, float, str, int | None, list[int]])
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_an_option_without_bounds_is_caught(
    game: AnyGame, of: type[Conformance], kind: Any
) -> None:
    default = () if kind == list[int] else kind() if isinstance(kind, type) else None
    with pytest.raises(AssertionError, match="more"):
        conformance(with_option(game, kind, default), of).test_options_have_bounds()


def test_an_option_that_breaks_the_match_is_caught() -> None:
    class Breaking(HonestGame):
        def setup(self, players: Any, options: Any, deal: Any, chance: Any) -> State:
            assert options.order == "up"
            return super().setup(players, options, deal, chance)

    for seed in SEEDS:
        with pytest.raises(AssertionError):
            run_test(
                conformance(Breaking()).test_whatever_the_options_it_is_refused_or_played, seed
            )


# Refusals


def refusing(game: AnyGame, refusal: Refusal, named: bool = True, **details: object) -> AnyGame:
    """The first kind of action that it has is refused, always."""
    first = next(iter(game.legal.values()))
    refused = next(iter(first))

    class Refusing(type(game)):  # type: ignore[misc]
        refusals = (*game.refusals, *([refusal] if named else []))

        def act(self, state: Any, seat: int, action: Any, at: int, chance: Chance) -> Any:
            if isinstance(action, refused):
                raise Rejected(refusal, **details)
            return super().act(state, seat, action, at, chance)

    return Refusing()


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_refusal_that_the_game_does_not_name_is_caught(
    game: AnyGame, of: type[Conformance]
) -> None:
    faulty = conformance(refusing(game, Refusal("no", "No.", "Non."), named=False), of)
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="not in `refusals`"):
            faulty.check_actions(seed)


@pytest.mark.parametrize(
    ("en", "fr"), [("No.", ""), ("", "Non."), ("No.", "No."), ("Not {card}.", "Non.")]
)
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_refusal_without_words_is_caught(
    game: AnyGame, of: type[Conformance], en: str, fr: str
) -> None:
    faulty = conformance(refusing(game, Refusal("no", en, fr)), of)
    with pytest.raises(AssertionError):
        faulty.test_every_refusal_says_why_in_every_language()


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_refusal_that_lacks_a_detail_is_caught(game: AnyGame, of: type[Conformance]) -> None:
    faulty = conformance(refusing(game, Refusal("no", "Not {card}.", "Pas {card}.")), of)
    for seed in SEEDS:
        with pytest.raises(KeyError):
            faulty.check_actions(seed)


class Spiteful(HonestGame):
    """Who may not turn a card has turned one all the same."""

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        if isinstance(action, Turn) and state.deck:
            state.public.table.append(state.deck.pop())
            raise Rejected(self.refusals[1])
        return super().act(state, seat, action, at, chance)


def test_a_refusal_that_changes_something_is_caught() -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="something changed"):
            conformance(Spiteful()).check_actions(seed)


# Secrets, and whether there are any


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_game_without_secrets_says_so(game: AnyGame, of: type[Conformance]) -> None:
    faulty = type("Open", (of,), {"game": game, "secrets": lambda *_: ()})()
    with pytest.raises(AssertionError, match="no_secrets = True"):
        faulty.test_there_is_something_it_may_not_know()


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_game_with_secrets_does_not_say_that_it_has_none(
    game: AnyGame, of: type[Conformance]
) -> None:
    faulty = conformance(game, of)
    faulty.no_secrets, faulty.dealt_again = True, 10  # type: ignore[misc]
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="something is hidden"):
            faulty.check_secrecy(seed)
