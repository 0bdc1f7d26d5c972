"""Set-up: shuffle the Targets, slide Refresh into the middle, give everybody a deck."""

from __future__ import annotations

from msgspec import UNSET

from brouhaha.engine import refusals as shared
from brouhaha.engine.chance import Chance
from brouhaha.engine.common import check_extra_time, extra_time
from brouhaha.engine.errors import Rejected, Words
from brouhaha.games.now import cards as card_rules
from brouhaha.games.now import refusals
from brouhaha.games.now.cards import COLOURS, REFRESH, SLOTS, TARGETS, CardSet, Colour, TargetCard
from brouhaha.games.now.types import ROUNDS, Deal, Options, Private, Public, SeatView, State

SILVANO = "Silvano"
SILVANO_AT_TWO = Words(
    "Silvano has a deck with two players, and only then",
    "Silvano a un paquet à deux joueurs, et seulement à deux",
)
THIRD = SLOTS // 3
# Where Refresh goes in: how many cards come before it at least, and how many places there are.
REFRESH_PLACES = {
    "middle_third": (THIRD, THIRD),
    "middle": (TARGETS // 2, 1),
    "anywhere": (0, SLOTS),
}


def new_state(players: list[str], options: Options, deal: Deal | None, chance: Chance) -> State:
    """The table before the first reveal."""
    check_extra_time(options.extra_time, len(players))
    cards = card_rules.checked(options.cards) if options.cards else card_rules.default_cards()
    names = [*players, SILVANO] if len(players) == 2 else players
    colours = choose_colours(options.colours, len(names), chance)
    if deal is None:
        targets = shuffle_targets(cards, options, chance)
        decks = [
            chance.shuffled(f"deck/{seat}", cards.decks[colour])
            for seat, colour in enumerate(colours)
        ]
    else:
        targets, decks = dealt(deal, len(players))
    for deck in decks:
        deck.reverse()  # the next card is the last of the list
    targets.reverse()
    return State(
        options=options,
        public=_public(options, names, colours, decks, targets),
        private=[Private(deck.pop()) for deck in decks[: len(players)]],
        decks=decks,
        target_deck=targets,
        box=[] if deal else [list(cards.decks[c]) for c in COLOURS if c not in colours],
        perfects=any_perfects(targets) if options.perfect == "any" else None,
        waiting=len(players),
    )


def _public(
    options: Options,
    names: list[str],
    colours: list[Colour],
    decks: list[list[int]],
    targets: list[TargetCard],
) -> Public:
    seats = [
        SeatView(name, colour, len(deck), extra_time=extra_time(options.extra_time, seat) or UNSET)
        for seat, (name, colour, deck) in enumerate(zip(names, colours, decks, strict=True))
    ]
    return Public(
        phase="countdown",
        round=0,
        rounds=ROUNDS,
        targets=[],
        targets_left=len(targets),
        seats=seats,
    )


def shuffle_targets(cards: CardSet, options: Options, chance: Chance) -> list[TargetCard]:
    """The Target deck in draw order, with Refresh slid in."""
    deck = chance.shuffled("targets", cards.targets)
    first, places = REFRESH_PLACES[options.refresh_place]
    deck.insert(first + chance.below("refresh/position", places), REFRESH)
    return deck


def check_colours(asked: list[Colour | None]) -> list[Colour]:
    """The colours that were asked for, each of them once."""
    chosen = [colour for colour in asked if colour is not None]
    for colour in chosen:
        if chosen.count(colour) > 1:
            raise Rejected(refusals.COLOUR_TAKEN, colour=colour)
    return chosen


def choose_colours(wanted: list[Colour | None] | None, seats: int, chance: Chance) -> list[Colour]:
    """Each seat a different colour: the one it asked for, else one that is drawn."""
    asked = wanted or []
    if len(asked) > seats:
        raise Rejected(refusals.TOO_MANY_COLOURS, given=len(asked), seats=seats)
    chosen = check_colours(asked)
    left = [colour for colour in chance.shuffled("colours", COLOURS) if colour not in chosen]
    asked = asked + [None] * (seats - len(asked))
    return [colour or left.pop() for colour in asked]


def dealt(deal: Deal, players: int) -> tuple[list[TargetCard], list[list[int]]]:
    """The given cards, if they make a whole set for this many players."""
    decks = [list(deck) for deck in deal.decks]
    if len(decks) != players:
        given = Words(
            f"there are {len(decks)} decks for {players} players",
            f"il y a {len(decks)} paquets pour {players} joueurs",
        )
        raise Rejected(shared.BAD_DEAL, reason=given)
    if (deal.silvano is not None) != (players == 2):
        raise Rejected(shared.BAD_DEAL, reason=SILVANO_AT_TWO)
    if deal.silvano is not None:
        decks.append(list(deal.silvano))
    fault = card_rules.fault_in_targets(deal.targets) or card_rules.fault_in_decks(decks)
    if fault:
        raise Rejected(shared.BAD_DEAL, reason=fault)
    return list(deal.targets), decks


def any_perfects(targets: list[TargetCard]) -> set[int]:
    """The values that equal a Target, wherever that Target is."""
    return {target.value for target in targets if not target.refresh}
