"""Who may see the club's pages and the lists of matches: by the pass that a browser brings."""

from __future__ import annotations

import time
from typing import Final

from brouhaha.club import access
from brouhaha.club import refusals as of_the_club
from brouhaha.club.access import Viewer
from brouhaha.engine.errors import Rejected
from brouhaha.server.http import refusals
from brouhaha.server.settings import Lists
from brouhaha.store.database import Database

COOKIE: Final = "brouhaha_club"
ADMITTED: Final = "brouhaha_admitted"  # no secret: the page may ask for the club's figures at once


def viewer_of(database: Database, given: str) -> Viewer:
    """By the pass that a browser brings."""
    secret = access.secrets_of(database).get(access.SECRET)
    return access.read_pass(secret, given, time.time()) if secret and given else "anybody"


def admit(database: Database, given: str, lists: Lists) -> Viewer:
    """As whom this pass may see the club, or `Rejected`."""
    viewer = viewer_of(database, given)
    if viewer != "host" and lists == "nobody":
        raise Rejected(refusals.NOT_LISTED)
    if viewer == "anybody" and lists == "seated":
        raise Rejected(of_the_club.NOT_SEATED)
    return viewer
