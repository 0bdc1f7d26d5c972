"""What stands between the clients and the server: bytes that are passed on, or a real proxy.

    python -m bench.race_proxy PORT TO HOST

passes bytes on and says nothing about whom it spoke to. nginx, Caddy and HAProxy are started with
what `docs/hosting.md` says, but for the certificate.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Final, Literal

Through = Literal["bytes", "nginx", "caddy", "haproxy"]
HOSTING: Final = Path(__file__).parents[1] / "docs" / "hosting.md"
_BEHIND: Final = "127.0.0.1:8000"  # the server, as the page about hosting has it
# What that page says about where to listen, and what is said here.
_LISTENS: Final[dict[str, tuple[str, str]]] = {
    "nginx": (r"listen 443 ssl;\n    server_name [^;]*;", "listen {};"),
    "caddy": (r"games.example.org", "http://{}"),
    "haproxy": (r"bind :443 ssl crt \S+", "bind {}"),
}


def command(through: Through, folder: Path, host: str, port: int, to: int) -> list[str]:
    """What starts it, to listen at `port` for the server at `to`."""
    if through == "bytes":
        return [sys.executable, "-m", "bench.race_proxy", str(port), str(to), host]
    file, text = folder / through, _documented(through, f"{host}:{port}", f"{host}:{to}")
    if through == "nginx":
        file.write_text(f"daemon off; pid {folder}/pid; events {{}}\nhttp {{ {text} }}\n")
        return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(file)]
    if through == "caddy":
        file.write_text(f"{{\n    admin off\n}}\n{text}")
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    file.write_text(text)
    return ["haproxy", "-db", "-f", str(file)]


def _documented(through: Through, listens: str, behind: str) -> str:
    found = re.search(rf"```\w+\n(# {through}\b.*?)```", HOSTING.read_text(), re.S | re.I)
    assert found is not None, through
    said, here = _LISTENS[through]
    text, times = re.subn(said, here.format(listens), found[1])
    assert (times, text.count(_BEHIND)) == (1, 1), through
    return text.replace(_BEHIND, behind)


async def pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        target.write(data)
    target.close()


async def main(port: int, to: int, host: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream = await asyncio.open_connection(host, to)
        await asyncio.gather(pour(reader, upstream[1]), pour(upstream[0], writer))

    server = await asyncio.start_server(serve, host, port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
