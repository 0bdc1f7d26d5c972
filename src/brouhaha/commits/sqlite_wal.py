"""SQLite's own write-ahead log (`…-wal`), looked at before SQLite is.

SQLite reads it as far as its checksums hold, and drops the rest without a word: that may be all
that the last minutes brought. So what is there and cannot be read is counted, and a copy is kept.
(https://www.sqlite.org/fileformat2.html, 4: a head, then frames of a head and a page each.
Checksums add up from the beginning. A frame of this log, and not of one before it, has the salts
of the head; one that ends a transaction says how many pages the database has.)
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct as Format
from typing import Final, NamedTuple

from brouhaha.commits.wal_file import Damage, keep_copy

HEAD: Final = Format(">IIIIIIII")  # magic, version, page size, number, two salts, two checksums
FRAME: Final = Format(">IIIIII")  # page, pages at the end of a transaction, salts, checksums
BIG_ENDIAN: Final = 0x377F0683  # the magic; one less if the words of checksums are little-endian
PAGE_SIZES: Final = [1 << power for power in range(9, 17)]
USUAL_PAGE: Final = 4096
Pair = tuple[int, int]


class Frame(NamedTuple):
    ends_transaction: bool
    salts: Pair
    whole: bool  # its checksums hold, and those of all before it


def keep_damaged(store: Path) -> Damage | None:
    """A copy of the log beside this file, if transactions of it cannot be read any more."""
    path = store.with_name(f"{store.name}-wal")
    try:
        written = path.read_bytes()
    except OSError:  # there is none; or SQLite says what is wrong
        return None
    lost = transactions_lost(written)
    return Damage(keep_copy(path, written), len(written), lost) if lost else None


def transactions_lost(written: bytes) -> int:
    """How many are there that SQLite will not find."""
    if len(written) < HEAD.size:
        return 0
    found = frames(written)
    salts = HEAD.unpack_from(written)[4:6]
    if found and not any(each.salts == salts for each in found) and not _head_summed(written)[2]:
        salts = found[0].salts  # the head is damaged: its frames are like each other
    return sum(each.ends_transaction and not each.whole and each.salts == salts for each in found)


def frames(written: bytes) -> list[Frame]:
    _, _, page, *_ = head = HEAD.unpack_from(written)
    page = page if page in PAGE_SIZES else USUAL_PAGE
    order, sums, whole = _head_summed(written)
    found = []
    for at in range(HEAD.size, len(written) - FRAME.size - page + 1, FRAME.size + page):
        _, pages, *salts_and_sums = FRAME.unpack_from(written, at)
        salts = salts_and_sums[0], salts_and_sums[1]
        if whole:
            body = written[at : at + 8] + written[at + FRAME.size : at + FRAME.size + page]
            sums = _summed(body, order, sums)
            whole = (*head[4:6], *sums) == (*salts_and_sums,)
        found.append(Frame(pages > 0, salts, whole))
    return found


def _head_summed(written: bytes) -> tuple[str, Pair, bool]:
    """The order of its words, its checksums, and whether they hold."""
    magic, *_, first, second = HEAD.unpack_from(written)
    order = ">" if magic == BIG_ENDIAN else "<"
    sums = _summed(written[:24], order, (0, 0))
    return order, sums, sums == (first, second)


def _summed(data: bytes, order: str, sums: Pair) -> Pair:
    """SQLite's checksum, gone on with."""
    first, second = sums
    words = Format(f"{order}{len(data) // 4}I").unpack(data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
