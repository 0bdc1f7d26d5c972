"""How deep JSON from outside may be nested: what reads it, or writes it again, calls itself.

Python gives up at about a thousand levels, in whichever line that happens to be. So a text that is
deeper than anybody needs is refused before it is read.
"""

from __future__ import annotations

import re
from typing import Final

DEEPEST: Final = 32  # levels; options and given cards have six
STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
SIGN: Final = re.compile(rb"[\[\]{}]")
TOO_DEEP: Final = "nested too deeply"


def is_deep(text: bytes) -> bool:
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for sign in SIGN.findall(STRING.sub(b"", text)):
        depth += 1 if sign in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False
