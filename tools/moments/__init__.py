"""The moments of each game that one should have looked at, and how to bring them about.

They join the list of `tools/screens.py`: a moment is a function that is given a house and brings
back a page that stands there, with nobody who hurries it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from tools.moments import after, nimble, nono, now
from tools.moments.common import GAMES, Way, big_screen, full_house, hand

MOMENTS: Final[dict[str, Way]] = {
    "now-hand": partial(hand, "now"),
    "nimble-hand": nimble.nimble_placing,
    "nono-hand": nono.nono_hand,
    **{f"{game}-screen": partial(big_screen, game) for game in GAMES},
    "now-eight": partial(full_house, "now"),
    "nono-eight": partial(full_house, "nono"),
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
