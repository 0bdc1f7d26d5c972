"""What `serve` prints when it is ready: the address for phones first, as a QR code too."""

from __future__ import annotations

import io
import sys

from brouhaha.server.network.addresses import Listening, local_url, reachable
from brouhaha.server.settings import Settings

ONLY_HERE = "Other devices cannot reach it: it listens on this machine only (try --host 0.0.0.0)."
NO_NETWORK = "Other devices cannot reach it: this machine is on no network."


def invitation(settings: Settings, listening: Listening) -> str:
    addresses = reachable(settings, listening)
    here = local_url(settings, listening)
    if not addresses:
        reason = NO_NETWORK if settings.host in ("0.0.0.0", "::", "") else ONLY_HERE
        lines = ["", f"Brouhaha is ready:  {here}/", reason]
    else:
        first, *others = addresses
        lines = ["", f"Brouhaha is ready:  {first.url}/"]
        lines += [f"               or:  {other.url}/" for other in others]
        if first.kind != "public":
            lines.append(f"  on this machine:  {here}/")
        lines += ["", qr(f"{first.url}/")]
    return "\n".join([*lines, "Press Ctrl-C to stop.", ""])


def qr(text: str) -> str:
    """A QR code in half blocks, if the terminal can show them."""
    import segno  # only who shows one waits for it

    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True)
    shown = drawn.getvalue()
    try:
        shown.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return shown
