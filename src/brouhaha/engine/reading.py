"""Plain things from outside become typed here, or are refused with what is wrong in them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import msgspec

from brouhaha.engine import refusals
from brouhaha.engine.common import check_clocks
from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import Action, AnyGame

LATEST: Final = 2**53 - 1  # ms that every JSON reader can count


def decode_action(game: AnyGame, action: object) -> Action:
    """The typed form of a plain action; `Rejected` says what is wrong with it."""
    try:
        typed: Action = msgspec.convert(action, _kind_of(game, action))
    except (msgspec.ValidationError, UnicodeError) as error:
        unknown = "Invalid value" in str(error) and str(error).endswith("`$.type`")
        refusal = refusals.UNKNOWN_ACTION if unknown else refusals.BAD_ACTION
        raise Rejected(refusal, reason=fault_in(error)) from None
    return typed


def _kind_of(game: AnyGame, action: object) -> Any:
    """The one kind that its `type` names, read thirty times faster than the union."""
    tag = action.get("type") if isinstance(action, dict) else None
    named = _kinds_by_tag(game).get(tag) if isinstance(tag, str) else None
    return named or game.kinds.action


@cache
def _kinds_by_tag(game: AnyGame) -> dict[str, type[Action]]:
    kinds = get_args(game.kinds.action) or (game.kinds.action,)
    return {kind.__struct_config__.tag: kind for kind in kinds}


def read_options(game: AnyGame, options: dict[str, Any]) -> Any:
    try:
        typed = msgspec.convert(options, game.kinds.options)
    except msgspec.ValidationError as error:
        unknown = "unknown field" in str(error)
        refusal = refusals.UNKNOWN_OPTION if unknown else refusals.BAD_OPTION
        raise Rejected(refusal, reason=fault_in(error)) from None
    check_clocks(typed)
    return typed


def read_deal(game: AnyGame, deal: dict[str, Any] | None) -> Any:
    if deal is None:
        return None
    try:
        return msgspec.convert(deal, game.kinds.deal)
    except msgspec.ValidationError as error:
        raise Rejected(refusals.BAD_DEAL, reason=fault_in(error)) from None


def check_time(at: object) -> None:
    """A time is whole milliseconds, and not past counting."""
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= LATEST:
        raise Rejected(refusals.BAD_TIME)


def seat_number(seat: object) -> int:
    """Any number: which seats there are, the match knows."""
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Rejected(refusals.WRONG_SEAT)
    return seat
