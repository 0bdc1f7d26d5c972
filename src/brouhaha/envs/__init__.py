"""The games as PettingZoo environments: `parallel_env("now", players=4)`; and thousands of matches
at once: `batch_env("now", players=4, matches=4096)`, as Gymnasium's `vector_env`, as PettingZoo's
`parallel_batch`.

Every seat is an agent that acts in each tick, or waits; `ticks.py` says how real time becomes
ticks, and each game (`Game.environment`) what its agents see and can do. Needs the extra
`brouhaha[lab]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from brouhaha import games
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.match import check_players
from brouhaha.lab.brought import brought

if TYPE_CHECKING:
    from brouhaha.envs.batch import Batch
    from brouhaha.envs.ticks import TickEnv
    from brouhaha.envs.vector import ParallelBatch, VectorBatch

__all__ = ["batch_env", "parallel_batch", "parallel_env", "vector_env"]

NO_ENVIRONMENT: Final = Refusal(
    "no_environment",
    "{game} brings no learning environment: its `environment` names none.",
    "{game} n’apporte pas d’environnement d’apprentissage : son `environment` n’en nomme aucun.",
)

NO_BATCH: Final = Refusal(
    "no_batch",
    "{game} is not compiled for many matches at once: its `batch` names nothing.",
    "{game} n’est pas compilé pour beaucoup de parties à la fois : son `batch` ne nomme rien.",
)


def parallel_env(game: str, players: int, **settings: Any) -> TickEnv:
    """A ParallelEnv of this game; settings are those of `TickEnv`."""
    from brouhaha.lab.optional_packages import need

    need("numpy", "gymnasium", "pettingzoo")
    from brouhaha.envs.ticks import TickEnv

    named = games.find(game).environment
    if named is None:
        raise Rejected(NO_ENVIRONMENT, game=game)
    return TickEnv(game, brought(named)(), players, **settings)


def batch_env(game: str, players: int, matches: int, **settings: Any) -> Batch:
    """So many matches at once, over arrays; settings are those of `Batch`."""
    from brouhaha.lab.optional_packages import need

    need("numpy", "numba", "gymnasium", "pettingzoo")
    rules = games.find(game)
    if rules.batch is None:
        raise Rejected(NO_BATCH, game=game)
    check_players(rules, players)
    made: Batch = brought(rules.batch)(players, matches, **settings)
    return made


def vector_env(
    game: str, players: int, matches: int, *, copy: bool = True, **settings: Any
) -> VectorBatch:
    """The same as a Gymnasium VectorEnv, in which every seat of every match is an environment."""
    batch = batch_env(game, players, matches, **settings)
    from brouhaha.envs.vector import VectorBatch

    return VectorBatch(batch, copy)


def parallel_batch(game: str, players: int, matches: int, **settings: Any) -> ParallelBatch:
    """The same by PettingZoo's parallel conventions, an array of all matches for each agent."""
    batch = batch_env(game, players, matches, **settings)
    from brouhaha.envs.vector import ParallelBatch

    return ParallelBatch(batch)
