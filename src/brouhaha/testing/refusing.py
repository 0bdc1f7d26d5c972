"""A refusal changes nothing, and has words."""

from __future__ import annotations

from string import Formatter

import msgspec

from brouhaha.engine import refusals as shared
from brouhaha.engine.errors import LANGUAGES, Refusal, Rejected, refusals_of
from brouhaha.engine.game import AnyGame
from brouhaha.engine.match import AnyMatch


def snapshot(match: AnyMatch) -> tuple[bytes, int, int | None, int]:
    """All of a match that a refused action must leave alone."""
    return msgspec.msgpack.encode(match.state), match.now, match.due, len(match.entries)


def known_refusals(game: AnyGame) -> tuple[Refusal, ...]:
    return (*refusals_of(shared), *game.refusals)


def check_words(game: AnyGame, refused: Rejected) -> None:
    """It is a refusal that the game or the engine names, and it has words in every language."""
    assert all(refused.sentence(language) for language in LANGUAGES)
    assert refused.refusal in known_refusals(game), f"{refused.code} is not in `refusals`"


def details_of(sentence: str) -> set[str]:
    """The details that a sentence names: `{card}`."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}
