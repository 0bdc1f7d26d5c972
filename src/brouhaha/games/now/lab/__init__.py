"""NOW! for those who study it: its balance report, its learning environment, its rules compiled.

The rules know nothing of this folder: `game.py` names what is here, and the lab imports it when
somebody asks.
"""
