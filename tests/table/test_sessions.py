"""In any session at a table time goes on: a table that is woken when it asked to be finds that it is time."""

from __future__ import annotations

import pytest

from tests.table.sessions import Session

# 0 and 31 are those in which a sum that was rounded down rang an alarm for ever, for an absent player and for a bot.
NUMBERS = range(60)


@pytest.mark.parametrize("number", NUMBERS)
def test_time_goes_on(number: int) -> None:
    Session(number).play()
