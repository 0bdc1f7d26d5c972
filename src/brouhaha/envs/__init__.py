"""The games as PettingZoo environments: `parallel_env("now", players=4)`.

Every seat is an agent that acts in each tick, or waits; `ticks.py` says how real time becomes
ticks, and each game's file what its agents see and can do. Needs the extra `brouhaha[lab]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brouhaha.envs.ticks import TickEnv

__all__ = ["parallel_env"]


def parallel_env(game: str, players: int, **settings: Any) -> TickEnv:
    """A ParallelEnv of this game; settings are those of `TickEnv`."""
    from brouhaha.lab.optional_packages import need

    need("numpy", "gymnasium", "pettingzoo")
    from brouhaha.envs.nimble import NimbleSenses
    from brouhaha.envs.nono import NonoSenses
    from brouhaha.envs.now import NowSenses
    from brouhaha.envs.ticks import TickEnv

    senses = {"now": NowSenses(), "nimble": NimbleSenses(), "nono": NonoSenses()}[game]
    return TickEnv(game, senses, players, **settings)
