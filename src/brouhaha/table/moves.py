"""A player's action, read from the bytes of the wire."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import Action, AnyGame
from brouhaha.engine.reading import decode_action
from brouhaha.engine.refusals import BAD_ACTION


@cache
def _decoder(game: AnyGame) -> Callable[[msgspec.Raw], Action]:
    return msgspec.json.Decoder(game.kinds.action).decode


def read_action(game: AnyGame, raw: msgspec.Raw) -> Action:
    """The game's typed action; `Rejected` says what is wrong with it."""
    try:
        return _decoder(game)(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        reason = fault_in(error)
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Rejected(BAD_ACTION, reason=reason) from None
    return decode_action(game, plain)  # refuses it, and says why
