"""Players of NoNo made of code. They see views only, like everybody."""

from brouhaha.engine.game import Bot
from brouhaha.games.nono.bots.levels import GentleBot, MercilessBot, SharpBot, SteadyBot
from brouhaha.games.nono.bots.simple import RandomBot

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "gentle": GentleBot,
    "steady": SteadyBot,
    "sharp": SharpBot,
    "merciless": MercilessBot,
}

__all__ = ["BOTS", "MercilessBot", "RandomBot"]
