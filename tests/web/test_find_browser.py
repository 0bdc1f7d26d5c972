"""The browser that the tests use: the named one, else one on the path; or a sentence that says none."""

from pathlib import Path

import pytest

from tools import find_browser


def fake(folder: Path, name: str, status: int = 0) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


def test_the_named_one_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = fake(tmp_path, "mine")
    monkeypatch.setenv("BROUHAHA_BROWSER", named)
    assert find_browser.find() == named


def test_a_named_one_that_does_not_run_is_not_replaced_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BROUHAHA_BROWSER", fake(tmp_path, "broken", 3))
    assert find_browser.main() == 1
    assert "broken, which does not run" in capsys.readouterr().err


def test_one_on_the_path_is_found_and_a_broken_one_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BROUHAHA_BROWSER", raising=False)
    fake(tmp_path, "chromium", 1)
    works = fake(tmp_path, "google-chrome")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser.find() == works


def test_one_without_windows_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BROUHAHA_BROWSER", raising=False)
    fake(tmp_path, "chromium")
    shell = fake(tmp_path, "chromium-headless-shell")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser.find() == shell


def test_with_none_at_all_it_fails_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BROUHAHA_BROWSER", raising=False)
    for place in ("on_the_path", "playwrights", "debians", "fetched_by_playwright"):
        monkeypatch.setattr(find_browser, place, lambda: iter(()))
    assert find_browser.main() == 1
    assert capsys.readouterr().err.startswith("No browser")
