"""The line of one page to the server, in a test's hands.

line = Line(person.page)    # before the page is opened
line.cut()                  # and it cannot come back
line.mend()                 # until now
line.is_slow = True         # what the server says is held back
line.hurry()                # until now
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute


class Line:
    def __init__(self, page: Page) -> None:
        self.is_slow = False
        self._is_cut = False
        self._line: WebSocketRoute | None = None
        self._held: list[Callable[[], None]] = []
        page.route_web_socket(re.compile("/ws[?]table="), self._carry)

    def _carry(self, line: WebSocketRoute) -> None:
        if self._is_cut:
            line.close()
            return
        self._line = line
        server = line.connect_to_server()
        server.on_message(lambda said: self._tell(lambda: line.send(said)))

    def _tell(self, say: Callable[[], None]) -> None:
        if self.is_slow:
            self._held.append(say)
        else:
            say()

    def cut(self) -> None:
        self._is_cut = True
        assert self._line is not None
        self._line.close()

    def mend(self) -> None:
        self._is_cut = False

    def hurry(self) -> None:
        self.is_slow = False
        while self._held:
            self._held.pop(0)()
