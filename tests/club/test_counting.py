"""What the club counts match by match is what somebody gets who counts everything again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from itertools import groupby
from typing import Any, cast

import msgspec
import pytest

from brouhaha.club import evening_pages, pages, persons, player_pages
from brouhaha.club.calendar import day_of
from brouhaha.club.counting import count_found, find_uncounted
from brouhaha.club.facts import figures_of
from brouhaha.club.ledger import Ledger
from brouhaha.club.page_types import PlayerPage
from brouhaha.club.recounting import Recounting
from brouhaha.club.showing import Showing
from brouhaha.store import ArchivedMatch, Store
from brouhaha.store.database import Database, Values
from tests.club import recount
from tests.club.conftest import NOON, PEOPLE


def count_all(store: Store) -> None:
    while find_uncounted(store).noted:
        count_found(store, find_uncounted(store), UTC)
    recounting = Recounting()
    while recounting.step(store):
        pass


def shown(store: Store) -> Showing:
    return Showing(store.database, "seated", str)


def person_pages(store: Store) -> dict[str, PlayerPage]:
    lines = player_pages.players(shown(store))
    found = (player_pages.player(shown(store), line.person.id) for line in lines)
    return {page.person.name: page for page in found}


@pytest.fixture
def counted(store: Store, archive: list[ArchivedMatch]) -> Store:
    for match in archive:
        store.finish(match)
    count_all(store)
    return store


def check(store: Store, archive: list[ArchivedMatch]) -> None:
    found, wanted = person_pages(store), recount.by_person(archive)
    assert set(found) == set(wanted) == set(PEOPLE)
    for name, page in found.items():
        seats = wanted[name]
        won = [seat.won for seat in seats]
        assert (page.matches, page.wins) == (len(seats), sum(won)), name
        assert page.chance == pytest.approx(sum(seat.chance for seat in seats))
        assert page.best_streak == recount.longest_run(won)
        assert page.streak == recount.last_run(won)
        for game in page.games:
            mine = [seat for seat in seats if seat.match.game == game.game]
            assert (game.matches, game.wins) == (len(mine), sum(seat.won for seat in mine))
            assert [point.match for point in game.points] == [seat.match.id for seat in mine]
            assert [point.place for point in game.points] == [seat.place for seat in mine]
    meetings = recount.meetings(archive)
    assert {
        (name, rival.person.name): (rival.matches, rival.ahead, rival.behind)
        for name, page in found.items()
        for rival in page.rivals
    } == {pair: (met["matches"], met["ahead"], met["behind"]) for pair, met in meetings.items()}
    check_ladders(store, archive)
    check_figures(store, archive, found)
    check_evenings(store, archive)


def check_figures(store: Store, archive: list[ArchivedMatch], found: dict[str, PlayerPage]) -> None:
    """Each person's, the records, and how long and since when they have played."""
    wanted = recount.figures(archive)
    told = {
        (name, game.game, line.figure): recount.Figure(
            line.matches, line.mean, line.best, line.text, str(line.match)
        )
        for name, page in found.items()
        for game in page.games
        for line in game.figures
    }
    assert told.keys() == wanted.keys()
    for key, figure in told.items():
        assert figure.mean == pytest.approx(wanted[key].mean), key
        assert figure._replace(mean=0) == wanted[key]._replace(mean=0), key
    for name, page in found.items():
        mine = [match for match in archive if name in match.players]
        assert (page.first, page.last) == (mine[0].ended, mine[-1].ended)
        assert sum(game.ms for game in page.games) == sum(one.ended - one.started for one in mine)
        newest = [match.id for match in mine[:-13:-1]]
        assert [match.id for match in page.recent] == newest
    for record in pages.club(shown(store)).records:
        of = {name: one for (name, *rest), one in wanted.items()
              if rest == [record.game, record.figure]}  # fmt: skip
        better = {one.id: one.better for one in figures_of(record.game)}[record.figure]
        best = (max if better == "more" else min)(one.best for one in of.values())
        assert record.value == best == of[record.person.name].best, record


def check_evenings(store: Store, archive: list[ArchivedMatch]) -> None:
    """Of the days (all tables), and of each table on each day."""
    by_day = recount.standings(archive, lambda match: day_of(match.started, UTC))
    by_table = recount.standings(archive, lambda m: f"{day_of(m.started, UTC)} {m.table}")
    front = pages.club(shown(store))
    first = {match.id: match for match in archive}
    told_days: dict[tuple[str, str], Any] = {}
    told_tables: dict[tuple[str, str], Any] = {}
    for day in front.days:
        for line in evening_pages.standings(shown(store), day.day, 99):
            told_days[day.day, line.person.name] = (
                line.matches,
                line.wins,
                pytest.approx(line.chance),
            )
    for evening in front.evenings:
        page = evening_pages.evening(shown(store), evening.id)
        name = f"{evening.day} {first[page.matches[0].id].table}"
        for line in page.standings:
            told = line.matches, line.wins, pytest.approx(line.chance)
            told_tables[name, line.person.name] = told
    assert told_days == by_day
    assert told_tables == by_table


def check_ladders(store: Store, archive: list[ArchivedMatch]) -> None:
    for game in ("now", "nimble", "nono"):
        page = pages.ladder(shown(store), game, "")
        rated = {line.person.name: (line.mu, line.sigma) for line in page.ranked + page.thin}
        wanted = recount.ladder(archive, game)
        assert set(rated) == set(wanted)
        for name, (mu, sigma) in wanted.items():
            assert list(rated[name]) == pytest.approx([mu, sigma]), (game, name)


