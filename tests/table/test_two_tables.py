"""One party at two tables: who goes, what they take along, how they find it, and one table again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brouhaha.engine.errors import Rejected
from brouhaha.table import Table, two_tables, wire
from brouhaha.table.wire import ClientInNext, ClientInStart, ClientOutMoved, ClientOutRefused
from tests.table.fake_link import CODE, Client, Link
from tests.table.test_match import play_to_the_end
from tests.table.test_restore import lasting

SECOND = "QRSTVW"


class Party:
    """Two tables as the server has them: each is told how the other stands once it is written."""

    def __init__(self, game: str = "nimble", people: str = "ABCDEFGH") -> None:
        self.first = Link(game)
        self.people = [self.first.connect(name=name, wait=True) for name in people]
        self.second: Link | None = None

    def split(self, by: int = 0) -> Link:
        table = two_tables.split(self.first.table, self.people[by].conn, SECOND, self.first.now)
        second = Link.__new__(Link)
        second.__dict__ |= self.first.__dict__ | {"log": [], "finished": [], "clients": {}}
        second.code, second.table = SECOND, table
        self.second = second
        self.tell()
        return second

    def tell(self) -> None:
        assert self.second is not None
        for link in (self.first, self.second):
            link.tell()
        for link, other in ((self.first, self.second), (self.second, self.first)):
            link.table.hear_other(other.table.as_other(), link.now)
            link.tell()

    def unite(self, at: Link, by: Client) -> None:
        assert self.second is not None
        other = self.second if at is self.first else self.first
        two_tables.unite(at.table, by.conn, other.table, at.now)
        for link in (self.first, self.second):
            link.tell()


def names(client: Client) -> list[str]:
    return [seat.name for seat in client.table.seats]


def total(client: Client) -> dict[str, tuple[int, int]]:
    """Everybody's points and wins as this client is shown them, from both tables."""
    other = client.table.other
    seats: list[Any] = [*client.table.seats, *(other.seats if other else [])]
    assert len({seat.name for seat in seats}) == len(seats)
    return {seat.name: (seat.points, seat.wins) for seat in seats}


def moved(party: Party, name: str) -> Client:
    """Somebody follows to the second table, with the token that they have."""
    assert party.second is not None
    client = party.people["ABCDEFGHIJKL".index(name)]
    assert client.all(ClientOutMoved)[-1].code == SECOND
    assert client.closed == "moved"
    return party.second.connect(token=client.token)


def test_every_second_person_goes_and_the_host_stays() -> None:
    party = Party()
    party.split()
    assert names(party.people[0]) == list("ACEG")
    bo, dee = moved(party, "B"), moved(party, "D")
    assert names(bo) == list("BDFH")
    assert (bo.table.you, dee.table.you, bo.table.seats[0].host) == (0, 1, True)
    assert bo.table.policy == party.people[0].table.policy
    party.tell()
    assert total(bo).keys() == total(party.people[0]).keys() == set("ABCDEFGH")


def test_one_total_is_shown_at_both_tables() -> None:
    party = Party()
    second = party.split()
    guests = [moved(party, name) for name in "BDFH"]
    for link, host in ((party.first, party.people[0]), (second, guests[0])):
        host.say(ClientInStart(anyway=True))
        play_to_the_end(link)
    party.tell()
    shown = total(party.people[0])
    assert shown == total(guests[0])
    for link, seated in ((party.first, "ACEG"), (second, "BDFH")):
        ranking = msgspec.json.decode(msgspec.json.encode(link.finished[0].result))["ranking"]
        behind = 0
        for equals in reversed(ranking):
            assert [shown[seated[seat]][0] for seat in equals] == [behind] * len(equals)
            behind += len(equals)
    assert sum(wins for _, wins in shown.values()) >= 2


def test_one_table_again_keeps_the_total() -> None:
    party = Party()
    second = party.split()
    guests = [moved(party, name) for name in "BDFH"]
    guests[0].say(ClientInStart(anyway=True))
    with pytest.raises(Rejected, match="other_table_plays"):
        party.unite(party.first, party.people[0])
    play_to_the_end(second)
    party.tell()
    before = total(party.people[0])
    party.unite(party.first, party.people[0])
    assert [guest.all(ClientOutMoved)[-1].code for guest in guests] == [CODE] * 4
    assert total(party.people[0]) == before
    assert party.people[0].table.other is None
    back = party.first.connect(token=guests[1].token)
    assert back.table.seats[back.table.you or 0].name == "D"
    # the second table only sends people on: whoever comes back to it, and whoever has its code
    for hello in ({"token": guests[2].token}, {"name": "Zoe", "wait": True}):
        lost = second.connect(**hello)
        assert lost.all(ClientOutRefused)[-1].details == {"code": CODE}


def test_who_was_away_is_sent_on() -> None:
    party = Party()
    party.people[1].drop()
    second = party.split()
    back = party.first.connect(token=party.people[1].token)
    assert (back.refused, back.closed) == (["moved"], "moved")
    assert party.first.table.moved_to(party.people[1].token) == SECOND
    assert party.first.table.moved_to(party.people[0].token) is None
    assert second.connect(token=party.people[1].token).refused == []


def test_who_is_here_becomes_the_second_host() -> None:
    party = Party()
    party.people[1].drop()
    party.first.wait(25_000)
    party.split()
    assert moved(party, "D").table.seats[0].host


def test_both_tables_are_restored_as_they_were() -> None:
    party = Party("now", "ABCDEFGHIJKL")
    party.people[8].say(wire.ClientInOwn("colours", "pink"))
    second = party.split()
    guests = [moved(party, name) for name in "BD"]
    for link in (party.first, second):
        assert lasting(link.restored(link.log)) == lasting(link.table)
    guests[0].say(ClientInStart(anyway=True))
    play_to_the_end(second)
    guests[0].say(ClientInNext("nono"))
    party.unite(second, guests[0])
    for link in (party.first, second):
        table = Table.restore(link.code, link.log, now=link.now, entropy=link.entropy)
        assert lasting(table) == lasting(link.table)
    assert len(second.table.state.seats) == 12


def test_who_may_split_and_when() -> None:
    party = Party("now", "ABC")
    with pytest.raises(Rejected, match="too_few_for_two"):
        party.split()
    party.people += [party.first.connect(name="D")]
    with pytest.raises(Rejected, match="not_host"):
        party.split(by=1)
    party.people[0].say(ClientInStart(anyway=True))
    with pytest.raises(Rejected, match="not_now"):
        party.split()


@pytest.mark.parametrize(
    ("game", "people", "ways"),
    [
        ("nimble", 4, []),
        ("nimble", 5, ["in_turn", "winner_stays", "two_tables"]),
        ("nimble", 6, ["two_tables", "in_turn", "winner_stays"]),
        ("now", 8, []),
        ("now", 9, ["in_turn", "winner_stays", "two_tables"]),
        ("now", 10, ["two_tables", "in_turn", "winner_stays"]),
    ],
)
def test_the_table_proposes(game: str, people: int, ways: list[str]) -> None:
    party = Party(game, "ABCDEFGHIJKL"[:people])
    assert party.people[0].table.ways == ways
    party.people[0].say(ClientInStart(anyway=True))
    assert party.people[0].table.ways == []


def test_a_party_at_two_tables_is_not_split_again() -> None:
    party = Party("nimble", "ABCDEFGHIJKL")
    party.split()
    assert party.people[0].table.ways == ["in_turn", "winner_stays"]
