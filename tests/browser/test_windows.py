"""A window that comes back is as good as new: nothing of whoever had it is left."""

from __future__ import annotations

from tools.house import House
from tools.sights import resize, settle
from tools.windows import Kind, draft

LEAVE = """() => {
  localStorage.setItem('left', 'behind');
  sessionStorage.setItem('left', 'behind');
  document.cookie = 'left=behind; max-age=999';
  return new Promise((done) => { indexedDB.open('left').onsuccess = done });
}"""
FIND = """async () => [
  localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, history.length,
  navigator.onLine, innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, 'said' in window,
]"""
NOTHING = [0, 0, "", 0, 2, True, 390, False, False]  # in the history: the empty page, and this one


def test_nothing_is_left_of_whoever_had_the_window(house: House) -> None:
    person = house.person(theme="dark", size=(320, 568))
    window = person.page.context
    person.page.add_init_script("window.said = true")
    window.route("**/healthz", lambda route: route.fulfill(body="not the server"))
    person.go("/healthz").evaluate(LEAVE)
    window.new_page().goto("/healthz")
    window.set_offline(True)
    house.send_home()

    page = house.person().page
    assert page.context is window
    page.goto("/healthz")
    assert page.evaluate(FIND) == NOTHING
    assert "not the server" not in page.content()
    assert len(window.pages) == 2  # this one, and the idle one that keeps the renderer


def test_a_window_is_lent_to_one_at_a_time_and_by_kind(house: House) -> None:
    ana, bo, zoe = house.person(), house.person(), house.person("fr")
    windows = {one.page.context for one in (ana, bo, zoe)}
    assert len(windows) == 3
    house.send_home()
    kind = Kind(house.server.url, "fr-FR", touch=True)
    again = house.windows.lend(kind)
    assert again is zoe.page.context
    house.windows.take_back(kind, again)


def test_a_window_with_a_clock_of_its_own_goes_to_nobody_else(house: House) -> None:
    spoilt = house.person(given_time=True).page.context
    house.send_home()
    assert spoilt not in house.windows.browser.contexts
    assert house.person().page.context is not spoilt


# All that a page can know of its size, where everything lies, and where it was clicked.
KNOWN = """() => [
  innerWidth, innerHeight, devicePixelRatio, screen.width, screen.height, screen.orientation.type,
  visualViewport.width, visualViewport.height, visualViewport.scale, window.clicked,
  ...[...document.querySelectorAll('*')].map((node) => JSON.stringify(node.getBoundingClientRect())),
]"""
LISTEN = "addEventListener('click', (event) => (window.clicked = [event.clientX, event.clientY]))"


def test_a_page_that_is_drawn_small_knows_nothing_of_it(house: House) -> None:
    drawn, drawn_small = (house.person().go("/rules/now") for _ in range(2))
    for page in (drawn, drawn_small):
        page.locator("h1").wait_for()
        page.evaluate(LISTEN)
    for size in ((1280, 800), (320, 568)):
        resize(drawn, *size)
        draft(drawn_small, size)
        settle(drawn_small)
        for page in (drawn, drawn_small):
            page.mouse.click(250, 500)
        assert drawn_small.evaluate(KNOWN) == drawn.evaluate(KNOWN)
