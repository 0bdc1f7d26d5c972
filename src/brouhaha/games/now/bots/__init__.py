"""Players of NOW! made of code. They see views only, like everybody.

Adding a bot is adding one class in this folder and its name here.
"""

from brouhaha.engine.game import Bot
from brouhaha.games.now.bots.simple import GreedyBot, RandomBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}
