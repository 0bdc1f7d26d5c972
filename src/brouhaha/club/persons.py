"""Who is who: a name is a person, unless its owner or the host says otherwise.

- A name that nobody played under before becomes a new person. Capitals and the way accents are
  composed make no difference.
- A player may protect the name that they sit under with a device's key, of which only the SHA-256
  is kept. From then on a match counts as theirs if their device vouched for the seat (`vouch`);
  somebody else of that name is another person, a guest.
- The host may join two persons, part a name from its person again, release a protected name, and
  give a person a pseudonym, which everybody but the host sees in place of the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.club.ledger import decoded, encoded
from brouhaha.store.database import Database
from brouhaha.store.matches import name_key
from brouhaha.store.schema import COLUMNS

GUEST: Final = b"\0guest"  # after the key of a protected name: anybody else who plays under it
NOBODY: Final = "Anon"  # in place of the name of somebody who was forgotten: no person
VOUCHED_MS: Final = (
    12 * 3_600_000
)  # a device vouches for an evening, and not for whoever comes later


class ClubError(Exception):
    """What the host or a player asked for cannot be; the message is the code of a refusal."""


# When a match is counted


def played_key(database: Database, table: str, name: str, ended: int) -> bytes:
    """Under which a seat's matches are filed: the name's own key, or a guest's."""
    key = name_key(name)
    sql = "SELECT device FROM person_names n JOIN persons p ON p.id = n.person WHERE n.name = ?"
    found = database.rows(sql, [key])
    if not found or found[0][0] is None or _is_vouched(database, table, key, ended):
        return key
    return key + GUEST


def _is_vouched(database: Database, table: str, key: bytes, ended: int) -> bool:
    sql = "SELECT at FROM vouchers WHERE table_id = ? AND name = ?"
    return any(at >= ended - VOUCHED_MS for (at,) in database.rows(sql, [table, key]))


def person_of(database: Database, key: bytes, shown: str) -> int:
    """Whose name it is; a new person's, if nobody had it."""
    found = database.rows("SELECT person FROM person_names WHERE name = ?", [key])
    if found:
        person: int = found[0][0]
        return person
    return _new_person(database, key, shown)


def _new_person(database: Database, key: bytes, shown: str) -> int:
    person: int = database.rows("SELECT coalesce(max(id), 0) + 1 FROM persons")[0][0]
    if key.endswith(GUEST):
        shown = f"{shown} (2)"
    database.insert("persons", COLUMNS["persons"], [(person, encoded(shown), None, None)])
    database.insert("person_names", COLUMNS["person_names"], [(key, person)])
    return person


# What a player says


def claim(database: Database, name: str, device: str) -> int:
    """Protect a name; `device` is the SHA-256 of the key. In a transaction with the club's lock."""
    person = person_of(database, name_key(name), name)
    owner = database.rows("SELECT device FROM persons WHERE id = ?", [person])[0][0]
    if owner is not None and owner != device:
        raise ClubError("name_protected")
    database.run("UPDATE persons SET device = ? WHERE id = ?", [device, person])
    return person


def owned_by(database: Database, device: str) -> list[int]:
    sql = "SELECT id FROM persons WHERE device = ? ORDER BY id"
    return [person for (person,) in database.rows(sql, [device])]


def vouch(database: Database, table: str, name: str, device: str, at: int) -> bool:
    """Whoever sits there under that name is its owner. False: this device does not protect it."""
    key = name_key(name)
    found = database.rows("SELECT person FROM person_names WHERE name = ?", [key])
    if not found or found[0][0] not in owned_by(database, device):
        return False
    sql = """INSERT INTO vouchers (table_id, name, at) VALUES (?, ?, ?)
        ON CONFLICT (table_id, name) DO UPDATE SET at = excluded.at"""
    database.run(sql, [table, key, at])
    database.run("DELETE FROM vouchers WHERE at < ?", [at - 4 * VOUCHED_MS])
    return True


# What the host says; each in a transaction with the club's lock


def join(database: Database, person: int, other: int) -> None:
    """Both are one, who keeps the first one's name, pseudonym and device."""
    if person == other or len(_existing(database, [person, other])) != 2:
        raise ClubError("no_such_person")
    database.run("UPDATE person_names SET person = ? WHERE person = ?", [person, other])
    database.run("UPDATE club_seats SET person = ? WHERE person = ?", [person, other])
    _note(database, [person, other])
    database.run("DELETE FROM persons WHERE id = ?", [other])


def part(database: Database, person: int, name: str) -> int:
    """The name is a person of its own again, with what was played under it."""
    key = name_key(name)
    held = {held for (held,) in database.rows(NAMES, [person])}
    if key not in held or len(held) < 2:
        raise ClubError("no_such_name")
    database.run("DELETE FROM person_names WHERE name = ?", [key])
    parted = _new_person(database, key, name)
    seats = "UPDATE club_seats SET person = ? WHERE person = ? AND name = ?"
    database.run(seats, [parted, person, key])
    _note(database, [person, parted])
    return parted


def release(database: Database, person: int) -> None:
    if not database.run("UPDATE persons SET device = NULL WHERE id = ?", [person]):
        raise ClubError("no_such_person")


def give_pseudonym(database: Database, person: int, pseudonym: str | None) -> None:
    value = encoded(pseudonym) if pseudonym else None
    if not database.run("UPDATE persons SET pseudonym = ? WHERE id = ?", [value, person]):
        raise ClubError("no_such_person")


NAMES: Final = "SELECT name FROM person_names WHERE person = ?"


def rename_after_other(database: Database, person: int, key: bytes) -> bool:
    """Take this name from somebody who has others; False: they have none."""
    others = [name for (name,) in database.rows(NAMES, [person]) if name != key]
    if not others:
        return False
    database.run("DELETE FROM person_names WHERE name = ?", [key])
    shown = database.rows("SELECT name FROM persons WHERE id = ?", [person])[0][0]
    if name_key(decoded(shown)).startswith(key.removesuffix(GUEST)):
        name = min(others).removesuffix(GUEST)
        database.run("UPDATE persons SET name = ? WHERE id = ?", [name, person])
    return True


def _existing(database: Database, persons: Sequence[int]) -> set[int]:
    among = ", ".join("?" * len(persons))
    return {id for (id,) in database.rows(f"SELECT id FROM persons WHERE id IN ({among})", persons)}


def _note(database: Database, persons: Sequence[int]) -> None:
    """Their tallies, and the ladders they are on, are to be counted again."""
    for person in persons:
        note_recount(database, "person", str(person))
        sql = """SELECT DISTINCT game FROM club_seats JOIN club_matches ON id = match_id
            WHERE person = ?"""
        for (game,) in database.rows(sql, [person]):
            note_recount(database, "ratings", game)


def note_recount(database: Database, kind: str, id: str) -> None:
    sql = "INSERT INTO recounts (kind, id) VALUES (?, ?) ON CONFLICT (kind, id) DO NOTHING"
    database.run(sql, [kind, id])
