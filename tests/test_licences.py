"""Whatever is in the wheel has its licence in it, and the metadata name them all."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

from packaging.licenses import canonicalize_license_expression

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SPDX = {  # by licence file
    "LICENSE": "MIT",
    "LICENSE.lexique.txt": "CC-BY-SA-4.0",
    "LICENSE.cmudict.txt": "BSD-2-Clause",
    "LICENSE.wordnet.txt": "LicenseRef-WordNet-3.0",
    "LICENSE.unicode.txt": "Unicode-3.0",
    "LICENSE.naughty-words.txt": "CC-BY-4.0",
    "OFL-atkinson-hyperlegible.txt": "OFL-1.1",
    "OFL-bricolage-grotesque.txt": "OFL-1.1",
}


def licence_files() -> set[Path]:
    """Those of the package and of the page's sources."""
    folders = (ROOT / "src" / "brouhaha", ROOT / "web" / "src")
    inside = (file for folder in folders for file in folder.rglob("*"))
    kept = {file for file in inside if re.match(r"(licen[cs]e|ofl)[-.]", file.name.lower())}
    return {file for file in kept if "static" not in file.parts} | {ROOT / "LICENSE"}


def test_the_metadata_name_every_licence() -> None:
    named = set(canonicalize_license_expression(PROJECT["license"]).split(" AND "))
    assert {file.name for file in licence_files()} == set(SPDX)
    assert named == set(SPDX.values())


def test_every_licence_file_goes_into_the_wheel() -> None:
    given = {file for pattern in PROJECT["license-files"] for file in ROOT.glob(pattern)}
    assert given == licence_files() | {ROOT / "NOTICE"}


def test_every_data_file_says_where_it_comes_from() -> None:
    data = ROOT / "src" / "brouhaha" / "words" / "data"
    sources = (data / "SOURCES.md").read_text()
    told = {name for line in sources.splitlines() for name in re.findall(r"`([^`]+)`", line)}
    for file in data.iterdir():
        general = re.sub(r"\.(en|fr)\.", ".*.", file.name)
        assert file.name == "SOURCES.md" or {file.name, general} & told, file.name


def test_the_pages_parts_bring_their_licences() -> None:
    runpy.run_path(str(ROOT / "hatch_build.py"))["build_client"]()
    text = (ROOT / "src/brouhaha/server/static/assets/LICENSES.txt").read_text()
    for part in ("svelte", "uqr", "clsx"):
        assert re.search(rf"^{part} \d", text, re.MULTILINE)
    assert text.count("Permission is hereby granted") == len(
        re.findall(r"^\S+ \d+\.\d", text, re.M)
    )
