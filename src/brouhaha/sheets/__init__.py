"""What was written down at a real table? A sheet is its log, as a match is: who opened it with
what, then everything that was entered, corrected, taken back and brought back, in order.

Sans-IO: records in, a filled sheet out. The game's own sheet (`engine/sheet.py`) judges entries.
"""

from brouhaha.sheets.book import Book, Filled, filled, opened, read, wanted
from brouhaha.sheets.records import Correct, Enter, Opened, Record, Redo, Undo, Wish

__all__ = [
    "Book",
    "Correct",
    "Enter",
    "Filled",
    "Opened",
    "Record",
    "Redo",
    "Undo",
    "Wish",
    "filled",
    "opened",
    "read",
    "wanted",
]
