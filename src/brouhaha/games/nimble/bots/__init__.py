"""Players of nimble made of code. They see views only, like everybody; the levels weakest first."""

from brouhaha.engine.game import Bot
from brouhaha.games.nimble.bots.levels import Gentle, Learned, Merciless, Sharp, Steady
from brouhaha.games.nimble.bots.simple import GreedyBot, RandomBot, RecklessBot

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "reckless": RecklessBot,
    "greedy": GreedyBot,
    "gentle": Gentle,
    "steady": Steady,
    "sharp": Sharp,
    "merciless": Merciless,
    "learned": Learned,
}
