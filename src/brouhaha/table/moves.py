"""A player's action, read from the bytes of the wire, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import Action, AnyGame
from brouhaha.engine.reading import decode_action
from brouhaha.engine.refusals import BAD_ACTION

UNREADABLE: Final = (msgspec.MsgspecError, ValueError, RecursionError)


@cache
def action_reader(game: AnyGame) -> Callable[[msgspec.Raw], Action]:
    """Gives the game's typed action, or raises one of `UNREADABLE`."""
    return msgspec.json.Decoder(game.kinds.action).decode


def refuse_action(game: AnyGame, raw: msgspec.Raw, error: Exception) -> Action:
    """`Rejected` says what is wrong with it."""
    try:
        plain = msgspec.json.decode(raw)
    except UNREADABLE:
        raise Rejected(BAD_ACTION, reason=fault_in(error)) from None
    return decode_action(game, plain)  # refuses it, and says why
