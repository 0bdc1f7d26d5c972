"""NOW! with the real box: each round's Targets and who took them in, or only the final piles; the
score, Refresh, two-colour cards where they help most and ties broken out."""

from brouhaha.games.now.sheet.sheet import SHEET

__all__ = ["SHEET"]
