"""Who sits where, and who is connected.

Seats last and are in the log (`TableState.seats`); clients and players are of this moment. A player
is the person of a seat: they keep the seat while their connection comes and goes.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from brouhaha.engine.errors import Rejected
from brouhaha.table.commit import Conn
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import NO_SUCH_SEAT
from brouhaha.table.state import Seat, TableState
from brouhaha.table.wire import Notice, Role, SeatView


class Seating:
    """The players by person (bots are not among them), and every client by its connection."""

    def __init__(self, state: TableState, now: float) -> None:
        self._state = state
        self.clients: dict[Conn, Client] = {}
        self.players: dict[int, Player] = {}
        self.watchers = 0  # clients without a seat: screens and spectators
        self.empty_since = now  # when the last client went, if nobody is here

    # Seats

    def renumber(self, now: float) -> None:
        """Seats came or went: every person with a seat has a `Player`, who knows its number."""
        staying = {}
        for number, seat in enumerate(self._state.seats):
            if seat.bot is None and not seat.gone:
                player = self.players.get(seat.person)
                if player is None:
                    player = Player(seat.person, number, seat.heard, now)
                player.seat = number
                staying[seat.person] = player
        self.players = staying

    def seat(self, number: int) -> Seat:
        """The seat with this number, if somebody sits there."""
        if number >= len(self._state.seats) or self._state.seats[number].gone:
            raise Rejected(NO_SUCH_SEAT)
        return self._state.seats[number]

    def player(self, number: int) -> Player | None:
        """Whose seat this is; None: a bot's, or its player has left."""
        return self.players.get(self._state.seats[number].person)

    # Connections

    def connect(
        self, conn: Conn, role: Role, players: Iterable[Player], address: str, own: bool
    ) -> Client:
        client = self.clients[conn] = Client(conn, role, address, own)
        for player in players:
            self.hold(client, player)
        self.watchers += client.player is None
        return client

    def hold(self, client: Client, player: Player) -> None:
        """The player has their seat at this device."""
        client.hold(player, self._state.policy)

    def release(self, player: Player, now: float) -> None:
        """No longer, though others have theirs there; the seat stays the player's."""
        if player.client is not None:
            hidden = player.client.hidden_since
            player.away_since = now if hidden is None else hidden
            player.client.release(player)

    def disconnect(self, client: Client, now: float) -> list[Player]:
        """The client is gone; the seats stay those of its players."""
        del self.clients[client.conn]
        self.watchers -= client.player is None
        players = client.players
        for player in players:
            self.release(player, now)
        if not self.clients:
            self.empty_since = now
        return players

    def count(self, role: Role) -> int:
        return sum(client.role == role for client in self.clients.values())

    def watching(self, *, own: bool, role: Role | None = None) -> list[Client]:
        """The host's own screens, or the strangers who watch; the first to come first."""
        return [
            client
            for client in self.clients.values()
            if client.player is None and client.own is own and role in (None, client.role)
        ]

    def owe(self, notice: Notice) -> None:
        """Players who are away are told this when they come back."""
        for player in self.away:
            player.owed = notice

    def devices(self) -> list[list[int]]:
        """Which persons sit at one device, as far as they are here; else as they last did."""
        devices: dict[object, list[int]] = {}
        for seat in self._state.seats:
            player = self.players.get(seat.person)
            if player is not None:
                device = seat.device if player.client is None else player.client
                devices.setdefault(device, []).append(seat.person)
        return list(devices.values())

    # Who is away

    def here(self, now: float, grace: float) -> set[int]:
        """Who is connected, or was until so short a while ago: a phone that reloads is here."""
        return {
            person for person, player in self.players.items() if not _unattended(player, now, grace)
        }

    @property
    def away(self) -> list[Player]:
        return [player for player in self.players.values() if player.client is None]

    @property
    def absent_host(self) -> Player | None:
        """The host, if away while another person is here who could be it."""
        host = self.players.get(self._state.host) if self._state.host is not None else None
        if host is None or host.client is not None:
            return None
        return host if len(self.away) < len(self.players) else None

    def heir(self, but: Player | None = None) -> Player | None:
        """The next host: the first person who is here, else the first who is not; never `but`."""
        others = [player for player in self.players.values() if player is not but]
        here = [player for player in others if player.client is not None]
        return next(iter(here or others), None)

    def unattended(self, seats: int, now: float, grace: float) -> list[int]:
        """Which of the first so many seats nobody plays: their person left, or is away so long."""
        return [
            number
            for number, seat in enumerate(self._state.seats[:seats])
            if seat.bot is None and _unattended(self.players.get(seat.person), now, grace)
        ]

    # What everybody sees

    def views(self, minded: Container[int]) -> list[SeatView]:
        """All seats; `minded`: the numbers of those that a bot plays now."""
        host = self._state.host
        return [
            self._view(number, seat, seat.person == host, number in minded)
            for number, seat in enumerate(self._state.seats)
        ]

    def _view(self, number: int, seat: Seat, host: bool, minded: bool) -> SeatView:
        player = self.players.get(seat.person)
        client = player.client if player is not None else None
        return SeatView(
            name=seat.name,
            bot=seat.bot,
            connected=(seat.bot is not None or client is not None) and not seat.gone,
            away=client is not None and client.hidden_since is not None,
            ready=seat.ready,
            waiting=number >= self._state.playing,
            open=self._state.can_be_taken_over(number),
            host=host,
            minded=minded and player is not None,
            gone=seat.gone,
            points=seat.points,
            wins=seat.wins,
            line=player.line.view if player is not None and client is not None else None,
            device=seat.device,
        )


def _unattended(player: Player | None, now: float, grace: float) -> bool:
    """As `timers` reckons it: the same sum, or it rings before this is true, and rings for ever."""
    return player is None or (player.client is None and player.away_since + grace <= now)
