"""What leaves a store comes back the same: exports, and back-ups taken while play goes on."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable

import msgspec
import pytest

import brouhaha
from brouhaha.store import (
    NotAStore,
    Store,
    StoreError,
    back_up,
    export_matches,
    import_matches,
    open_store,
)
from brouhaha.store.schema import COLUMNS
from tests.store.fixtures import KINDS
from tests.store.samples import match, rows


def exported(store: Store) -> bytes:
    out = io.BytesIO()
    export_matches(store, out)
    return out.getvalue()


def test_an_export_comes_back_the_same(store: Store, new_url: Callable[[], str]) -> None:
    for number, name in enumerate(["Ana", "Zoë", "👩‍🚀", "line\nbreak"]):
        store.finish(match(f"m{number}", ended=2000 - number, players=[name, "Bo"]))
    export = exported(store)
    lines = export.splitlines(keepends=True)
    assert [msgspec.json.decode(line)["id"] for line in lines] == ["m3", "m2", "m1", "m0"]
    with open_store(new_url()) as other:
        assert import_matches(other, lines) == 4
        assert import_matches(other, lines) == 4
        assert exported(other) == export
        assert [played.match.id for played in other.results_by_player("zoë")] == ["m1"]


def test_an_exported_log_can_be_replayed(store: Store) -> None:
    played = brouhaha.start("now", players=["Ana", "Bo", "Cy"], seed=7)
    played.act(seat=0, action={"type": "discard"}, at=4200)
    played.advance(at=60_000)
    store.finish(match("m", log=msgspec.Raw(msgspec.json.encode(played.log))))
    (line,) = exported(store).splitlines()
    again = brouhaha.replay(msgspec.json.decode(line)["log"])
    assert again.public() == played.public()


def test_a_line_that_is_no_match_is_named(store: Store) -> None:
    good = msgspec.json.encode(match("m")) + b"\n"
    with pytest.raises(ValueError, match="line 2"):
        import_matches(store, [good, b'{"id": "x"}\n'])
    assert store.match("m") is not None


@pytest.mark.parametrize("target", KINDS)
def test_a_back_up_while_running(url: str, target: str, url_of_kind: Callable[[str], str]) -> None:
    stop, copy = threading.Event(), url_of_kind(target)

    def play() -> None:
        with open_store(url) as writer:
            for entry in range(1, 100_000):
                if stop.is_set():
                    return
                batch = [row for table in "ABC" for row in rows(table, entry, 1)]
                writer.append(batch, finished=[match(f"m{entry}", players=["Zoë"])])

    with open_store(url) as store:
        store.append([row for table in "ABC" for row in rows(table, 0, 1)])
        player = threading.Thread(target=play)
        player.start()
        try:
            while len(store.entries("A")) < 20:
                pass
            before = len(store.entries("A"))
            back_up(store, copy)
            after = len(store.entries("A"))
        finally:
            stop.set()
            player.join()
    with open_store(copy) as saved:
        length = len(saved.entries("A"))
        assert before <= length <= after
        assert dict(saved.load_all_open()) == {table: rows(table, 0, length) for table in "ABC"}
        assert saved.stats().matches == length - 1
        assert len(saved.results_by_player("zoë", limit=10**6)) == length - 1
        saved.append(rows("A", length, 1))


def test_a_back_up_that_breaks_off_leaves_nothing(
    store: Store, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.append(rows("A", 0, 3))
    monkeypatch.setitem(COLUMNS, "last", ("missing",))
    copy = new_url()
    with pytest.raises(StoreError, match="last"):
        back_up(store, copy)
    with open_store(copy) as saved:
        assert saved.stats().tables == 0


def test_a_back_up_does_not_overwrite_a_store(store: Store, new_url: Callable[[], str]) -> None:
    copy = new_url()
    back_up(store, copy)
    with pytest.raises(NotAStore, match="empty place"):
        back_up(store, copy)
