"""Going back or closing the window during a match asks first, in real windows."""

from collections.abc import Callable

from playwright.sync_api import Dialog, Page, expect

from tools.house import House, Table
from tools.screens import IN_A_HURRY


def _sit(page: Page, table: Table) -> None:
    """On the seat that was taken over HTTP, coming from the page that is shown."""
    seat = [f"brouhaha.seat.{table.code}", table.token]
    page.evaluate("([key, token]) => localStorage.setItem(key, token)", seat)
    page.goto(f"/t/{table.code}")


def test_going_back_during_a_match_asks_and_a_second_back_leaves(house: House) -> None:
    page = house.person().go("/")
    table = house.open_table("now", bots=["steady", "steady"], start=True)
    _sit(page, table)
    bar, question = (
        page.locator(".match > .bar"),
        page.get_by_role("dialog", name="Leave the match?"),
    )
    expect(bar).to_be_visible()
    stays: tuple[Callable[[], None], ...] = (
        page.get_by_role("button", name="Stay").tap,
        lambda: page.keyboard.press("Escape"),
    )
    for stay in stays:
        page.go_back()
        expect(question).to_be_visible()
        stay()
        expect(question).to_be_hidden()
        expect(bar).to_be_visible()
    page.go_back()
    expect(question).to_be_visible()
    page.go_back()
    expect(page).to_have_url(f"{house.server.url}/")
    expect(page.get_by_role("link", name="Back to your table")).to_be_visible()  # the seat is kept


def test_closing_the_window_during_a_match_is_asked_about(house: House) -> None:
    page = house.person().sit(house.open_table("now", bots=["steady", "steady"], start=True))
    page.locator(".match").tap(
        position={"x": 5, "y": 60}
    )  # browsers ask only who has touched the page
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(page.locator(".match > .bar")).to_be_visible()


def test_in_the_lobby_and_after_the_end_nobody_is_asked(house: House) -> None:
    page = house.person().go("/")
    asked: list[str] = []

    def note(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", note)
    table = house.open_table("now", options=IN_A_HURRY, bots=["steady", "steady"])
    _sit(page, table)
    page.locator(".round").wait_for()
    page.go_back()
    expect(page).to_have_url(f"{house.server.url}/")
    page.go_forward()
    page.get_by_role("button", name="Let’s go!").tap()
    page.locator(".podium").wait_for()
    page.go_back()
    expect(page).to_have_url(f"{house.server.url}/")
    assert asked == []
