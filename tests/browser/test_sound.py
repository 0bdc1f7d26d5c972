"""Sounds: a tap is heard, and between sounds nothing is computed."""

from __future__ import annotations

from tools.house import House

# As at home (windows of tests are silent: `tools/windows.py`), and where a test can see it.
HEARD = """() => {
  window.AudioContext = class extends HeardAudioContext {
    constructor() { super(); window.heard = this }
  };
}"""


def test_a_tap_is_heard_and_then_the_sound_sleeps(house: House) -> None:
    page = house.person().go("/")
    page.evaluate(HEARD)
    switch = page.get_by_role("button", name="Sound")
    switch.tap()  # off, without a sound
    assert not page.evaluate("'heard' in window")
    switch.tap()
    page.wait_for_function("() => window.heard?.state === 'running'")
    page.wait_for_function("() => heard.state === 'suspended'")
