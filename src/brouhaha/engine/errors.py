"""Every refusal says why: a code for programs, a sentence for people, in each language.

A `Refusal` is defined once, beside the rule that uses it; `Rejected` is raised with it, and with
the details its sentences name. A detail that is said otherwise in each language is given as
`Words`. Nothing is ever dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Final, NamedTuple

LANGUAGES = ("en", "fr")
MOST_CHARACTERS: Final = 300  # of an error that is told
CRASHES: Final = BaseException  # of other people's code: also an exit, or a cancellation


class Refusal(NamedTuple):
    """Why something is not allowed: its code, and what a player is told."""

    code: str
    en: str
    fr: str


class Words(NamedTuple):
    """A detail of a refusal that is said in words, in each language."""

    en: str
    fr: str


class Rejected(Exception):
    """Refused, and nothing has changed. `code` says why, `sentence(lang)` says it in words.

    `details` are plain: the English of `Words` has the detail's name, the French that name with
    `_fr` behind it.
    """

    def __init__(self, refusal: Refusal, **details: object) -> None:
        super().__init__(refusal, details)
        self.refusal = refusal
        self.details = _plain(details)

    @property
    def code(self) -> str:
        return self.refusal.code

    def sentence(self, language: str = "en") -> str:
        if language != "fr":
            return self.refusal.en.format_map(self.details)
        own = {name: self.details.get(f"{name}_fr", value) for name, value in self.details.items()}
        return self.refusal.fr.format_map(own)

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence()}"

    def __reduce__(self) -> tuple[object, ...]:
        return _rejected, (type(self), self.refusal, self.details)


class Overtaken(Rejected):
    """Refused because the action of another seat, `by`, came before: with a moment more it would
    have been allowed. At a table the player is told by how much they were late."""

    def __init__(self, refusal: Refusal, by: int, **details: object) -> None:
        super().__init__(refusal, by=by, **details)
        self.by = by


def _plain(details: dict[str, object]) -> dict[str, object]:
    plain = dict(details)
    for name, value in details.items():
        if isinstance(value, Words):
            plain |= {name: value.en, f"{name}_fr": value.fr}
    return plain


def _rejected(
    kind: Callable[..., Rejected], refusal: Refusal, details: dict[str, object]
) -> Rejected:
    return kind(refusal, **details)


def named(error: BaseException) -> str:
    """An error of other people's code in one short line that can be written, whatever it holds."""
    try:
        text = str(error)
    except CRASHES:
        text = "(it cannot be told)"
    line = " ".join(f"{type(error).__name__}: {text}".split())
    return line[:MOST_CHARACTERS].encode(errors="replace").decode()


def refusals_of(module: ModuleType) -> tuple[Refusal, ...]:
    """All refusals that a module of refusals defines, for catalogues and documentation."""
    return tuple(value for value in vars(module).values() if isinstance(value, Refusal))
