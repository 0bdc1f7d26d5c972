"""What is a word, in French and in English?

Pure: letters, plurals, category words, syllables, and a judge over all of them. No clock, no
chance, no network; the data are files in `data/`, their sources and licences beside them, read
once and lazily. Imports nothing else of Brouhaha.
"""

from brouhaha.words.judge import Mark, Verdict, verdict
from brouhaha.words.phrase import LANGUAGES, Lang
from brouhaha.words.syllables import Syllables, count

__all__ = ["LANGUAGES", "Lang", "Mark", "Syllables", "Verdict", "count", "verdict"]
