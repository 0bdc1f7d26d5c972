"""Names that the host gives out in place of people's own: animals, numbered when they run out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from typing import Final, Literal

from brouhaha.club.ledger import decoded
from brouhaha.club.persons import give_pseudonym
from brouhaha.store.database import Database

Language = Literal["en", "fr"]

ANIMALS: Final[dict[Language, tuple[str, ...]]] = {
    "en": (
        "Badger", "Beaver", "Bison", "Camel", "Cricket", "Crow", "Dolphin", "Donkey", "Falcon",
        "Ferret", "Fox", "Gecko", "Giraffe", "Goat", "Hamster", "Hare", "Hedgehog", "Heron",
        "Ibex", "Jaguar", "Kiwi", "Koala", "Lemur", "Lynx", "Magpie", "Marmot", "Mole", "Newt",
        "Ocelot", "Octopus", "Ostrich", "Otter", "Owl", "Panda", "Parrot", "Pelican", "Penguin",
        "Puffin", "Quail", "Raccoon", "Robin", "Salmon", "Seal", "Sparrow", "Squirrel", "Stork",
        "Swan", "Tapir", "Toad", "Toucan", "Turtle", "Walrus", "Weasel", "Wombat", "Yak", "Zebra",
    ),
    "fr": (
        "Autruche", "Belette", "Bison", "Blaireau", "Bouquetin", "Caille", "Castor", "Chameau",
        "Chèvre", "Chouette", "Cigogne", "Corbeau", "Crapaud", "Cygne", "Dauphin", "Écureuil",
        "Faucon", "Furet", "Gecko", "Girafe", "Grillon", "Hamster", "Hérisson", "Héron", "Jaguar",
        "Kiwi", "Koala", "Lémur", "Lièvre", "Loutre", "Lynx", "Macareux", "Manchot", "Marmotte",
        "Moineau", "Morse", "Ocelot", "Panda", "Pélican", "Perroquet", "Phoque", "Pie", "Pieuvre",
        "Raton", "Renard", "Rouge-gorge", "Saumon", "Tapir", "Taupe", "Tortue", "Toucan", "Triton",
        "Wombat", "Yack", "Zèbre", "Âne",
    ),
}  # fmt: skip


def free_pseudonyms(taken: Collection[str], language: Language, first: int) -> Iterator[str]:
    """Those that nobody has; `first` says where in the list to begin, so that they tell nothing."""
    animals = ANIMALS[language]
    for number in count():
        animal = animals[(first + number) % len(animals)]
        round_ = number // len(animals)
        name = animal if round_ == 0 else f"{animal} {round_ + 1}"
        if name not in taken:
            yield name


def give_to_all(database: Database, evening: str, language: Language, first: int) -> int:
    """Everybody of that evening who has none gets one. Gives how many did."""
    found = database.rows("SELECT pseudonym FROM persons WHERE pseudonym IS NOT NULL")
    names = free_pseudonyms({decoded(name) for (name,) in found}, language, first)
    sql = """SELECT s.person FROM standings s JOIN persons p ON p.id = s.person
        WHERE s.evening = ? AND p.pseudonym IS NULL ORDER BY s.person"""
    without = [person for (person,) in database.rows(sql, [evening])]
    for person, name in zip(without, names, strict=False):
        give_pseudonym(database, person, name)
    return len(without)
