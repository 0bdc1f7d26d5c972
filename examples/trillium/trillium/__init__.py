"""Trillium: find three flowers that are alike or apart in everything, before anybody else."""

from trillium.game import GAME

__all__ = ["GAME"]
