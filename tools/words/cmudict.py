"""Reads CMUdict and says of every English word how it is spoken, where it is cut and whether an
-s made it plural.

CMUdict gives the sounds, a digit on each vowel; WordNet says what is a noun, and, by its
capitals, what is a name.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from brouhaha.words.compounds import LEAST
from brouhaha.words.cutting import cuts
from brouhaha.words.spelling import hyphenated_runs, runs
from tools.words.wordnet import WordNet

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
    " landmines gunships taxis khakis".split()
)
SHORT_SINGULARS = set("ad cd dj dvd tv pc mp pr id kg km ox pa ma vp ufo spa pea tea".split())
SIBILANT_ES = re.compile(r"(s|x|z|ch|sh|o)es$")
# Latin and Greek singulars; but skis and menus are plurals, for ski and menu are nouns, and they
# themselves are none.
LEARNED = re.compile(r"(us|is)$")


WEAK_ENDS = {"man": ("M", "AH", "N"), "men": ("M", "IH", "N"), "land": ("L", "AH", "N", "D")}
# The sound of its own that each letter makes with an h.
DIGRAPHS: dict[str, set[str]] = {
    "c": {"CH"}, "g": set(), "k": set(), "p": {"F"}, "s": {"SH"}, "t": {"TH", "DH"},
}  # fmt: skip
CONSONANTS = set("B CH D DH F G JH K L M N NG P R S SH T TH V W Y Z ZH".split())


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


def singulars(word: str) -> list[str]:
    """The forms that an -s could have made into this one."""
    if not word.endswith("s") or word.endswith("ss"):
        return []
    found = [word[:-1]]
    if SIBILANT_ES.search(word):
        found.append(word[:-2])
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("ves"):
        found += [word[:-3] + "f", word[:-3] + "fe"]
    return found


def plural_by_s(word: str, known: WordNet) -> bool:
    """Made plural by -s: the singular is a noun, and the word is no name and no singular itself."""
    if word in PLURAL_ALL_THE_SAME:
        return True
    if word in SINGULAR:
        return False
    if word in known.names and not any(known.uses[s] for s in singulars(word)):
        return False  # Wales is no plural, and sellers is, though also a name
    if word in known.common and (word.endswith("ics") or LEARNED.search(word)):
        return False
    return any(_is_noun(s, known) for s in singulars(word))


def _is_noun(word: str, known: WordNet) -> bool:
    return word in SHORT_SINGULARS or (len(word) > 2 and word in known.common)


class Seams:
    """Where English words are cut: between the words they are made of (dog·house, pine·ap·ple),
    and where two letters are two sounds (mis·hap, shep·herd); else by their spelling."""

    def __init__(self, spoken: dict[str, list[str]], known: WordNet) -> None:
        self.spoken = {
            word: [_sounds(said) for said in all_said] for word, all_said in spoken.items()
        }
        self.counts = {word: counts(said)[0] for word, said in spoken.items()}
        self.known = known

    def cuts(self, word: str) -> list[int]:
        if self.counts[word] == 1:
            return []
        if seam := self._seam(word):
            left, right = self.cuts(word[:seam]), self.cuts(word[seam:])
            return [*left, seam, *(seam + cut for cut in right)]
        found = runs(word, "en") if word.isalpha() else hyphenated_runs(word, "en")
        return cuts(word, self.counts[word], found, "en", self._apart(word))

    def _seam(self, word: str) -> int | None:
        """Where two words meet that sound together as this one; the second as long as can be."""
        for seam in range(LEAST, len(word) - LEAST + 1):
            left, right = word[:seam], word[seam:]
            if self._is_part(left) and self._is_part(right) and self._sound_as(word, left, right):
                return seam
        return None

    def _is_part(self, word: str) -> bool:
        return word in self.spoken and bool(self.known.kinds(word))

    def _sound_as(self, word: str, left: str, right: str) -> bool:
        if self.counts[left] + self.counts[right] != self.counts[word]:
            return False
        together = {a + b for a in self.spoken[left] for b in self.spoken[right]}
        if right in WEAK_ENDS:
            together |= {(*a, *WEAK_ENDS[right]) for a in self.spoken[left]}
        return any(said in together for said in self.spoken[word])

    def _apart(self, word: str) -> frozenset[int]:
        """The indices of an h that is a sound of its own, or mute behind a sounded p."""
        said = self.spoken[word][0]
        own_h = any(b == "HH" and a in CONSONANTS for a, b in pairwise(said))
        at = {m.start() + 1 for m in re.finditer("[cgkpst]h", word)}
        if own_h:
            return frozenset(i for i in at if DIGRAPHS[word[i - 1]].isdisjoint(said))
        return frozenset(i for i in at if word[i - 1] == "p" and "F" not in said and "P" in said)


def _sounds(said: str) -> tuple[str, ...]:
    """The sounds, no stress marked."""
    return tuple(sound.rstrip("012") for sound in said.split(" "))
