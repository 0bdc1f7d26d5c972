"""Coming in, sitting down, going: what people do round the games, in real windows."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.line import Line
from tests.browser.test_one_device import play_in_turn
from tools.house import House
from tools.moments.common import STAYS
from tools.screens import IN_A_HURRY, hurried


def seats(page: Page) -> list[str]:
    """Every chair as it is read out."""
    texts = page.locator(".chair").all_inner_texts()
    return [without_line(" ".join(text.replace("✓", "").split())) for text in texts]


def without_line(chair: str) -> str:
    """How far away somebody is changes from moment to moment."""
    return re.sub(r" \d+ ms, (near|far|shaky)", "", chair)


def seen_by_all(chair: str) -> str:
    """Without what only its own player, or only the host, is told."""
    return re.sub(r"\byou\b|\+ player|free|[· ]", "", chair)


def test_two_taps_from_a_cold_start_to_a_match(house: House) -> None:
    page = house.person().go("/")
    page.get_by_role("button", name=re.compile("NOW!")).tap()
    page.get_by_role("button", name="Play now").tap()
    expect(page.locator(".match > .bar")).to_be_visible()
    expect(page.locator(".match > .game > *").first).to_be_visible()


def test_what_is_fetched_ahead_is_fetched_once(house: House) -> None:
    """The list of games and the fonts are asked for before the page's code is there to ask."""
    person, asked = house.person(), []
    person.page.on("request", lambda request: asked.append(request.url))
    page = person.go("/")
    ahead = page.locator("link[rel=preload]").evaluate_all("all => all.map((one) => one.href)")
    expect(page.locator("button.game").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert len(ahead) == 4  # the games, headings, and text in two weights
    assert [asked.count(one) for one in ahead] == [1, 1, 1, 1]


def test_a_second_phone_joins_by_code_and_both_see_the_same_table(house: House) -> None:
    host = house.person().go("/")
    host.get_by_role("button", name=re.compile("nimble")).tap()
    host.get_by_role("button", name="Open a table").tap()
    host.locator(".round").wait_for()
    code = host.url[-6:]

    guest = house.person().go("/")
    guest.get_by_label("Got a code?").fill(f"{code[:3]}-{code[3:]}".lower())
    guest.get_by_role("button", name="Join").tap()
    guest.get_by_label("What do they call you?").fill("Bo")
    guest.get_by_role("button", name="Sit down").tap()
    guest.get_by_role("button", name="I’m ready").tap()
    expect(host.get_by_role("button", name="Let’s go!")).to_be_enabled()
    assert [text for text in seats(host) if "Bo" in text] == ["Bo ready"]
    expect(guest.locator(".chair", has_text="Bo")).to_contain_text("ready")
    assert [seen_by_all(text) for text in seats(guest)] == [
        seen_by_all(text) for text in seats(host)
    ]

    host.get_by_role("button", name="Let’s go!").tap()
    for page in (host, guest):
        expect(page.locator(".match > .bar")).to_be_visible()


def test_the_host_waits_for_who_is_not_ready_and_may_add_bots(house: House) -> None:
    table = house.open_table("nono")
    host = house.person().sit(table)
    expect(host.get_by_role("status")).to_contain_text("2 more players")
    host.get_by_role("button", name="Add a bot").tap()
    house.person().join(table.code, "Cy")
    expect(host.get_by_role("status")).to_contain_text("Waiting for Cy")
    expect(host.get_by_role("button", name="Let’s go!")).to_be_disabled()
    host.get_by_role("button", name="+ player").tap()
    host.get_by_role("button", name="Merciless").tap()
    expect(host.locator(".chair", has_text="Merciless")).to_be_visible()


def test_options_are_set_by_the_host_and_seen_by_all(house: House) -> None:
    table = house.open_table("now", bots=["steady"])
    host, guest = house.person().sit(table), house.person(language="fr").join(table.code, "Zoé")
    host.get_by_role("button", name="House rules").tap()
    host.get_by_role("button", name="Time for a round: more").tap()
    host.get_by_role("radio", name="Any Target").check(force=True)
    host.get_by_role("group", name="Colours").get_by_label("Zoé").select_option("teal")
    expect(host.get_by_role("group", name="Time for a round")).to_contain_text("90 s")
    guest.get_by_role("button", name="Nos règles").tap()
    expect(guest.get_by_role("group", name="Durée d’un tour")).to_contain_text("90 s")
    expect(guest.get_by_role("radio", name="N’importe quelle Cible")).to_be_checked()
    colours = guest.get_by_role("group", name="Couleurs")
    expect(colours.get_by_label("Zoé")).to_have_value("teal")
    expect(colours.get_by_label("Zoé")).to_be_enabled()  # their own deck is theirs to choose
    expect(colours.get_by_label("Ana")).to_be_disabled()


def test_a_reload_keeps_the_seat(house: House) -> None:
    table = house.open_table("now", name="Dédé", bots=["steady"])
    page = house.person().sit(table)
    page.locator(".round").wait_for()
    before = seats(page)
    page.reload()
    page.locator(".round").wait_for()
    assert seats(page) == before
    page.get_by_role("button", name="Let’s go!").tap()
    page.locator(".match > .bar").wait_for()
    page.reload()
    expect(page.locator(".match > .bar")).to_be_visible()


def test_a_lost_line_says_so_and_comes_back_by_itself(house: House) -> None:
    """The wire is cut between page and server, and mended."""
    person = house.person()
    line = Line(person.page)
    page = person.sit(house.open_table("now", bots=["steady"], start=True))
    page.locator(".match > .bar").wait_for()
    line.cut()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    line.mend()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.locator(".match > .bar")).to_be_visible()


