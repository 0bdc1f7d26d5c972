"""Set-up: shuffle the cards, put 25 on the table, leave the others in the box."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import check_extra_time, extra_time
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.refusals import BAD_DEAL, BAD_OPTION
from brouhaha.games.nono import cards
from brouhaha.games.nono.cards import ORDER_DICE, Box, Card, Die, Roll
from brouhaha.games.nono.types import Deal, DealtTurn, Options, Private, Public, SeatView, State


def new_state(players: list[str], options: Options, deal: Deal | None, chance: Chance) -> State:
    """The table before the first card is turned."""
    deck, rolls, aside = shuffled(options, chance) if deal is None else dealt(deal, options.box)
    handicaps = options.handicap or []
    if len(handicaps) > len(players):
        reason = Words(
            f"there are {len(handicaps)} handicaps for {len(players)} players",
            f"il y a {len(handicaps)} handicaps pour {len(players)} joueurs",
        )
        raise Rejected(BAD_OPTION, reason=reason)
    handicaps = handicaps + [None] * (len(players) - len(handicaps))
    check_extra_time(options.extra_time, len(players))
    check_moderator(options, len(players))
    seats = [
        SeatView(name, handicap, extra_time=extra_time(options.extra_time, seat) or UNSET)
        for seat, (name, handicap) in enumerate(zip(players, handicaps, strict=True))
    ]
    return State(
        options=options,
        public=Public(
            "countdown",
            options.language,
            turn=1,
            turns=len(deck),
            seats=seats,
            pass_final=options.pass_final,
        ),
        private=[Private() for _ in players],
        deck=deck,
        rolls=rolls,
        aside=aside,
    )


def check_moderator(options: Options, players: int) -> None:
    if (options.moderator or 0) >= players:
        reason = Words(
            f"there is no seat {options.moderator} among {players} players",
            f"il n’y a pas de place {options.moderator} à {players} joueurs",
        )
        raise Rejected(BAD_OPTION, reason=reason)


def decider(options: Options, stopper: int) -> int | UnsetType:
    """Who alone decides about this player's word: the moderator, and about theirs everybody."""
    seat = options.moderator or 0  # whoever opened the table sits there
    return seat if options.decides == "moderator" and seat != stopper else UNSET


def box_in_play(options: Options) -> Box:
    return options.box or cards.default_box(options.language)


def shuffled(options: Options, chance: Chance) -> tuple[list[Card], None, list[Card]]:
    """The cards to be played, and those left in the box. With categories of one's own, as many as
    there are will do."""
    box = cards.checked(options.box) if options.box else cards.default_box(options.language)
    turns = min(options.turns, len(box.cards)) if box.categories else options.turns
    if turns > len(box.cards):
        reason = Words(
            f"{options.turns} turns with {len(box.cards)} cards",
            f"{options.turns} tours avec {len(box.cards)} cartes",
        )
        raise Rejected(BAD_OPTION, reason=reason)
    pile = chance.shuffled("cards", box.cards)
    left = len(pile) - turns
    return pile[left:], None, pile[:left]


def dealt(deal: Deal, box: Box | None) -> tuple[list[Card], list[Roll], list[Card]]:
    """The given turns, if each can be played; the next one last."""
    if not 1 <= len(deal.turns) <= cards.MOST_CARDS:
        reason = Words(
            f"1 to {cards.MOST_CARDS} turns are played", f"on joue de 1 à {cards.MOST_CARDS} tours"
        )
        raise Rejected(BAD_DEAL, reason=reason)
    turns = [card_and_roll(turn, box) for turn in reversed(deal.turns)]
    return [card for card, _ in turns], [roll for _, roll in turns], []


def card_and_roll(turn: DealtTurn, box: Box | None) -> tuple[Card, Roll]:
    """A puzzle may roll no order die; all else is as in a box."""
    if len(turn.order) > len(ORDER_DICE):
        reason = Words(
            f"{len(turn.order)} order dice are rolled, and there are 2",
            f"on lance {len(turn.order)} dés Ordre, et il y en a 2",
        )
        raise Rejected(BAD_DEAL, reason=reason)
    roll = Roll(tuple(turn.order), turn.ban, turn.syllables)
    card = Card(turn.category, dice_of(roll), turn.multiplier)
    if fault := fault_in_turn(card, roll, box):
        raise Rejected(BAD_DEAL, reason=fault)
    return card, roll


def fault_in_turn(card: Card, roll: Roll, box: Box | None) -> Words | None:
    """What a box would not hold either: its limits are those of a deal."""
    return (
        cards.fault_in_category(card.category, box)
        or cards.fault_in_number(card.dice)
        or cards.fault_in_points(roll.points * card.multiplier)
    )


def dice_of(roll: Roll) -> tuple[Die, ...]:
    """The dice that a roll shows."""
    dice: list[Die] = list(ORDER_DICE[: len(roll.order)])
    if roll.ban is not None:
        dice.append("ban")
    if roll.syllables is not None:
        dice.append("syllables")
    return tuple(dice)
