"""The host's powers, in real windows."""

import re

from playwright.sync_api import expect

from tools.house import House


def test_the_host_locks_hides_the_code_renames_and_starts_anyway(house: House) -> None:
    table = house.open_table("nimble")
    host, guest = house.person().sit(table), house.person().join(table.code, "Rude")
    screen = house.person(size=(1280, 800)).go(f"/screen/{table.code}")
    expect(screen.get_by_text(table.code, exact=True)).to_be_visible()
    host.get_by_role("button", name="Table", exact=True).tap()
    host.get_by_label("Lock the table").check()
    host.get_by_label("Hide the code").check()
    expect(screen.get_by_text("Ask the host for the code")).to_be_visible()
    expect(screen.get_by_text(table.code, exact=True)).to_have_count(0)
    expect(screen.locator(".qr")).to_have_count(0)
    host.keyboard.press("Escape")

    late = house.person().go(f"/t/{table.code}")
    late.get_by_role("button", name="Sit down").tap()
    expect(late.get_by_role("heading", name="This table is locked")).to_be_visible()

    host.locator(".chair", has_text="Rude").tap()
    host.get_by_label("Another name for them").fill("Rudi")
    host.get_by_role("button", name="Rename").tap()
    expect(screen.locator(".chair", has_text="Rudi")).to_be_visible()
    host.get_by_role("button", name="Start anyway").tap()
    for page in (host, guest):
        expect(page.locator(".match > .bar")).to_be_visible()
    expect(screen.locator(".match h1")).to_be_visible()
    expect(screen.get_by_text(table.code)).to_have_count(0)


def test_who_was_sent_away_comes_back_only_when_let_in_again(house: House) -> None:
    table = house.open_table("now")
    host, guest = house.person().sit(table), house.person().join(table.code, "Félix")
    host.locator(".chair", has_text="Félix").tap()
    host.get_by_role("button", name="Send away").tap()
    gone = guest.get_by_role("heading", name="The host gave your chair away")
    expect(gone).to_be_visible()
    guest.goto(f"/t/{table.code}")
    expect(gone).to_be_visible()
    host.get_by_role("button", name="Table", exact=True).tap()
    host.get_by_role("button", name="Let Félix in again").tap()
    expect(host.get_by_text("Sent away")).to_have_count(0)
    guest.goto(f"/t/{table.code}")
    guest.get_by_role("button", name="Sit down").tap()
    expect(host.locator(".chair", has_text=re.compile("Félix"))).to_be_visible()


def test_rude_names_are_masked_on_the_big_screen_only(house: House) -> None:
    table = house.open_table("now")
    host, guest = house.person().sit(table), house.person().join(table.code, "Connard")
    screen = house.person(size=(1280, 800)).go(f"/screen/{table.code}")
    expect(screen.locator(".chair", has_text="•••••••")).to_be_visible()
    for page in (host, guest):
        expect(page.locator(".chair", has_text="Connard")).to_be_visible()
    host.get_by_role("button", name="Table", exact=True).tap()
    host.get_by_role("radio", name="Shown").check()
    expect(screen.locator(".chair", has_text="Connard")).to_be_visible()
    host.get_by_role("radio", name="All masked").check()
    expect(screen.locator(".chair", has_text="•••••••")).to_be_visible()


def test_newcomers_knock_and_the_host_lets_them_in_or_sends_them_away(house: House) -> None:
    table = house.open_table("now")
    host = house.person().sit(table)
    host.get_by_role("button", name="Table", exact=True).tap()
    host.get_by_label("Newcomers knock, and I let them in").check()
    host.keyboard.press("Escape")

    wanted, unwanted = (house.person().go(f"/t/{table.code}") for _ in range(2))
    for page, name in ((wanted, "Bo"), (unwanted, "Eve")):
        page.get_by_role("textbox").fill(name)
        page.get_by_role("button", name="Sit down").tap()
        expect(page.get_by_role("heading", name="You’ve knocked")).to_be_visible()
    host.get_by_role("button", name=re.compile("^Table")).tap()
    host.get_by_role("button", name="Let in Bo").tap()
    expect(wanted.locator(".chair", has_text="Bo")).to_be_visible()
    host.get_by_role("button", name="Send away Eve").tap()
    expect(unwanted.get_by_text("The host did not let you in.")).to_be_visible()
    expect(host.get_by_role("button", name="Let Eve in again")).to_be_visible()


def test_watchers_are_sent_away_and_the_hosts_own_screen_stays(house: House) -> None:
    table = house.open_table("now")
    host = house.person().sit(table)
    own = host.context.new_page()
    own.goto(f"/screen/{table.code}")
    stranger = house.person().go(f"/watch/{table.code}")
    for page in (own, stranger):
        expect(page.get_by_role("heading", name="NOW!")).to_be_visible()
    host.get_by_role("button", name="Table", exact=True).tap()
    host.get_by_label("Strangers may watch").uncheck()
    expect(stranger.get_by_role("heading", name="The host gave your chair away")).to_be_visible()
    wall = house.person(size=(1280, 800)).go(f"/screen/{table.code}")
    expect(wall.get_by_role("heading", name="You’ve knocked")).to_be_visible()
    host.get_by_role("button", name="Let in Big screen").tap()
    for page in (own, wall):
        expect(page.get_by_role("heading", name="NOW!")).to_be_visible()
    wall.reload()
    expect(wall.get_by_role("heading", name="NOW!")).to_be_visible()


def test_everybody_sees_how_far_away_each_one_is_and_the_host_says_who_races(house: House) -> None:
    table = house.open_table("now")
    host, guest = house.person().sit(table), house.person().join(table.code, "Félix")
    host.get_by_role("button", name="Table", exact=True).tap()
    host.get_by_role("radio", name="Strangers", exact=True).check()
    host.get_by_role("radio", name="250 ms").check()
    expect(host.get_by_text("Credit for a proven distance")).to_be_visible()
    host.get_by_label("Draw what is too close to call").check()
    host.keyboard.press("Escape")
    for page in (host, guest):
        expect(page.locator(".chair", has_text="Félix")).to_contain_text(
            re.compile(r"\d+ ms, (near|far|shaky)")
        )
