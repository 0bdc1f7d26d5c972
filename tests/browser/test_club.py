"""The club in real windows: a name that its owner protects, an evening on paper, who decides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.club_evenings import PEOPLE, as_host, evenings, none_left
from tools.house import House
from tools.moments.nono import SPORTS, nono_stop
from tools.sights import switch_language

NAMED = "Émile-Auguste"
SHUT = "Not for you yet"
pytestmark = pytest.mark.together("club")


def test_a_name_is_protected_moved_by_its_code_and_forgotten(house: House) -> None:
    """On one phone, then on another, which alone can ask to be forgotten after that."""
    host = as_host(house, "players")
    link = host.get_by_role("link", name=NAMED).first.get_attribute("href") or ""
    house.open_table("now", name="Zed")
    stranger = house.person().go(link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text(SHUT)

    owner = house.person().sit(house.open_table("now", name=NAMED.upper()))
    owner.locator(".round").wait_for()
    owner.goto(link)
    expect(owner.get_by_role("heading", level=1)).to_have_text(NAMED)
    owner.get_by_role("button", name="Protect my name").click()
    owner.get_by_role("button", name="Bring it to another device").click()
    owner.locator(".mine .qr svg").wait_for()
    key = owner.evaluate("localStorage.getItem('brouhaha.device')")
    assert len(key) == 64

    other = house.person()
    other.sit(house.open_table("now", name="Zed")).locator(".round").wait_for()
    other.go(f"/club#device={key}")  # what the code says
    other.page.get_by_text("This device has your key now.").first.wait_for()
    assert key not in other.page.url
    other.go(link)
    other.page.get_by_role("button", name="Forget me").click()
    other.page.get_by_role("button", name="Forget me for good").click()
    other.page.get_by_text("Forgotten.").first.wait_for()
    none_left(house.server, "recounts")  # the next test has the same evenings, written anew by then
    host.goto("/club/players")
    host.locator(".club table").first.wait_for()
    expect(host.get_by_role("link", name=NAMED)).to_have_count(0)
    house.expect_noise("403")  # whoever comes for the first time is let in at the second try


def test_an_evening_prints_as_a_sheet(house: House, tmp_path: Path) -> None:
    """Names are text, whatever is in them; what is only for screens is not on paper."""
    page = as_host(house, f"evenings/{evenings()[0].id}")
    for language, words in (("en", "Standings"), ("fr", "Résultats")):
        switch_language(page, language)
        page.emulate_media(media="print")
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        expect(page.locator("nav")).to_be_hidden()
        expect(page.locator(".take")).to_be_hidden()
        expect(page.locator("article").last).to_be_visible()
        sheet = page.pdf(path=tmp_path / f"{language}.pdf", format="A4")
        assert sheet.startswith(b"%PDF")
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", sheet)) <= 4
        page.emulate_media(media="screen")
    expect(page.locator("b", has_text="Eve")).to_have_count(0)
    expect(page.get_by_text("<b>Eve</b>").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    rows = Path(download.value.path()).read_text("utf-8-sig").splitlines()
    assert rows[0].startswith("match,game,started")
    assert any(PEOPLE[2] in row for row in rows)


def moderated(house: House) -> tuple[Page, Page]:
    """Ana, who decides, and Bo, who says a word; a third who only looks."""
    clocks = dict.fromkeys(("countdown", "search", "answer", "vote", "verdict"), 0)
    options = clocks | {"decides": "moderator", "moderator": 0, "language": "en"}
    table = house.open_table("nono", options=options, deal={"turns": [SPORTS, SPORTS]})
    ana = house.person().sit(table)
    bo = house.person(language="fr").join(table.code, "Bo")
    cy = house.person().join(table.code, "Cy")
    for guest in (bo, cy):
        guest.locator(".button.big").click()
    ana.locator(".button.big:enabled").click()
    nono_stop(bo)
    bo.keyboard.type("marathon")
    bo.keyboard.press("Enter")
    cy.get_by_text("Ana decides").wait_for()
    return ana, bo


def test_one_person_decides_about_a_word(house: House) -> None:
    ana, bo = moderated(house)
    expect(bo.get_by_text("Ana décide")).to_be_visible()
    expect(bo.locator(".thumbs button")).to_have_count(0)
    ana.locator(".thumbs button").last.click()
    for page, words in ((ana, "Not typical, says Ana"), (bo, "Pas typique, dit Ana")):
        page.locator(".verdict .said").click()
        expect(page.get_by_text(words, exact=True)).to_be_visible()
