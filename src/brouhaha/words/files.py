"""The files of data: texts, packed or not."""

from __future__ import annotations

import gzip
from importlib.resources import files


def text(name: str) -> str:
    """A file of `data/` as text."""
    packed = files("brouhaha.words").joinpath("data", name).read_bytes()
    return (gzip.decompress(packed) if name.endswith(".gz") else packed).decode("utf-8")
