"""Cuts the fonts down to what the page draws; run by hand when a font changes, never in a build.

    npm install --no-save @fontsource-variable/bricolage-grotesque @fontsource/atkinson-hyperlegible
    python scripts/fonts.py          (needs fonttools and brotli)

The results are committed in src/fonts/ with their licences (SIL OFL 1.1) beside them.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).resolve().parent.parent
PACKAGES = WEB / "node_modules"
BRICOLAGE = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin"
ATKINSON = "@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin"

# Latin with all of French: œ Œ Ÿ, guillemets, narrow no-break space, the signs we print.
TEXT = [
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x152, 0x153, 0x178, 0x2013, 0x2014, 0x2018, 0x2019,
    0x201C, 0x201D, 0x2022, 0x2026, 0x202F, 0x2039, 0x203A, 0x20AC, 0x2212,
]  # fmt: skip
# Numerals, dice letters and shouts: the narrow poster cut.
POSTER = [ord(c) for c in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÈÉÊËÎÏÔÙÛÜŒ!?+−-×'’ .,:\u00a0"]


def cut(source: str, target: str, characters: list[int], axes: Mapping[str, object] | None) -> None:
    font = TTFont(PACKAGES / f"{source}.woff2")
    if axes:
        font = instantiateVariableFont(font, axes)
        # A round trip drops what the instancer leaves half-loaded.
        buffer = BytesIO()
        font.flavor = None
        font.save(buffer)
        font = TTFont(BytesIO(buffer.getvalue()))
    options = Options()
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(WEB / "src" / "fonts" / f"{target}.woff2")


if __name__ == "__main__":
    cut(f"{BRICOLAGE}-wght-normal", "bricolage-grotesque", TEXT, {"wght": (600, 800)})
    poster = {"wght": 800, "wdth": 75, "opsz": 96}
    cut(f"{BRICOLAGE}-standard-normal", "bricolage-poster", POSTER, poster)
    cut(f"{ATKINSON}-400-normal", "atkinson-hyperlegible-400", TEXT, None)
    cut(f"{ATKINSON}-700-normal", "atkinson-hyperlegible-700", TEXT, None)
