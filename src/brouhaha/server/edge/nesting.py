"""How deep JSON from outside may be nested: what reads it, or writes it again, calls itself.

Python gives up at about a thousand levels, in whichever line that happens to be. So a text that is
deeper than anybody needs is refused before it is read.
"""

from __future__ import annotations

import re
from typing import Final

DEEPEST: Final = 32  # levels; options and given cards have six
STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
ALIKE: Final = bytes.maketrans(b"{}", b"[]")
OTHERS: Final = bytes(set(range(256)) - set(b"[]{}"))
TOO_DEEP: Final = "nested too deeply"


def is_deep(text: bytes) -> bool:
    """Innermost pairs are taken away, level by level. Anybody may make it look at 32 kB, so no
    single character is looked at in Python."""
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    signs = STRING.sub(b"", text).translate(ALIKE, OTHERS)
    for _ in range(DEEPEST):
        if len(signs) - len(signs.lstrip(b"[")) > DEEPEST:
            return True
        fewer = signs.replace(b"[]", b"")
        if len(fewer) == len(signs):
            return False  # nothing is left, or what is no JSON
        signs = fewer
    return bool(signs)