def test_a_restarted_server_finds_everybody_where_they_were(house: House) -> None:
    page = house.person().sit(house.open_table("now", name="Emmy", bots=["steady"]))
    page.locator(".round").wait_for()
    before = seats(page)
    house.server.stop()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    house.server.start()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.locator(".round")).to_be_visible()
    assert seats(page) == before
    house.expect_noise("WebSocket connection|ERR_CONNECTION|ERR_EMPTY")


def test_who_is_sent_away_reads_why(house: House) -> None:
    table = house.open_table("now")
    host, guest = house.person().sit(table), house.person(language="fr").join(table.code, "Félix")
    host.locator(".chair", has_text="Félix").tap()
    host.get_by_role("button", name="Send away").tap()
    expect(guest.get_by_role("heading", name="L’hôte a donné ta place")).to_be_visible()
    expect(host.locator(".chair", has_text="Félix")).to_have_count(0)


def test_the_host_passes_the_table_on(house: House) -> None:
    table = house.open_table("now")
    host, guest = house.person().sit(table), house.person().join(table.code, "Grace")
    host.locator(".chair", has_text="Grace").tap()
    host.get_by_role("button", name="Make them the host").tap()
    expect(guest.get_by_role("button", name="Other game")).to_be_visible()
    expect(host.get_by_role("button", name="Other game")).to_be_hidden()
    guest.get_by_role("button", name="Other game").tap()
    guest.get_by_role("button", name=re.compile("nimble")).tap()
    expect(host.get_by_role("heading", name="nimble")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_wrong_code_is_a_page_and_a_notice(house: House, language: str) -> None:
    said = {
        "en": ("No table with that code", "Got a code?"),
        "fr": ("Aucune table avec ce code", "Tu as un code"),
    }
    title, label = said[language]
    page = house.person(language).go("/t/CCCCCC")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.locator("a.button").tap()
    page.evaluate(STAYS, 4000)  # what it says passes otherwise
    page.get_by_label(label).fill("CCCCCC")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("CCCCCC")
    house.expect_noise("404")


def test_a_full_table_and_a_running_match_offer_to_watch(house: House) -> None:
    full = house.open_table("nimble", bots=["gentle"] * 3)
    page = house.person().go(f"/t/{full.code}")
    page.get_by_role("link", name="Watch").tap()
    expect(page.locator(".round")).to_be_visible()
    expect(page.locator(".go")).to_have_count(0)  # nothing to press for who only watches

    running = house.open_table("nimble", bots=["gentle"], start=True)
    house.person().sit(running).locator(".match > .bar").wait_for()
    page.goto(f"/t/{running.code}")
    page.get_by_role("link", name="Watch").tap()
    expect(page.locator(".match > .game > *").first).to_be_visible()
    expect(page.locator(".match > .bar")).to_have_count(0)


def test_at_a_full_table_people_wait_and_bots_make_way(house: House) -> None:
    with_bots = house.open_table("nimble", bots=["gentle"] * 3)
    host = house.person().sit(with_bots)
    house.person().join(with_bots.code, "Bo")
    expect(host.locator(".chair", has_text="Bo")).to_be_visible()
    expect(host.locator(".chair", has_text="Gentle")).to_have_count(2)

    full = house.open_table("nimble")
    host = house.person().sit(full)
    for name in ("Bo", "Cy", "Dee", "Eve"):
        page = house.person().join(full.code, name)
    expect(page.get_by_text("You’re sitting this one out")).to_be_visible()
    host.get_by_role("button", name="Waiting").tap()
    host.get_by_role("button", name="Eve").tap()
    host.get_by_role("button", name="Send away").tap()
    expect(page.get_by_role("heading", name="The host gave your chair away")).to_be_visible()


def test_the_host_makes_two_tables_of_one_party_and_one_again(house: House) -> None:
    table = house.open_table("nimble")
    host = house.person().sit(table)
    guests = [house.person().join(table.code, name) for name in ("Bo", "Cy", "Dee", "Eve", "Fay")]
    expect(host.get_by_text("Enough people for two tables").last).to_be_visible()
    host.get_by_role("button", name="Waiting").tap()
    host.get_by_role("button", name="Two tables").tap()
    for page in guests[::2]:
        expect(page).not_to_have_url(re.compile(table.code))
        expect(page.get_by_role("button", name="Other table")).to_be_visible()
    expect(host.locator(".chair", has_text="Cy")).to_be_visible()
    host.get_by_role("button", name="Other table").tap()
    expect(host.get_by_text("Bo, Dee, Fay")).to_be_visible()
    host.get_by_role("button", name="Everybody to this table").tap()
    for page in guests[::2]:
        expect(page).to_have_url(re.compile(table.code))
        page.locator(".round").wait_for()
    expect(host.get_by_role("button", name="Other table")).to_have_count(0)


def test_a_latecomer_waits_or_takes_over_a_bot(house: House) -> None:
    table = house.open_table("nimble", bots=["gentle"], start=True)
    host = house.person().sit(table)
    host.locator(".match > .bar").wait_for()
    late, later = house.person().go(f"/t/{table.code}"), house.person().go(f"/t/{table.code}")
    for page, name in ((late, "Late"), (later, "Later")):
        page.get_by_role("textbox").fill(name)
        page.get_by_role("button", name="Sit down").tap()
        expect(page.get_by_text("You play next")).to_be_visible()
    later.reload()
    expect(later.get_by_text("You play next")).to_be_visible()
    late.get_by_role("button", name=re.compile("Play for")).tap()
    expect(late.get_by_text("You play next")).to_have_count(0)
    expect(late.locator(".match > .bar")).to_be_visible()
    expect(later.get_by_role("button", name=re.compile("Play for"))).to_have_count(0)


def test_a_latecomer_is_dealt_in_at_the_next_match(house: House) -> None:
    clocks = IN_A_HURRY | {"resolution": 0}  # no round is over before Ana has seen it
    table = house.open_table("now", bots=["gentle"], options=clocks, start=True)
    host = house.person().sit(table)
    host.locator(".match > .bar").wait_for()
    late = house.person().go(f"/t/{table.code}")
    late.get_by_role("textbox").fill("Late")
    late.get_by_role("button", name="Sit down").tap()
    expect(late.get_by_text("You play next")).to_be_visible()
    play_in_turn([host])
    host.get_by_role("button", name="Again!").tap()
    expect(late.get_by_role("button", name="NOW!")).to_be_visible()
    expect(late.get_by_text("You play next")).to_have_count(0)


def test_one_seat_in_two_windows_follows_the_newer(house: House) -> None:
    table = house.open_table("now")
    first = house.person().sit(table)
    first.locator(".round").wait_for()
    second = house.person().sit(table)
    expect(second.locator(".round")).to_be_visible()
    expect(first.get_by_role("heading", name="You’re playing in another window")).to_be_visible()


@pytest.mark.parametrize(
    ("notice", "title"),
    [("new_version", "There’s a newer version"), ("table_closed", "This table has closed")],
)
def test_the_servers_last_word_is_a_page(house: House, notice: str, title: str) -> None:
    person = house.person()

    def carry(line: WebSocketRoute) -> None:
        line.on_message(lambda _: line.send(f'{{"type": "notice", "code": "{notice}"}}'))

    person.page.route_web_socket(re.compile("/ws[?]table="), carry)
    page = person.sit(house.open_table("now"))
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("button", name="Reload")).to_have_count(int(notice == "new_version"))


