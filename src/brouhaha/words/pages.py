"""Sorted lines, looked up as people look a word up in a printed dictionary.

The text stays one string. Guide words find the page, and the word is searched on that page
alone: a microsecond, and a few megabytes where a dict of strings would take thirty.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from brouhaha.words import files

_PAGE = 1024  # letters on a page; more make fewer guide words and a longer search


class Pages(NamedTuple):
    """A sorted text, cut into pages: where each begins, and its first word."""

    text: str
    starts: list[int]
    guides: list[str]

    def line(self, word: str) -> str:
        """What stands behind a word on its line; nothing if it is not there."""
        page = bisect_right(self.guides, word) - 1
        sought = f"\n{word} "
        found = (
            self.text.find(sought, self.starts[page], self.starts[page + 1]) if page >= 0 else -1
        )
        if found < 0:
            return ""
        return self.text[found + len(sought) : self.text.index("\n", found + 1)]


def open_pages(name: str) -> Pages:
    """A file of sorted lines: a word, a space, and what is said of it."""
    text = "\n" + files.text(name)
    starts = [0]
    while (start := text.find("\n", starts[-1] + _PAGE)) >= 0 and start < len(text) - 1:
        starts.append(start)
    guides = [text[start + 1 : text.index(" ", start)] for start in starts]
    return Pages(text, [*starts, len(text)], guides)
