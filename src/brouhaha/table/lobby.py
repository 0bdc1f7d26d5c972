"""Before a match and between two: names, the game and its options, bots, the host's choices.

Each function decides what one message comes to: the entry to be written. It raises `Rejected` if it
cannot be done, and changes nothing itself.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.engine.reading import read_deal, read_options
from brouhaha.table import names
from brouhaha.table.asking import of_the_game
from brouhaha.table.bots import same_level
from brouhaha.table.entries import (
    BotSeated,
    Chosen,
    HostPassed,
    Left,
    Opened,
    OwnOptionSet,
    PolicySet,
    Readmitted,
    Renamed,
    TookOver,
)
from brouhaha.table.presence import Player
from brouhaha.table.refusals import (
    ALREADY_HERE,
    BOTS_STAY,
    NAME_GIVEN,
    NO_SUCH_BOT,
    NOT_A_BOT,
    NOT_A_PERSON,
    NOT_READY,
    NOT_REMOVED,
    NOT_YOUR_OPTION,
    OPTIONS_TOO_BIG,
    TABLE_FULL,
    not_now,
)
from brouhaha.table.seating import Seating
from brouhaha.table.state import TableState, with_own
from brouhaha.table.wire import ClientInChoose, ClientInNext, PolicyChange, TablePolicy

BOT_NAMES: Final = ("Ada", "Blaise", "Chloé", "Denis", "Emmy", "Félix", "Grace", "Hugo")


def open_table(code: str, game: str, options: dict[str, Any], most_bytes: int) -> Opened:
    return Opened(code, game, _checked_options(games.find(game), options, None, most_bytes))


def rename(state: TableState, seat: int, name: str) -> Renamed:
    """One's own name, unless the host has given it."""
    if state.seats[seat].name_given:
        raise Rejected(NAME_GIVEN)
    return Renamed(seat, _free_name(state, seat, name))


def rename_seat(seating: Seating, state: TableState, seat: int, name: str) -> Renamed:
    """Somebody's name, by the host; one's own stays one's own."""
    by_host = seating.seat(seat).person != state.host
    return Renamed(seat, _free_name(state, seat, name), by_host=by_host)


def _free_name(state: TableState, seat: int, name: str) -> str:
    others = [other.name for number, other in enumerate(state.seats) if number != seat]
    return names.without_double(names.clean(name), others)


def readmit(state: TableState, removed: int) -> Readmitted:
    if removed >= len(state.removed):
        raise Rejected(NOT_REMOVED)
    return Readmitted(removed)


def set_own(state: TableState, seat: int, option: str, value: str | int | None) -> OwnOptionSet:
    """What a player chooses for themselves, if the game leaves it to them and takes it."""
    game = games.find(state.game)
    if option not in game.own_options:
        raise Rejected(NOT_YOUR_OPTION)
    with of_the_game():
        game.check_own_options(read_options(game, with_own(state.options, seat, option, value)))
    return OwnOptionSet(seat, option, value)


def choose(state: TableState, wanted: ClientInChoose | ClientInNext, most_bytes: int) -> Chosen:
    """Another game or other options; everybody says ready again."""
    game = games.find(wanted.game)
    options = _checked_options(game, wanted.options, wanted.deal, most_bytes)
    levels = [seat.bot and same_level(seat.bot, game) for seat in state.seats]
    return Chosen(game.id, options, wanted.deal, levels)


def _checked_options(
    game: AnyGame,
    options: dict[str, Any],
    deal: dict[str, Any] | None,
    most_bytes: int,
) -> dict[str, Any]:
    """All options of the game with their values, plain; `Rejected` says what is wrong."""
    if len(msgspec.json.encode((options, deal))) > most_bytes:
        raise Rejected(OPTIONS_TOO_BIG, most=most_bytes)
    with of_the_game():
        typed = read_options(game, options)
        read_deal(game, deal)  # what can be known before everybody sits: the match looks again
        plain: dict[str, Any] = msgspec.to_builtins(typed)
    return plain


def change_policy(policy: TablePolicy, change: PolicyChange) -> PolicySet:
    """How the table is run, with what the message names changed."""
    changed = {name: value for name, value in asdict(change).items() if value is not msgspec.UNSET}
    return PolicySet(replace(policy, **changed))


def take_over(state: TableState, waiting: int, seat: int) -> TookOver:
    """A bot's seat in the match, for somebody who waits."""
    if waiting < state.playing:
        raise Rejected(ALREADY_HERE)
    if seat >= state.playing or state.seats[seat].bot is None:
        raise Rejected(NOT_A_BOT)
    if not state.can_be_taken_over(seat):
        raise Rejected(BOTS_STAY)
    return TookOver(seat, waiting)


def seat_bot(state: TableState, level: str) -> BotSeated:
    game = games.find(state.game)
    if level not in game.bots:
        raise Rejected(NO_SUCH_BOT, level=level)
    most = game.players.stop - 1
    if len(state.seats) >= most:
        raise Rejected(TABLE_FULL, most=most)
    taken = [seat.name for seat in state.seats]
    free = [name for name in BOT_NAMES if name not in taken]
    return BotSeated(names.without_double((free or BOT_NAMES)[0], taken), level)


def remove_bot(state: TableState, seat: int) -> Left:
    """Not out of a match, nor before its seats are cleared."""
    if state.status != "lobby":
        raise not_now(state.status)
    return Left(seat)


def pass_host(seating: Seating, seat: int) -> HostPassed:
    """Only a person who is here can be the host."""
    heir = seating.players.get(seating.seat(seat).person)
    if heir is None or heir.client is None:
        raise Rejected(NOT_A_PERSON)
    return HostPassed(seat)


def check_ready(seating: Seating, state: TableState, host: Player) -> None:
    """Has everybody said so who plays next and is here, but for those at the host's device?"""
    waited_for = [
        state.seats[player.seat].name
        for player in seating.players.values()
        if player.client is not None
        and player.client is not host.client
        and player.seat < state.playing
        and not state.seats[player.seat].ready
    ]
    if waited_for:
        raise Rejected(NOT_READY, names=", ".join(waited_for))
