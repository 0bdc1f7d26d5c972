"""Verdicts over which a table would quarrel, each with its known answer."""

from __future__ import annotations

import pytest

from brouhaha.words import Lang, count, verdict
from brouhaha.words.categories import categories, uses
from brouhaha.words.plurals import carriers

NAME_CATEGORIES = (
    "A City|A Country|A Famous Person (Last Name)|A First Name|A Movie Star (Last Name)"
    "|A Music Star (Last Name)|A River|A Sports Stars (Last Name)"
)


def test_names_are_asked_for_in_these_categories() -> None:
    assert "|".join(c.id for c in categories().values() if c.of_names) == NAME_CATEGORIES


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("category", NAME_CATEGORIES.split("|"))
def test_no_name_is_refused_as_a_plural(lang: Lang, category: str) -> None:
    found = verdict("spears", lang, must=["S"], category=category)
    assert found.ok
    assert not found.plural_s
    assert not verdict("spears", "en", must=["S"], category="In Africa").ok


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", ["Los Angeles", "Lourdes", "Woods", "Jones", "Spears", "Tours"])
def test_a_name_with_its_capital_is_no_plural(lang: Lang, name: str) -> None:
    assert carriers(name, lang) == ()


def test_barbes_is_a_place_and_beards_are_plural() -> None:
    assert carriers("Barbès", "fr") == ()
    assert carriers("barbes", "fr")


def test_only_a_sure_count_is_wrong() -> None:
    unsure, sure = verdict("gxqaekwz", "fr", syllables=4), verdict("plage", "fr", syllables=3)
    assert (unsure.syllables_ok, unsure.ok) == (False, True)
    assert (sure.syllables_ok, sure.ok) == (False, False)


@pytest.mark.parametrize(
    ("lang", "accepted", "phrases"),
    [
        ("en", (1, 2), "tire tires tired choir fire wire hour flower flowers tower shower spire"),
        ("en", (1, 2), "real squirrel hired power powers"),
        ("en", (2, 3), "campfire fireplace empire umpire vampire desire entire fireman sunflower"),
        ("en", (2, 3), "chocolates diamonds batteries memories factories samuel Belgium wildfires"),
        ("en", (3, 4), "vegetables cauliflower Edinburgh superpower firefighter"),
        ("en", (2,), "colour lower Clairol flourish scourges"),
        ("en", (1,), "four tour"),
        ("fr", (2, 3), "Raphaël Michaël Ismaël Israël Anaël Miami mariée mariées"),
        ("fr", (1, 2), "Gaël Maël duo duos souhait Ryan Rouen"),
        ("fr", (2,), "Loïs Barbès maïs bâteau"),
        ("fr", (2, 4), "WC"),
        ("fr", (3,), "FBI NBA"),
        ("fr", (3, 4), "évènement evenement"),
    ],
)
def test_counts(lang: Lang, accepted: tuple[int, ...], phrases: str) -> None:
    found = {phrase: count(phrase, lang) for phrase in phrases.split()}
    assert {p: c.accepted for p, c in found.items()} == dict.fromkeys(found, accepted)
    assert all(c.sure for c in found.values())


def test_los_angeles_has_four_in_french() -> None:
    assert 4 in count("Los Angeles", "fr").accepted


@pytest.mark.parametrize(
    ("lang", "category", "used", "free"),
    [
        ("fr", "Made of Metal", "métaux metaux métallique", "mettre"),
        ("fr", "On the Street", "rue ruelle ruelles", "autoroute ruée"),
        ("fr", "In the Days of Knights", "chevalier chevaliers chevalerie", "cheval roi"),
        ("fr", "An Article of Clothing", "vêtements survêtement", "pièce veste"),
        ("fr", "In the Wild West", "western", "ouest"),
        ("fr", "A Household Item", "électroménager", "aspirateur"),
        ("fr", "In the Market", "marché marchés supermarché", "marche marches marcher"),
        ("fr", "In the Supermarket", "hypermarché", "caisse"),
        ("fr", "In Sports", "omnisports handisport", "transport"),
        ("fr", "In the Theater", "amphithéâtre théâtraux", "rideau"),
        ("fr", "In the Forest", "forestier forestière", "sapin"),
        ("fr", "In the Government", "gouverneur gouvernante", "gouvernail"),
        ("fr", "In the Office", "bureaucrate", "stylo"),
        ("fr", "A Plant", "plante plantation", "plantain plantains"),
        ("fr", "In the Meadow", "pré prés", "près"),
        ("en", "In the Wild West", "western wilderness", "saloon"),
        ("en", "At the North Pole", "northern", "snow"),
        ("en", "In the Mountains", "mountaineer mountaineering mountainous", "summit"),
        ("en", "An Electrical Tool", "electricity", "drill"),
        ("en", "In the Kitchen", "kitchenette", "oven"),
        ("en", "In the Theater", "amphitheater", "stage"),
        ("en", "A Way to Travel", "subway railway highway", "away sway"),
        ("en", "In the Bedroom", "bedsheet waterbed bedpost", "embed"),
        ("en", "A Music Star (Last Name)", "star superstar", "Starr"),
        ("en", "In the Park", "park parks", "parkour"),
        ("en", "In the Workshop", "work workbench", "network"),
    ],
)
def test_category_words(lang: Lang, category: str, used: str, free: str) -> None:
    assert [w for w in used.split() if not uses(w, category, lang)] == []
    assert [w for w in free.split() if uses(w, category, lang)] == []


@pytest.mark.parametrize(
    ("lang", "cuts"),
    [
        ("fr", "F·B·I N·B·A O·TAN ou·vri·er ou·vri·ère ou·bli·er bou·cli·er tu·yau no·yau"),
        ("fr", "ro·yaume cri·eur Ra·pha·ël Em·ma·üs mul·ti·pli·ée"),
        ("en", "F·B·I N·B·A NA·TO fire tire hour cu·ri·ous na·ive woo·ing"),
        ("en", "camp·fire camp·fires em·pire de·sired fire·place Ire·land vam·pire"),
    ],
)
def test_cuts(lang: Lang, cuts: str) -> None:
    assert [count(cut.replace("·", ""), lang).cut for cut in cuts.split()] == cuts.split()
