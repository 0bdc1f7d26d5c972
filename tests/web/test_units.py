"""Runs the page's own unit tests (web/tests) with the Node that also builds it."""

import runpy
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_pages_unit_tests_pass() -> None:
    build = runpy.run_path(str(ROOT / "hatch_build.py"))
    build["build_client"]()
    node, _ = build["_node"]()
    ran = subprocess.run(
        [str(node), "--test", "--test-reporter=tap"],
        cwd=ROOT / "web",
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# pass 0" not in ran.stdout
