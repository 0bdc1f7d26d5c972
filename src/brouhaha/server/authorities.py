"""The certificate authorities that this system trusts, read when visitors can come in already.

aiohttp's client reads them while it is imported, which takes a quarter of the time until a server
is ready, and few servers ever ask another one anything. So aiohttp is imported here, without them:
whoever imports this module first has a client that trusts nobody until `read` was called. It may be
called by anybody, again too, and takes some 0.1 s the first time: in a thread.
"""

from __future__ import annotations

import importlib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_unread: Final[list[ssl.SSLContext]] = []


def read() -> None:
    """From now on https elsewhere is trusted as aiohttp would have it."""
    while _unread:
        _unread[-1].set_default_verify_paths()
        _unread.pop()


@contextmanager
def _not_now() -> Iterator[None]:
    contexts: Any = ssl.SSLContext
    contexts.set_default_verify_paths = lambda context: _unread.append(context)
    try:
        yield
    finally:
        del contexts.set_default_verify_paths


with _not_now():
    importlib.import_module("aiohttp")
