"""Every screen round the games: axe finds nothing, nothing is off screen, all can be touched."""

import pytest

from tools.house import SIZES, House
from tools.screens import SCREENS
from tools.sights import look, off_screen, settle, switch_language, too_small, violations
from tools.windows import draft

NOT_THERE = {"wrong-code"}  # the browser notes what the server answers: there is no such table


ENDED = {"end", "end-screen", "replay"}  # one match, played once, if one worker has them all
CLUB = {"club", "club-evening", "club-player", "club-ladder"}  # the same evenings


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=[
                pytest.mark.together(group)
                for group, together in (("ended", ENDED), ("club", CLUB))
                if name in together
            ],
        )
        for name in SCREENS
    ],
)
def test_a_screen_is_for_everybody(house: House, name: str) -> None:
    page = SCREENS[name](house)
    for language, theme in (("en", "dark"), ("fr", "light")):
        switch_language(page, language)
        for size, dimensions in SIZES.items():
            draft(page, dimensions)
            settle(page)
            assert off_screen(page) == [], (size, language)
        assert too_small(page) == [], language
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        settle(page)
        assert violations(page) == [], (theme, language)
    if name in NOT_THERE:
        house.expect_noise("404")
    if name == "club-shut":
        house.expect_noise("403")


# Hardly to be told from the ground, in one theme only.
PALE = """(theme) => {
  const fault = new CSSStyleSheet();
  fault.replaceSync(`@media (prefers-color-scheme: ${theme}) { p, h2 { color: #777 !important; background: #888 !important } }`);
  document.adoptedStyleSheets = [fault];
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_colour_that_is_wrong_in_one_theme_is_found(house: House, theme: str) -> None:
    page = house.person().go("/")
    page.locator("label").first.wait_for()
    look(page, "button", sizes=())
    page.evaluate(PALE, theme)
    with pytest.raises(AssertionError, match=f"'{theme}'.*color-contrast"):
        look(page, "button", sizes=())
