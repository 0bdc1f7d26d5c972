"""Real fingers on a touch screen, several at once: touch points by the browser's own protocol."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page

Point = tuple[float, float]


def middle_of(element: Locator) -> Point:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Fingers:
    """Whatever touches one page. A finger has a number, and stays down until it is lifted."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}

    def press(self, points: dict[int, Point], at: float | None = None) -> None:
        """These fingers come down, at this moment of the clock (seconds); the others stay."""
        self._down |= points
        self._dispatch("touchStart", self._down, at)

    def move(self, points: dict[int, Point]) -> None:
        self._down |= points
        self._dispatch("touchMove", self._down)

    def lift(self) -> None:
        """All of them, the one that came down first first."""
        self._down = {}
        self._dispatch("touchEnd", {})

    def tap(self, elements: Iterable[Locator], apart: float = 0) -> None:
        """One finger on each of these, so many seconds apart, and then all go up."""
        points = [middle_of(element) for element in elements]
        begun = time.time()
        for finger, point in enumerate(points):
            self.press({finger: point}, begun + finger * apart)
        self.lift()

    def drag(self, ways: list[tuple[Point, Point]]) -> None:
        """One finger for each way, all at once; they are lifted together."""
        self.press(dict(enumerate(start for start, _ in ways)))
        for share in (0.3, 0.7, 1.0):
            self.move(
                {
                    finger: (x + (to_x - x) * share, y + (to_y - y) * share)
                    for finger, ((x, y), (to_x, to_y)) in enumerate(ways)
                }
            )
        self.lift()

    def _dispatch(self, kind: str, points: dict[int, Point], at: float | None = None) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in points.items()]
        message: dict[str, Any] = {"type": kind, "touchPoints": touches}
        if at is not None:
            message["timestamp"] = at
        self._session.send("Input.dispatchTouchEvent", message)
