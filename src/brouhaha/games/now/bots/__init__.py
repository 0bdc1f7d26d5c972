"""Players of NOW! made of code. They see views only, like everybody.

Adding a bot is adding one class in this folder and its name here.
"""

from brouhaha.engine.game import Bot
from brouhaha.games.now.bots.levels import Gentle, Merciless, Sharp, Steady
from brouhaha.games.now.bots.simple import GreedyBot, RandomBot

BOTS: dict[str, type[Bot]] = {
    "gentle": Gentle,
    "steady": Steady,
    "sharp": Sharp,
    "merciless": Merciless,
    "greedy": GreedyBot,
    "random": RandomBot,
}
