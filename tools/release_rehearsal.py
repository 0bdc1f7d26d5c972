"""`make release-rehearsal`: a release without publishing it.

Builds the sdist, and from it the wheel and the compiled wheel of this Python on this kind of
machine; checks that version, changelog, tag and metadata agree; installs each wheel in a fresh
environment, starts the server and asks for its health and its page. What passed is left in dist/.
"""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
MUST_HAVE: Final = (  # in the wheel
    "brouhaha/py.typed",
    "brouhaha/server/static/index.html",
    "brouhaha/games/now/data/cards.json",
)
KINDS: Final[dict[str, dict[str, str]]] = {"pure": {}, "compiled": {"BROUHAHA_COMPILED": "1"}}


class NotReady(Exception):
    """Why this cannot be released."""


def main() -> int:
    try:
        with tempfile.TemporaryDirectory(prefix="brouhaha-release-") as folder:
            version = agreed_version()
            sdist = build_sdist(Path(folder))
            wheels = []
            for kind, environment in KINDS.items():
                place = Path(folder, kind)
                place.mkdir()
                wheels.append(build_wheel(sdist, place, environment))
                check_wheel(wheels[-1], version)
                try_wheel(wheels[-1], place)
            check_compiled(wheels[-1])
            DIST.mkdir(exist_ok=True)
            for file in (sdist, *wheels):
                print(shutil.copy(file, DIST))
    except NotReady as reason:
        print(f"Not ready: {reason}", file=sys.stderr)
        return 1
    print(f"Brouhaha {version} could be released.")
    return 0


# What has to agree


def agreed_version() -> str:
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    page = json.loads((ROOT / "web" / "package.json").read_text())["version"]
    if page != version:
        raise NotReady(f"pyproject.toml has version {version}, web/package.json {page}")
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if headings[:1] not in (["Unreleased"], [version]):
        raise NotReady(f"CHANGELOG.md begins with {headings[:1]}, not with {version} or Unreleased")
    check_tag(version, headings)
    return version


def check_tag(version: str, headings: list[str]) -> None:
    """A commit with a tag is the release itself: everything must be final."""
    tags = git("tag", "--points-at", "HEAD").split()
    if not tags:
        return
    if f"v{version}" not in tags:
        raise NotReady(f"this commit is tagged {' and '.join(tags)}, the version is {version}")
    if headings[0] != version:
        raise NotReady(f"CHANGELOG.md has no section {version} at its top")
    if git("status", "--porcelain"):
        raise NotReady("there are changes that are not committed")


def git(*arguments: str) -> str:
    return run(["git", *arguments], ROOT).strip()


def run(command: list[str], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise NotReady(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


# What is built


def build_sdist(folder: Path) -> Path:
    run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)], ROOT)
    [sdist] = folder.glob("*.tar.gz")
    return sdist


def build_wheel(sdist: Path, folder: Path, environment: dict[str, str]) -> Path:
    """From what the sdist holds and nothing else."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "sources")  # our own: the first Pythons 3.11 know no filter
    [sources] = (folder / "sources").iterdir()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run(build, sources, **environment)
    [wheel] = folder.glob("*.whl")
    return wheel


def check_wheel(wheel: Path, version: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        told = email.message_from_bytes(archive.read(metadata))
    if missing := [name for name in MUST_HAVE if name not in names]:
        raise NotReady(f"the wheel lacks {', '.join(missing)}")
    if told["Version"] != version:
        raise NotReady(f"the wheel says version {told['Version']}, not {version}")
    for field in ("Summary", "License-Expression", "Requires-Python", "Description-Content-Type"):
        if not told[field]:
            raise NotReady(f"the wheel's metadata lack {field}")


def check_compiled(wheel: Path) -> None:
    if wheel.name.endswith("-any.whl"):
        raise NotReady(f"{wheel.name} has compiled modules, and says that it fits any machine")
    with zipfile.ZipFile(wheel) as archive:
        if not any(Path(name).match("brouhaha/table/table.*.so") for name in archive.namelist()):
            raise NotReady(f"nothing is compiled in {wheel.name}")


# Whether it works


def try_wheel(wheel: Path, folder: Path) -> None:
    bin_folder = install(wheel, folder / "fresh")
    with served(bin_folder, folder) as url:
        for path, wanted in (("/healthz", ""), ("/", "<script"), ("/api/games", "nimble")):
            with urllib.request.urlopen(url.rstrip("/") + path) as answer:
                if wanted not in answer.read().decode():
                    raise NotReady(f"{path} of the installed server has no {wanted!r}")


def install(wheel: Path, venv: Path) -> Path:
    """With the versions that are locked; uv where there is one."""
    python = venv / "bin" / "python"
    if shutil.which("uv"):
        run(["uv", "venv", "--quiet", "--python", sys.executable, str(venv)], ROOT)
        pip = ["uv", "pip", "install", "--quiet", "--python", str(python)]
    else:
        run([sys.executable, "-m", "venv", str(venv)], ROOT)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--requirement", "requirements/play.txt"], ROOT)
    run([*pip, "--no-deps", str(wheel)], ROOT)
    return python.parent


@contextmanager
def served(bin_folder: Path, folder: Path) -> Iterator[str]:
    """The address of the installed server, started in a folder that has nothing of the sources."""
    command = [str(bin_folder / "brouhaha"), "serve", "--port", "0", "--store", "rehearsal.db"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if found := re.search(r"http://\S+", line):
                    yield found[0]
                    break
            else:
                raise NotReady("the installed server printed no address")
        finally:
            server.terminate()
            server.stdout.read()  # what it says when it stops
    if server.returncode != 0:
        raise NotReady(f"the installed server ended with status {server.returncode}")


if __name__ == "__main__":
    sys.exit(main())
