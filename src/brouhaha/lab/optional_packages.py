"""The heavy parts of the lab are an extra; whoever lacks it is told so in a sentence."""

from __future__ import annotations

from importlib.util import find_spec

from brouhaha.engine.errors import Refusal, Rejected

NEEDS_LAB = Refusal(
    "needs_lab",
    "This needs {package}, which is not installed: pip install 'brouhaha[lab]'.",
    "Il faut {package}, qui n’est pas installé : pip install 'brouhaha[lab]'.",
)


def need(*packages: str) -> None:
    """Raise `Rejected` unless all of these can be imported."""
    for package in packages:
        if find_spec(package) is None:
            raise Rejected(NEEDS_LAB, package=package)
