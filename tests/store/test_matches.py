"""Finished matches: kept once, found by link, by page and by player, and forgotten on time."""

from __future__ import annotations

import msgspec
import pytest

from brouhaha.store import Expired, Fenced, MatchSummary, Store
from tests.store.samples import match, rows

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


def plain(summary: MatchSummary | None) -> object:
    return msgspec.json.decode(msgspec.json.encode(summary))


def test_a_match_is_found_by_its_link(store: Store) -> None:
    log = msgspec.Raw(msgspec.json.encode({"header": {"game": "now"}, "entries": [[1, 0]] * 500}))
    finished = match("aZ-9_link", log=log)
    store.finish(finished)
    assert plain(store.match("aZ-9_link")) == plain(finished)
    assert store.match("az-9_link") is None


def test_the_input_that_ends_a_match_is_kept_with_it(store: Store) -> None:
    store.append(rows("T", 0, 3))
    store.append(rows("T", 3, 1), finished=[match("m", table="T")], closed=[("T", 9)])
    assert store.match("m") is not None
    assert store.open_tables() == []
    with pytest.raises(Fenced):
        store.append(rows("T", 3, 1), finished=[match("n", table="T")])
    assert store.match("n") is None


def test_to_finish_again_changes_nothing(store: Store) -> None:
    store.finish(match("m", game="now"))
    store.finish(match("m", game="nono", players=["Else"]))
    assert plain(store.match("m")) == plain(match("m"))
    assert store.results_by_player("Else") == []


def test_what_is_not_json_is_refused_and_line_breaks_go(store: Store) -> None:
    with pytest.raises(msgspec.DecodeError):
        store.finish(match("m", log=msgspec.Raw(b"{")))
    store.finish(match("m", result=msgspec.Raw(b'{\n "winners": [0]\n}')))
    (kept,) = store.matches()
    assert bytes(kept.result) == b'{"winners":[0]}'


def test_pages_go_back_in_time_and_miss_nobody_at_equal_times(store: Store) -> None:
    for number in range(10):
        store.finish(match(f"m{number}", ended=2000 + number // 4))
    seen, before = [], None
    while page := store.matches(limit=3, before=before):
        seen += [summary.id for summary in page]
        before = page[-1]
    assert seen == [f"m{number}" for number in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)]


NAMES = [
    "Zoë",
    "👩‍👩‍👧‍👦",
    "عمر",
    "李雷",
    "O'Brien; DROP TABLE matches",
    "İpek",
    "tab\tand\\",
    "nul\0",
]


@pytest.mark.parametrize("name", NAMES)
def test_results_of_a_player_in_any_script(store: Store, name: str) -> None:
    store.finish(match("old", ended=1, players=["Bo", name]))
    store.finish(match("new", ended=2, players=[name, "Cy"]))
    store.finish(match("other", ended=3, players=["Bo", name + "x"]))
    found = store.results_by_player(name)
    assert [(played.seat, played.match.id) for played in found] == [(0, "new"), (1, "old")]
    assert found[0].match.players == [name, "Cy"]
    assert len(store.results_by_player(name, limit=1)) == 1


def test_case_and_the_way_accents_are_typed_make_no_difference(store: Store) -> None:
    store.finish(match("m", players=["E\u0301lodie", "STRASSE"]))
    assert [played.seat for played in store.results_by_player("éLODIE")] == [0]
    assert [played.seat for played in store.results_by_player("Straße")] == [1]
    assert store.results_by_player("Elodie") == []
    store.finish(match("greek", players=["\u1fb4"]))
    assert [played.match.id for played in store.results_by_player("α\u0345\u0301")] == ["greek"]


def test_tables_and_matches_expire_at_their_own_ages(store: Store) -> None:
    for number, table in enumerate("ABC"):
        store.append(rows(table, 0, 5))
        store.finish(match(f"m{table}", ended=100 * number, players=[f"P{table}"]))
    store.append(closed=[("A", 100)])
    store.append(closed=[("A", 300)])  # was closed already
    store.append(closed=[("B", 200)])
    assert store.expire(tables_before=200, matches_before=0) == Expired(1, 0)
    assert store.entries("A") == []
    assert len(store.entries("B")) == 5
    assert store.expire(tables_before=0, matches_before=200) == Expired(0, 2)
    assert [summary.id for summary in store.matches()] == ["mC"]
    assert store.results_by_player("PA") == []
    assert store.open_tables() == ["C"]
    assert store.expire(tables_before=10**15, matches_before=0) == Expired(1, 0)
    assert len(store.entries("C")) == 5, "an open table never expires"


def test_expiry_takes_a_bounded_bite_oldest_first(store: Store) -> None:
    for number in range(5):
        store.append(rows(f"T{number}", 0, 1))
        store.append(closed=[(f"T{number}", number)])
    assert store.expire(tables_before=10, matches_before=10, most=2).tables == 2
    assert [len(store.entries(f"T{number}")) for number in range(5)] == [0, 0, 1, 1, 1]


def test_a_writer_that_slept_through_expiry_is_fenced(store: Store) -> None:
    store.append(rows("A", 0, 2))
    store.append(closed=[("A", 10)])
    store.expire(tables_before=20, matches_before=0)
    with pytest.raises(Fenced):
        store.append(rows("A", 2, 1))


def test_figures(store: Store) -> None:
    store.append(rows("A", 0, 2) + rows("B", 0, 1))
    store.append(finished=[match("m")], closed=[("B", 10)])
    stats = store.stats()
    assert (stats.open_tables, stats.tables, stats.matches) == (1, 2, 1)
    assert (stats.rows_appended, stats.commits) == (3, 2)
    assert stats.bytes_appended == sum(
        len(row.payload) for row in rows("A", 0, 2) + rows("B", 0, 1)
    )
    assert stats.disk_bytes > 4096


def test_which_seats_were_bots_is_kept(store: Store) -> None:
    store.finish(match("m", bots=[None, "sharp"]))
    store.finish(match("old"))
    found = [store.match("m"), store.match("old")]
    assert [match.bots for match in found if match] == [[None, "sharp"], None]
    assert [summary.bots for summary in store.matches()] == [None, [None, "sharp"]]
