"""The boxes that people who play with the real one typed in. A box is kept whole."""

from __future__ import annotations

from typing import NamedTuple

from brouhaha.store.database import Database

BOX = "id, game, name, key_hash, content, changed"


class StoredBox(NamedTuple):
    """A named set of cards. Only whoever has the key, of which the hash is kept, may change it."""

    id: str
    game: str
    name: str
    key_hash: bytes
    content: bytes
    changed: int


def keep_box(database: Database, box: StoredBox) -> None:
    """A new one, or in place of the one with this id."""
    sql = f"""INSERT INTO boxes ({BOX}) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, content = excluded.content,
        changed = excluded.changed"""
    with database.transaction():
        database.run(sql, [*box[:2], box.name.encode(), *box[3:]])


def box(database: Database, id: str) -> StoredBox | None:
    found = database.rows(f"SELECT {BOX} FROM boxes WHERE id = ?", [id])
    return _box(found[0]) if found else None


def boxes(database: Database, game: str, most: int) -> list[StoredBox]:
    """Those of a game, the last changed first."""
    sql = f"SELECT {BOX} FROM boxes WHERE game = ? ORDER BY changed DESC, id LIMIT ?"
    return [_box(row) for row in database.rows(sql, [game, most])]


def box_count(database: Database) -> int:
    count: int = database.rows("SELECT count(*) FROM boxes")[0][0]
    return count


def drop_box(database: Database, id: str) -> None:
    with database.transaction():
        database.run("DELETE FROM boxes WHERE id = ?", [id])


def _box(row: tuple[str, str, bytes, bytes, bytes, int]) -> StoredBox:
    id, game, name, key_hash, content, changed = row
    return StoredBox(id, game, bytes(name).decode(), bytes(key_hash), bytes(content), changed)