def test_too_many_tables_is_said_where_it_was_asked(house: House) -> None:
    page = house.person().go("/")
    page.route(
        "**/api/tables", lambda route: route.fulfill(status=429, json={"code": "too_many_tables"})
    )
    page.get_by_role("button", name=re.compile("NoNo")).tap()
    page.get_by_role("button", name="Play now").tap()
    expect(page.get_by_role("alert")).to_contain_text("as many tables as it can take")
    house.expect_noise("429")


def test_a_pause_stands_still_for_all_and_any_player_ends_it(house: House) -> None:
    table = house.open_table("now", bots=["steady"])
    host, guest = house.person().sit(table), house.person(language="fr").join(table.code, "Hugo")
    guest.get_by_role("button", name="On y va").tap()
    host.get_by_role("button", name="Let’s go!").tap()
    host.get_by_role("button", name="Menu").tap()
    host.get_by_role("button", name="Pause").tap()
    expect(guest.get_by_role("dialog")).to_contain_text("Ana a besoin d’une minute")
    guest.get_by_role("button", name="On reprend").tap()
    for page in (host, guest):
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_who_leaves_a_match_is_minded_by_a_bot(house: House) -> None:
    table = house.open_table("nimble")
    host, guest = house.person().sit(table), house.person().join(table.code, "Iris")
    guest.get_by_role("button", name="I’m ready").tap()
    host.get_by_role("button", name="Let’s go!").tap()
    guest.get_by_role("button", name="Menu").tap()
    guest.get_by_role("button", name="Leave the match").tap()
    guest.get_by_role("button", name="Leave", exact=True).tap()
    expect(guest.locator(".games")).to_be_visible()
    expect(host.get_by_text("A bot is playing for Iris")).to_be_visible()


