r"""The coarse words that a big screen does not show, from npm's naughty-words.

    npm pack naughty-words@1.2.0
    python -m tools.words.coarse naughty-words-1.2.0.tgz

Which of them are masked by `strict` only (ordinary words with a second meaning, anatomy, what is
said to children) is decided here, by hand; and so are the forms that the list lacks.
"""

from __future__ import annotations

import json
import sys
import tarfile
from pathlib import Path

from brouhaha.words.letters import fold

DATA = Path(__file__).parents[2] / "src" / "brouhaha" / "words" / "data"
LISTS = {"en": ("en",), "fr": ("fr", "fr-CA-u-sd-caqc")}
LEFT_OUT = {"s&m", "péter"}  # in letters A to Z: initials, and the name Peter

STRICT = {
    "en": """
acrotomophilia|alabama hot pocket|alaskan pipeline|anus|auto erotic|autoerotic|babeland|baby batter|baby juice|bareback
barely legal|barenaked|bastardo|bastinado|bbw|big black|big breasts|big knockers|birdlock|blonde action
blonde on blonde action|blue waffle|bondage|booty call|brunette action|bullet vibe|busty|butt|buttcheeks|camel toe
chocolate rosebuds|cialis|cleveland steamer|clitoris|cumming|clover clamps|cornhole|creampie|deep throat|dendrophilia
dingleberries|dingleberry|dirty pillows|dog style|domination|dominatrix|dommes|donkey punch|dvda|ecchi|ejaculation|erotic
erotism|escort|eunuch|fecal|figging|fingering|foot fetish|genitals|girl on|girl on top|girls gone wild|god damn|grope
guro|hard core|hardcore|homoerotic|honkey|hooker|horny|hot carl|hot chick|how to kill|how to murder|huge fat|humping
incest|intercourse|jelly donut|kinbaku|kinkster|kinky|leather restraint|leather straight jacket|lemon party|lolita
lovemaking|make me come|menage a trois|missionary position|mong|mound of venus|mr hands|nipple|nipples|nsfw|nsfw images
nude|nudity|nutten|octopussy|orgasm|orgy|panties|panty|pegging|penis|phone sex|playboy|pleasure chest|poof|rectum
rimming|rosy palm|rusty trombone|sadism|santorum|scat|scissoring|semen|sex|sexcam|sexo|sexual|sexuality|sexually|sexy
shibari|shota|shrimping|skeet|snatch|snowballing|spastic|spread legs|spunk|strap on|strappado|strip club|suck|sucks
suicide girls|sultry women|swinger|tainted love|taste my|tea bagging|threesome|throating|tied up|tight white|tit
tongue in a|topless|tosser|tushy|twink|twinkie|undressing|urethra play|vagina|venus mound|viagra|vibrator|violet wand
vorarephilia|voyeur|voyeurweb|voyuer|vulva|wet dream|wrapping men|wrinkled starfish|xx|yaoi|yellow showers|yiffy
""",
    "fr": """
baiser|bander|bigornette|bitte|bloblos|bordel|bourré|bourrée|brouter le cresson|caca|calice|chatte|chiasse|chiottes|clito
clitoris|criss|crisse|déconne|déconner|étron|folle|gerbe|gerber|grande folle|gueule|jouir|ménage à trois|meuf|noune|osti
palucher|pédale|pipi|pisser|pousse-crotte|ramoner|suce|tanche|tapette|teuch|tringler|trique|troncher|turlute
viarge|zigounette|zizi
""",
}
BY_HAND = {
    "en": """
arse|assholes|bastards|bellend|cuck|cunts|dicks|dickhead|dickheads|dildos|fags|faggots|fucked|fucker|fuckers|fuckface
fucks|kikes|motherfuckers|motherfucking|niggas|niggers|prick|pricks|pussies|retard|retards|shits|shithead|shitting|sluts
twats|wanker|wankers|wanking|whores
""",
    "fr": """
biatch|bougnoule|bounioul|conasse|couille|enculer|encule|enculés|fdp|fiotte|ntm|niquer|nique|niqué|niquez|pédés|petasse
pétasse|putes|ptn|salopard|salopards|salopes|sale arabe|sale juif|sale noir|suceuse|tarlouze|tantouze|tg|youpin|bicot
bamboula|chinetoque
""",
}
KEPT = {  # expressions that hold a coarse word and are none
    "en": "moby dick|rio negro|wild ass|cock a doodle doo|weather cock|blue tit|great tit|water butt|cigarette butt|stop cock",
    "fr": "rio negro|moby dick|poubelle à pédale|pique nique|chili con carne|gueule de loup|cul de sac|cul de lampe|cul de poule",
}


def entries(text: str) -> set[str]:
    return {
        entry.strip() for line in text.split("\n") for entry in line.split("|") if entry.strip()
    }


def folded(entry: str) -> str:
    """Its words in letters A to Z."""
    return " ".join(fold(word) for word in entry.replace("-", " ").split())


def usable(entry: str) -> bool:
    """Digits and pictures would leave something else behind."""
    return entry not in LEFT_OUT and all(char.isalpha() or char in " -" for char in entry)


def write(package: Path, lang: str) -> None:
    """A line an entry; with a ~ in front, one for `strict` only; with a =, one that is kept."""
    with tarfile.open(package) as archive:
        files = [archive.extractfile(f"package/{name}.json") for name in LISTS[lang]]
        listed = {entry for file in files if file for entry in json.load(file) if usable(entry)}
    strict = entries(STRICT[lang])
    assert strict <= listed, strict - listed
    mild = {folded(entry) for entry in (listed - strict) | entries(BY_HAND[lang])}
    kept = sorted(f"={folded(entry)}" for entry in entries(KEPT[lang]))
    lines = (
        kept
        + sorted(mild)
        + sorted(f"~{entry}" for entry in {folded(one) for one in strict} - mild)
    )
    (DATA / f"coarse.{lang}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    for language in LISTS:
        write(Path(sys.argv[1]), language)
