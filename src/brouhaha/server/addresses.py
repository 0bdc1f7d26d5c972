"""Where is the server to be found? On this machine, on its network, and as a code for phones."""

from __future__ import annotations

import io
import socket
import sys
from typing import Final

import segno

from brouhaha.server.settings import Settings

ANY: Final = ("0.0.0.0", "::", "")
SOMEWHERE: Final = ("192.0.2.1", 9)  # an address for documentation: nothing is sent there


def invitation(settings: Settings, port: int) -> str:
    """What is printed when the server is ready."""
    here = f"http://{'localhost' if settings.host in ANY else _written(settings.host)}:{port}/"
    lines = ["", f"Brouhaha is ready:  {settings.public_url or here}"]
    network = own_address() if settings.host in ANY else None
    far = settings.public_url or (network and f"http://{network}:{port}/")
    if network and not settings.public_url:
        lines.append(f"On this network:    {far}")
    if far:
        lines += ["", qr(far)]
    elif not settings.public_url:
        lines.append("For phones on this network: --host 0.0.0.0")
    return "\n".join([*lines, "Ctrl-C stops it.", ""])


def qr(text: str) -> str:
    """A QR code in half blocks, if the terminal can show them."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True)
    shown = drawn.getvalue()
    try:
        shown.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return shown


def own_address() -> str | None:
    """This machine's address on its network: the one it would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
