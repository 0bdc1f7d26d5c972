"""Are the files in deploy/, and the proxies of docs/hosting.md, understood by the programs that they
are for? `make check-deploy`

    python tools/check_deploy.py

Each is held against its program where that is installed (Debian has nginx, Caddy, HAProxy,
docker-compose and systemd as packages); what cannot be checked here is said.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DEPLOY = Path(__file__).parents[1] / "deploy"
HOSTING = Path(__file__).parents[1] / "docs" / "hosting.md"


def composed(folder: Path) -> list[str]:
    """`docker compose` where docker has it, else the program of that name as it used to be."""
    program = ["docker", "compose"] if _docker_composes() else ["docker-compose"]
    return [*program, "--file", str(DEPLOY / "compose.yaml"), "config", "--quiet"]


def _docker_composes() -> bool:
    """It is a plug-in of docker's, which not every docker has."""
    asked = ["docker", "compose", "version"]
    found = shutil.which("docker") is not None
    return found and subprocess.run(asked, capture_output=True).returncode == 0


def balancer(folder: Path) -> list[str]:
    """The names of the processes are known inside the composed network only."""
    file = folder / "nginx.conf"
    text = (DEPLOY / "nginx.conf").read_text()
    for number in (1, 2, 3):
        text = text.replace(f"game{number}:", f"127.0.0.{number}:")
    file.write_text(text)
    return ["nginx", "-t", "-q", "-p", str(folder), "-e", "stderr", "-c", str(file)]


def unit(folder: Path) -> list[str]:
    """With a program that is there."""
    file = folder / "brouhaha@8000.service"
    text = (DEPLOY / "brouhaha@.service").read_text()
    file.write_text(text.replace("/opt/brouhaha/bin/brouhaha", sys.executable))
    return ["systemd-analyze", "verify", str(file)]


def documented(proxy: str) -> str:
    """What the page about hosting has for it. Certificates are not part of it."""
    found = re.search(rf"```\w+\n(# {proxy}\b.*?)```", HOSTING.read_text(), re.S)
    assert found is not None, proxy
    return re.sub(r"443 ssl|:443 ssl crt \S+", "127.0.0.1:8443", found[1])


def documented_nginx(folder: Path) -> list[str]:
    file = folder / "documented.conf"
    file.write_text(f"events {{}}\nhttp {{\n{documented('nginx')}}}\n")
    return ["nginx", "-t", "-q", "-p", str(folder), "-e", "stderr", "-c", str(file)]


def documented_caddy(folder: Path) -> list[str]:
    file = folder / "Caddyfile"
    file.write_text(documented("Caddy"))
    return ["caddy", "validate", "--adapter", "caddyfile", "--config", str(file)]


def documented_haproxy(folder: Path) -> list[str]:
    file = folder / "haproxy.cfg"
    file.write_text(documented("HAProxy"))
    return ["haproxy", "-c", "-q", "-f", str(file)]


CHECKS = (composed, balancer, unit, documented_nginx, documented_caddy, documented_haproxy)


def main() -> int:
    well = True
    with tempfile.TemporaryDirectory() as folder:
        for check in CHECKS:
            command = check(Path(folder))
            if shutil.which(command[0]) is None:
                print(f"not checked, {command[0]} is not installed: {check.__name__}")
                continue
            environment = os.environ | {"POSTGRES_PASSWORD": "secret"}
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            said = (done.stdout + done.stderr).strip()
            print(f"{'well' if done.returncode == 0 else 'WRONG'}: {check.__name__} ({command[0]})")
            if done.returncode != 0:
                print(said)
            well = well and done.returncode == 0
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
