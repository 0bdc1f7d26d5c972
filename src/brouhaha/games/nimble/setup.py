"""Set-up: everybody shuffles a deck; three cards of theirs start the three common piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from brouhaha.engine import refusals as shared
from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected, Words
from brouhaha.games.nimble.cards import COLOURS, DECK, Card, fault_in_deck, rest_of_deck
from brouhaha.games.nimble.types import Deal, Options, Private, Public, SeatView, State

SHARES = {2: (2, 1), 3: (1, 1, 1), 4: (1, 1, 1, 0)}  # how many cards the players give, by number


def new_state(players: list[str], options: Options, deal: Deal | None) -> State:
    """The empty table, if options and deal can be played by so many."""
    if fault := fault_in_options(options, len(players)):
        raise Rejected(shared.BAD_OPTION, reason=fault)
    if deal and (
        fault := fault_in_deal(deal, named_givers(options, deal, len(players)), len(players))
    ):
        raise Rejected(shared.BAD_DEAL, reason=fault)
    return State(
        options=options,
        public=Public(
            phase="countdown",
            round=0,
            rounds=len(players) if options.challenge else 1,
            seats=[SeatView(name, 0) for name in players],
            signal_by=who_signals(options, len(players)) if options.signal == "player" else None,
        ),
        private=[Private() for _ in players],
    )


def fault_in_options(options: Options, players: int) -> Words | None:
    for seat in (options.answer, options.signal_by):
        if seat is not None and seat >= players:
            return Words(
                f"there is no seat {seat} among {players} players",
                f"il n’y a pas de place {seat} à {players} joueurs",
            )
    return fault_in_givers(options.givers, players)


def who_signals(options: Options, players: int) -> int:
    """Whoever the host names; else the youngest, if the group was asked for them; else seat 0."""
    if options.signal_by is not None:
        return options.signal_by
    if options.question == "children" and options.answer is not None and players == 2:
        return options.answer
    return 0


def fault_in_givers(givers: Sequence[int] | None, players: int) -> Words | None:
    """What keeps these seats from giving as many cards as so many players give."""
    if givers is None:
        return None
    counts = Counter(givers)
    given = tuple(sorted((counts[seat] for seat in range(players)), reverse=True))
    if given != SHARES[players] or counts.total() != sum(given):
        shares = " + ".join(map(str, SHARES[players]))
        return Words(
            f"{players} players give {shares} cards", f"à {players}, on donne {shares} cartes"
        )
    return None


def fault_in_deal(deal: Deal, givers: Sequence[int] | None, players: int) -> Words | None:
    if len(deal.decks) != players:
        return Words(
            f"there are {len(deal.decks)} decks for {players} players",
            f"il y a {len(deal.decks)} paquets pour {players} joueurs",
        )
    if fault := next(filter(None, map(fault_in_deck, deal.decks)), None):
        return fault
    return fault_in_givers(givers, players) or fault_in_lengths(deal.decks, givers)


def fault_in_lengths(decks: list[list[Card]], givers: Sequence[int] | None) -> Words | None:
    """A giver has the cards to give; where nobody is named, anybody may be drawn to give most."""
    most = SHARES[len(decks)][0]
    for seat, deck in enumerate(decks):
        gives = most if givers is None else givers.count(seat)
        if len(deck) < gives:
            return Words(
                f"seat {seat} has {len(deck)} cards and may have to give {gives}",
                f"la place {seat} a {len(deck)} cartes et devra peut-être en donner {gives}",
            )
    return None


def deal_cards(state: State, deal: Deal | None, chance: Chance) -> None:
    """Everybody has a deck, by chance or as given; all else is in the box."""
    number = state.public.round
    seats = range(len(state.private))
    if deal is None:
        state.decks = [chance.shuffled(f"deck/{number}/{seat}", DECK) for seat in seats]
        state.box = [[] for _ in seats]
    else:
        state.decks = [deck[::-1] for deck in deal.decks]
        state.box = [rest_of_deck(deck) for deck in deal.decks]
    state.discards = [[] for _ in seats]
    for hand, deck in zip(state.public.seats, state.decks, strict=True):
        hand.deck, hand.discard = len(deck), 0
        hand.top = None


def lay_first_cards(state: State, givers: Sequence[int]) -> None:
    """The top cards of the givers' decks are the bottoms of the piles."""
    public = state.public
    state.piles = []
    for seat in givers:
        state.piles.append([(seat, state.decks[seat].pop())])
        public.seats[seat].deck -= 1
    public.piles = [pile[0][1] for pile in state.piles]
    public.heights = [1 for _ in givers]
    state.held = dict.fromkeys(COLOURS, 0)
    for deck in state.decks:
        for card in deck:
            state.held[card.frame] += 1
    state.placed = 0
    state.reached = [0 for _ in state.decks]


def named_givers(options: Options, deal: Deal | None, players: int) -> list[int] | None:
    """Whom the deal names, or else the host, or else the group's answer to its question."""
    if deal is not None and deal.givers is not None:
        return deal.givers
    return options.givers or answered_givers(options, players)


def answered_givers(options: Options, players: int) -> list[int] | None:
    """Of two the one named gives two cards, of four none; three give one each.

    The question is about the youngest of two or the oldest of four; or, among adults, about who
    read Alice last, or never did.
    """
    named = options.answer
    if options.question == "none" or named is None:
        return None
    others = [seat for seat in range(players) if seat != named]
    return {2: [named, named, *others], 3: [0, 1, 2], 4: others}[players]


def choose_givers(state: State, deal: Deal | None, chance: Chance) -> list[int]:
    """Whoever was named begins; else it is drawn, and last round's Pinocchio gives the fewest."""
    public = state.public
    named = named_givers(state.options, deal, len(public.seats))
    if named is not None and public.round == 1:
        return named
    seats = chance.shuffled(f"givers/{public.round}", range(len(public.seats)))
    if public.outcomes:
        pinocchio = public.outcomes[-1].titles.index("pinocchio")
        seats.sort(key=lambda seat: seat == pinocchio)  # to the end, where the share is smallest
    shares = SHARES[len(seats)]
    return [seat for seat, share in zip(seats, shares, strict=True) for _ in range(share)]
