"""What is a word, in French and in English?

Pure: letters, plurals, category words, syllables, and a judge over all of them. No clock, no
chance, no network; the data are files in `data/`, their sources and licences beside them, read
once and lazily. Imports nothing else of Brouhaha.
"""

from brouhaha.words.expression import MOST_CHARACTERS, Refused
from brouhaha.words.judge import Finding, Mark, judge
from brouhaha.words.phrase import LANGUAGES, Lang
from brouhaha.words.syllables import Syllables, count

verdict = judge  # what it was called when only NoNo's referee asked

__all__ = [
    "LANGUAGES",
    "MOST_CHARACTERS",
    "Finding",
    "Lang",
    "Mark",
    "Refused",
    "Syllables",
    "count",
    "judge",
    "verdict",
]
