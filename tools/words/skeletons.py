"""Which characters look alike, in all scripts: UTS #39's prototypes, for `brouhaha.words.skeleton`.

    python -m tools.words.skeletons CONFUSABLE_HOMOGLYPHS.whl

The wheel (PyPI: confusable-homoglyphs) has Unicode's confusables as pairs, both ways round: a
prototype stands with everything that looks like it, everything else with its prototype alone.
"""

from __future__ import annotations

import gzip
import json
import sys
import unicodedata
import zipfile
from collections import defaultdict
from pathlib import Path

from tools.words.confusables import INSIDE

TARGET = Path(__file__).parents[2] / "src/brouhaha/words/data/skeletons.txt.gz"


MARK = "\u200e"  # beside letters that are written from right to left, so that the list can be read


def prototypes(wheel: Path) -> dict[str, str]:
    """Of each character that has one that is not itself."""
    with zipfile.ZipFile(wheel) as archive:
        pairs = json.loads(archive.read(INSIDE))
    alike: dict[str, set[str]] = defaultdict(set)
    for one, others in pairs.items():
        alike[one.replace(MARK, "")] |= {other["c"].replace(MARK, "") for other in others}
    direct = {one: _prototype(one, alike) for one in alike if len(one) == 1}
    whole = {
        one: "".join(direct.get(c, c) for c in unicodedata.normalize("NFD", proto))
        for one, proto in direct.items()
    }
    return {one: proto for one, proto in whole.items() if one != proto}


def _prototype(one: str, alike: dict[str, set[str]]) -> str:
    """Several characters (m looks like rn), or the one with which all others stand. Of a pair that
    stands alone either would do: the first."""
    strings = [other for other in alike[one] if len(other) > 1]
    if strings:
        return min(strings)
    if len(alike[one]) > 1:
        return one
    (other,) = alike[one]
    return min(one, other) if len(alike[other]) == 1 else other


def write(wheel: Path, target: Path) -> None:
    """A line a prototype: it, a tab, and all that looks like it."""
    lines: dict[str, list[str]] = defaultdict(list)
    for one, proto in prototypes(wheel).items():
        lines[proto].append(one)
    text = "".join(f"{proto}\t{''.join(sorted(lines[proto]))}\n" for proto in sorted(lines))
    target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    write(Path(sys.argv[1]), TARGET)
