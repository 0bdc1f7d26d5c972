"""NoNo with the real box: card, dice, who called Stop!, the word and the thumbs in; what the judge
finds in it letter by letter, points and penalties, and the whole sheet out."""

from brouhaha.games.nono.sheet.sheet import SHEET

__all__ = ["SHEET"]
