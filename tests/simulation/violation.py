"""A law of the server was broken: which one, and how."""

from __future__ import annotations


class Violation(SystemExit):
    """Raised where it is seen, in the midst of the server's code: nothing there may catch it, and
    asyncio lets this kind through."""

    def __init__(self, law: str, detail: str) -> None:
        self.law = law
        self.detail = detail
        super().__init__(f"{law}: {detail}")