def test_sums_equal_an_independent_recount(counted: Store, archive: list[ArchivedMatch]) -> None:
    check(counted, archive)
    page = pages.club(shown(counted))
    assert page.matches == len(archive)
    assert page.persons == len(PEOPLE)
    by_day = groupby(archive, lambda match: day_of(match.started, UTC))
    days = {day: len(list(matches)) for day, matches in by_day}
    assert {line.day: line.matches for line in page.days} == days
    assert sum(evening.matches for evening in page.evenings) == len(archive)
    assert len(page.evenings) == 9  # three tables on three days


class Asked:
    """A database that counts what it is asked."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.questions = 0

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        self.questions += 1
        return self._database.rows(sql, values)


def test_a_page_asks_a_handful_of_questions_however_much_is_on_it(counted: Store) -> None:
    """Each is a way to the database and back."""
    looks: list[tuple[Callable[[Showing], object], int]] = [
        (pages.club, 12),
        (lambda show: evening_pages.evening(show, "2025-11-17"), 12),
        (lambda show: player_pages.player(show, 1), 16),
        (lambda show: pages.ladder(show, "now", ""), 5),
    ]
    for look, most in looks:
        asked = Asked(counted.database)
        look(Showing(cast("Database", asked), "seated", str))
        assert asked.questions <= most


def test_matches_that_come_in_late_are_put_in_their_place(
    store: Store, archive: list[ArchivedMatch]
) -> None:
    """As from an export of another store: the second half first."""
    for match in archive[12:]:
        store.finish(match)
    count_all(store)
    for match in reversed(archive[:12]):
        store.finish(match)
        count_found(store, find_uncounted(store), UTC)
    count_all(store)
    check(store, archive)


def test_each_match_is_counted_once_though_two_processes_find_it(
    store: Store, url: str, archive: list[ArchivedMatch]
) -> None:
    store.finish(archive[0])
    one, other = find_uncounted(store), find_uncounted(store)
    assert count_found(store, one, UTC) == 1
    assert count_found(store, other, UTC) == 0
    store.finish(archive[0])  # again, as an import would
    assert find_uncounted(store).noted == []
    assert pages.club(shown(store)).matches == 1


def test_what_fails_while_it_is_written_is_counted_later(
    store: Store, archive: list[ArchivedMatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.finish(archive[0])
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "save", _fail)
        with pytest.raises(RuntimeError):
            count_found(store, find_uncounted(store), UTC)
    assert pages.club(shown(store)).matches == 0
    count_all(store)
    assert pages.club(shown(store)).matches == 1


def _fail(ledger: Ledger) -> None:
    raise RuntimeError


def test_the_host_joins_two_names_and_parts_them_again(
    counted: Store, archive: list[ArchivedMatch]
) -> None:
    ids = {name: page.person.id for name, page in person_pages(counted).items()}
    with counted.database.transaction():
        persons.join(counted.database, ids["Ana"], ids["Bo"])
    count_all(counted)
    joined = [_renamed(match, "Bo", "Ana") for match in archive]
    page = person_pages(counted)["Ana"]
    seats = recount.by_person(joined)["Ana"]
    assert (page.matches, page.wins) == (len(seats), sum(seat.won for seat in seats))
    assert "Bo" not in person_pages(counted)
    with counted.database.transaction():
        persons.part(counted.database, ids["Ana"], "Bo")
    count_all(counted)
    check(counted, archive)


def _renamed(match: ArchivedMatch, old: str, new: str) -> ArchivedMatch:
    players = [new if name == old else name for name in match.players]
    return msgspec.structs.replace(match, players=players)


def test_a_match_without_people_is_none_of_the_clubs(store: Store) -> None:
    match = _synthetic("bots", bots=["gentle", "sharp"])
    store.finish(match)
    count_all(store)
    assert pages.club(shown(store)).matches == 0


def test_a_game_that_is_not_here_is_counted_by_its_result(store: Store) -> None:
    store.finish(_synthetic("x", game="chess", result=b'{"winners":[1],"ranking":[[1],[0]]}'))
    store.finish(_synthetic("y", game="chess", result=b"[]"))  # and no result at all
    count_all(store)
    page = person_pages(store)["Bo"]
    assert (page.matches, page.wins, page.chance) == (2, 1, 1.0)
    [game] = page.games
    assert [point.place for point in game.points] == [1, None]


def _synthetic(id: str, **changes: Any) -> ArchivedMatch:
    fields: dict[str, Any] = {
        "id": id, "table": "T", "game": "now", "players": ["Ana", "Bo"], "bots": [None, None],
        "started": NOON - 60_000, "ended": NOON, "log": msgspec.Raw(b"{}"),
        "result": b'{"winners":[0],"ranking":[[0],[1]]}',
    } | changes  # fmt: skip
    fields["result"] = msgspec.Raw(fields["result"])
    return ArchivedMatch(**fields)


def test_a_protected_name_counts_for_whoever_vouched(store: Store) -> None:
    database = store.database
    with database.transaction():
        persons.claim(database, "Ana", "the device")
        assert persons.vouch(database, "HOME", "ANA", "the device", NOON)
        assert not persons.vouch(database, "PUB", "Ana", "another device", NOON)
    for number, table in enumerate(("HOME", "PUB", "HOME")):
        ended = NOON + (60_000 if number < 2 else 2 * persons.VOUCHED_MS)
        store.finish(_synthetic(f"m{number}", table=table, ended=ended))
    count_all(store)
    found = {name: page.matches for name, page in person_pages(store).items()}
    assert found == {"Ana": 1, "Ana (2)": 2, "Bo": 3}
    with pytest.raises(persons.ClubError, match="name_protected"):
        persons.claim(database, "Ana", "another device")
