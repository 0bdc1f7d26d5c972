"""Trillium keeps the laws of a game."""

from trillium import GAME

from brouhaha.testing import Conformance


class TestTrillium(Conformance):
    game = GAME
    clocks_end_it = True
