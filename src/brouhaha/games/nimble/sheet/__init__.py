"""nimble with the real box: cards left and errors of each round in; titles, winner and who gives
how many next time out. The sum of the cards on the piles is checked."""

from brouhaha.games.nimble.sheet.sheet import SHEET

__all__ = ["SHEET"]