def test_who_left_a_match_takes_the_seat_back_from_home(house: House) -> None:
    table = house.open_table("nimble")
    host, guest = house.person().sit(table), house.person().join(table.code, "Iris")
    guest.get_by_role("button", name="I’m ready").tap()
    host.get_by_role("button", name="Let’s go!").tap()
    guest.get_by_role("button", name="Menu").tap()
    expect(guest.get_by_text(f"Table code: {table.code}")).to_be_visible()
    guest.get_by_role("button", name="Leave the match").tap()
    guest.get_by_role("button", name="Stay").tap()
    guest.get_by_role("button", name="Menu").tap()
    guest.get_by_role("button", name="Leave the match").tap()
    guest.get_by_role("button", name="Leave", exact=True).tap()
    guest.get_by_role("link", name=re.compile("Back to your table.*Iris")).tap()
    expect(guest.locator(".match > .bar")).to_be_visible()
    expect(host.locator(".match > .bar .news")).to_have_text("")


def test_after_a_match_podium_shuffle_replay_and_rematch(house: House) -> None:
    _, host = hurried(house)
    expect(host.get_by_role("heading", level=1)).to_contain_text("w")  # wins, won
    host.get_by_text("Check the shuffle").tap()
    host.get_by_role("button", name="Work it out").tap()
    expect(host.get_by_text("It fits: nobody touched the cards.")).to_be_visible()
    seal, _, found = host.locator("details code").all_inner_texts()
    assert seal == found

    link = host.get_by_role("link", name="Watch it again").get_attribute("href")
    stranger = house.person().go(link or "")
    stranger.get_by_role("button", name="Stop").tap()
    slider = stranger.get_by_role("slider")
    slider.fill(slider.get_attribute("max") or "")
    stranger.get_by_role("button", name="Ana").tap()
    expect(stranger.get_by_role("button", name="Ana")).to_have_attribute("aria-pressed", "true")
    assert slider.input_value() == slider.get_attribute("max")
    stranger.get_by_role("button", name="Speed: 1 times").tap()
    expect(stranger.get_by_role("button", name="Speed: 2 times")).to_be_visible()

    host.get_by_role("button", name="Another game").tap()
    host.get_by_role("button", name=re.compile("nimble")).tap()
    expect(host.get_by_role("heading", name="nimble")).to_be_visible()
    expect(host.get_by_text("The evening so far")).to_be_visible()


def test_rematch_begins_at_once(house: House) -> None:
    _, host = hurried(house)
    host.get_by_role("button", name="Again!").tap()
    expect(host.locator(".match > .bar")).to_be_visible()


def test_a_refused_wish_is_said_in_words(house: House) -> None:
    """Five pauses a match, no more: the sixth is refused, and says so."""
    page = house.person(language="fr").sit(
        house.open_table("now", options=IN_A_HURRY | {"action": 0}, bots=["steady"], start=True)
    )
    page.locator(".match > .bar").wait_for()
    page.evaluate(STAYS, 4000)  # what it says passes otherwise
    for _ in range(6):
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("button", name="Pause").tap()
        resume = page.get_by_role("button", name="On reprend")
        expect(resume.or_(page.locator(".notice")).first).to_be_visible()
        if resume.is_visible():
            resume.tap()
            expect(resume).to_be_hidden()
    expect(page.locator(".notice")).to_contain_text("laisse-la continuer")
