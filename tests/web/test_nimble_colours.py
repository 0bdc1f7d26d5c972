"""nimble's six colours are told apart with any colour vision, and look like their names.

The dichromacies are those of Machado, Oliveira and Fernandes (2009) at full severity; the distance is
CIE 1976. Okabe and Ito's palette, from which four of the six come, is the measure.
"""

import re
from itertools import combinations
from math import atan2, degrees
from pathlib import Path

import pytest

LOOK = Path(__file__).resolve().parents[2] / "web" / "src" / "look" / "tokens.css"
NAMES = ("blue", "orange", "mauve", "red", "yellow", "green")
WORST_OF_OKABE_ITO = 16.9  # its blue and green, with tritanopia: 16.97

Triple = tuple[float, float, float]
VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def token(name: str) -> Triple:
    """A colour of the page, as linear light."""
    found = re.search(rf"--{name}: #(\w\w)(\w\w)(\w\w);", LOOK.read_text(encoding="utf-8"))
    assert found, name
    red, green, blue = (int(part, 16) / 255 for part in found.groups())
    return linear(red), linear(green), linear(blue)


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: Triple, vision: str) -> Triple:
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True))))
        for row in VISIONS[vision]
    )
    return red, green, blue


def luminance(colour: Triple) -> float:
    return 0.2126729 * colour[0] + 0.7151522 * colour[1] + 0.0721750 * colour[2]


def lab(colour: Triple) -> Triple:
    red, green, blue = colour
    x = bent((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = bent(luminance(colour))
    z = bent((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def bent(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def distance(one: Triple, other: Triple) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


@pytest.mark.parametrize("vision", VISIONS)
def test_no_two_colours_are_closer_than_in_the_palette_of_okabe_and_ito(vision: str) -> None:
    shown = {name: seen(token(f"n-{name}"), vision) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        assert distance(shown[one], shown[other]) >= WORST_OF_OKABE_ITO, (one, other)


def test_red_is_red_and_orange_is_orange() -> None:
    """By hue, in degrees of CIE Lab: a signal red is near 30, an orange near 65."""
    hue = {name: degrees(atan2(*lab(token(f"n-{name}"))[:0:-1])) for name in ("red", "orange")}
    assert 15 < hue["red"] < 40
    assert 55 < hue["orange"] < 75
