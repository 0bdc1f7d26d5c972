"""The lesson while one waits in the lobby: the seat is kept, and the match takes one back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tools.house import House


@pytest.mark.parametrize("game", ["now", "nimble", "nono"])
def test_who_learns_in_the_lobby_keeps_the_seat_and_is_there_when_it_begins(
    house: House, game: str
) -> None:
    bots = ["gentle"] * (1 if game == "nimble" else 2)
    table = house.open_table(game, options={"countdown": 5}, bots=bots)
    host = house.person().sit(table)
    guest = house.person().join(table.code, "Zoe")
    guest.get_by_role("button", name="Learn it meanwhile").tap()
    expect(guest.locator(".lesson .play, .lesson .piles").first).to_be_visible()
    expect(host.locator(".chair", has_text="Zoe")).to_be_visible()
    expect(host.locator(".go .big")).to_be_disabled()  # Zoe has not said ready
    guest.get_by_role("button", name="I’m ready").tap()
    expect(guest.get_by_role("button", name="Ready ✓")).to_be_visible()
    host.locator(".go .big:enabled").tap()
    expect(guest.locator(".match > .bar")).to_be_visible()
    expect(guest.locator(".lesson")).to_have_count(0)
    assert guest.url.endswith(f"/t/{table.code}")
    kept = guest.evaluate("Object.keys(localStorage).filter((key) => key.includes('.seat.'))")
    assert kept == [f"brouhaha.seat.{table.code}"]  # the lesson's own table is left


def test_the_way_back_leads_to_the_table(house: House) -> None:
    table = house.open_table("now", bots=["gentle"])
    house.person().sit(table)
    guest = house.person(language="fr").join(table.code, "Zoe")
    guest.get_by_role("button", name="Apprendre en attendant").tap()
    guest.get_by_role("button", name="Retour à la table").tap()
    expect(guest.locator(".chair", has_text="Zoe")).to_be_visible()
