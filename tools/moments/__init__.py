"""The moments of each game that one should have looked at, and how to bring them about.

They join the list of `tools/screens.py`: a moment is a function that is given a house and brings
back a page that stands there, with nobody who hurries it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments import after, crowd, nimble, nono, now
from tools.moments.common import GAMES, Way, beside, big_screen, full_house, hand
from tools.screens import finished


def own(way: Callable[[House], tuple[Table, Page]], house: House) -> Page:
    """As Ana sees it."""
    return way(house)[1]


def room(way: Callable[[House], tuple[Table, Page]], house: House) -> Page:
    """As the big screen shows it."""
    return beside(house, way(house)[0])


MOMENTS: Final[dict[str, Way]] = {
    "now-hand": partial(hand, "now"),
    "nimble-hand": nimble.nimble_placing,
    "nono-hand": nono.nono_hand,
    **{f"{game}-screen": partial(big_screen, game) for game in GAMES},
    "now-eight": partial(full_house, "now"),
    "nono-eight": nono.nono_eight,
    "lobby-eight": crowd.lobby_eight,
    "lobby-eight-screen": crowd.lobby_eight_screen,
    "now-eight-screen": partial(room, partial(crowd.hand, "now")),
    "nono-eight-screen": partial(room, partial(nono.nono_table, others=7)),
    "now-eight-alarm": partial(own, crowd.now_alone),
    "now-eight-alarm-screen": partial(room, crowd.now_alone),
    "now-eight-resolution": partial(own, crowd.now_turned),
    "now-eight-resolution-screen": partial(room, crowd.now_turned),
    "nono-eight-answer": partial(own, crowd.nono_typing),
    "nono-eight-stopped-screen": partial(room, crowd.nono_typing),
    "nono-eight-stopped": partial(own, crowd.nono_looking_on),
    "nono-eight-vote": partial(own, crowd.nono_asked),
    "nono-eight-vote-screen": partial(room, crowd.nono_asked),
    "nono-eight-verdict": partial(own, crowd.nono_right),
    "nono-eight-verdict-screen": partial(room, crowd.nono_right),
    "end-eight": partial(own, finished),
    "end-eight-screen": partial(room, finished),
    "now-alarm": now.now_alarm,
    "now-resolution": now.now_resolution,
    "now-resolution-screen": now.now_resolution_screen,
    "now-refresh": partial(now.now_refresh, False),
    "now-refresh-screen": partial(now.now_refresh, True),
    "nimble-check": nimble.nimble_check,
    "nimble-outcome": nimble.nimble_outcome,
    "nimble-challenge": nimble.nimble_between_rounds,
    "nimble-challenge-screen": nimble.nimble_between_rounds_screen,
    "nimble-challenge-end": after.challenge_end,
    "nono-answer": nono.nono_answer,
    "nono-stopped-screen": nono.nono_stopped,
    "nono-vote": nono.nono_vote,
    "nono-vote-screen": nono.nono_vote_screen,
    "nono-verdict": partial(nono.nono_verdict, "apes"),
    "nono-verdict-right": partial(nono.nono_verdict, "opossums"),
    "nono-verdict-screen": partial(nono.nono_verdict_screen, "apes"),
    **{f"end-{game}": partial(after.end, game) for game in ("nimble", "nono")},
    **{f"replay-{game}": partial(after.replay, game) for game in ("nimble", "nono")},
    **{f"examples-{game}": partial(after.examples, game) for game in GAMES},
    **{f"lesson-{game}": partial(after.lesson, game) for game in GAMES},
}
