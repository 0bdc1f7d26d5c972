"""Before a match and between two: names, ready, the game and its options, bots, the host's powers.

Each function is what one message does; it raises `Rejected` before anything has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.engine.reading import read_deal, read_options
from brouhaha.table import joining, names, wire
from brouhaha.table.bots import same_level
from brouhaha.table.entries import BotSeated, Chosen, HostPassed, Left, Renamed, SaidReady
from brouhaha.table.presence import Player
from brouhaha.table.refusals import (
    NO_SUCH_BOT,
    NO_SUCH_SEAT,
    NOT_A_PERSON,
    OPTIONS_TOO_BIG,
    TABLE_FULL,
    not_now,
)
from brouhaha.table.seating import seat_players
from brouhaha.table.settings import Settings
from brouhaha.table.state import Seat

if TYPE_CHECKING:
    from brouhaha.table.table import Table

BOT_NAMES: Final = ("Ada", "Blaise", "Chloé", "Denis", "Emmy", "Félix", "Grace", "Hugo")


def rename(table: Table, player: Player, message: wire.ClientInRename, now: float) -> None:
    others = [seat.name for seat in table.state.seats if seat.person != player.person]
    name = names.without_double(names.clean(message.name), others)
    table.decide(Renamed(player.seat, name))


def ready(table: Table, player: Player, message: wire.ClientInReady, now: float) -> None:
    table.decide(SaidReady(player.seat, message.ready))


def choose(
    table: Table, player: Player, message: wire.ClientInChoose | wire.ClientInNext, now: float
) -> None:
    """Another game or other options; everybody says ready again."""
    game = games.find(message.game)
    options = checked_options(game, message.options, message.deal, table.settings)
    levels = [seat.bot and same_level(seat.bot, game) for seat in table.state.seats]
    table.decide(Chosen(game.id, options, message.deal, levels))
    table.live_match = None
    seat_players(table, now)


def checked_options(
    game: AnyGame,
    options: dict[str, Any],
    deal: dict[str, Any] | None,
    settings: Settings,
) -> dict[str, Any]:
    """All options of the game with their values, plain; `Rejected` says what is wrong."""
    if len(msgspec.json.encode((options, deal))) > settings.option_bytes:
        raise Rejected(OPTIONS_TOO_BIG, most=settings.option_bytes)
    typed = read_options(game, options)
    read_deal(game, deal)  # what can be known before everybody sits: the match looks again
    plain: dict[str, Any] = msgspec.to_builtins(typed)
    return plain


def seat_bot(table: Table, player: Player, message: wire.ClientInSeatBot, now: float) -> None:
    state = table.state
    game = games.find(state.game)
    if message.level not in game.bots:
        raise Rejected(NO_SUCH_BOT, level=message.level)
    room_for = game.players.stop - 1
    if len(state.seats) >= room_for:
        raise Rejected(TABLE_FULL, most=room_for)
    taken = [seat.name for seat in state.seats]
    free = [name for name in BOT_NAMES if name not in taken]
    name = names.without_double((free or BOT_NAMES)[0], taken)
    table.decide(BotSeated(name, message.level))


def remove(table: Table, player: Player, message: wire.ClientInRemove, now: float) -> None:
    """A bot goes, but not out of a match; a person is sent away."""
    seat = seat_at(table, message.seat)
    if seat.bot is None:
        joining.send_away(table, table.players[seat.person], now)
    elif table.state.status == "lobby":
        table.decide(Left(message.seat))
        seat_players(table, now)
    else:
        raise not_now(table.state.status)


def pass_host(table: Table, player: Player, message: wire.ClientInPassHost, now: float) -> None:
    heir = table.players.get(seat_at(table, message.seat).person)
    if heir is None or heir.client is None:
        raise Rejected(NOT_A_PERSON)
    table.decide(HostPassed(message.seat))


def seat_at(table: Table, number: int) -> Seat:
    if number >= len(table.state.seats) or table.state.seats[number].gone:
        raise Rejected(NO_SUCH_SEAT)
    return table.state.seats[number]
