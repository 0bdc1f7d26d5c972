"""How the lab compiles: numba, and a cache on the disk that knows when it is stale.

numba keeps what it compiled beside the source, and compiles again when *that file* changed. A rule
is inlined into functions of other files, though; so here the cache is asked for by what stands in
every file that brings compiled code to the same program: the shared ones
(`lab/` and `envs/`, `compiled*.py`), and those of the game's folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit

HOUSE: Final = Path(__file__).parent.parent
SHARED: Final = (HOUSE / "lab", HOUSE / "envs")

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """A small function that becomes part of whichever calls it."""
    made: Any = njit(forceinline=True, boundscheck=False)(function)
    return cast("Function", made)


def compiled(function: Function) -> Function:
    """A function that is called from Python; compiled once for all processes."""
    made: Any = njit(cache=True, boundscheck=False)(function)
    made._cache._cache_file._source_stamp = stamp_of(Path(getfile(function)).parent)
    return cast("Function", made)


@cache
def stamp_of(folder: Path) -> str:
    """Changes when anything does that compiled code of this folder is made of."""
    shared = (source for room in SHARED for source in room.glob("compiled*.py"))
    sources = sorted({*shared, *folder.glob("*.py")})
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


def new(kind: np.dtype[np.void]) -> Any:
    """Room for a record, to be used for match after match."""
    return np.zeros(1, kind)[0]
