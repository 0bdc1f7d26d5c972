"""What a game gives the engine: types, and pure functions over its state.

Laws a game keeps (`brouhaha.testing` proves them):

- It is pure: time comes in as whole milliseconds since the match began, chance from the seed.
- `act` raises `Rejected` *before* anything has changed.
- Views are built, never filtered: they are parts of the state. What a seat may know is
  `state.public` and its own `state.private[seat]`; what is in neither cannot leak.
- Every public view has `phase`, `seats`, `deadline`, and `scene`, which counts up when everybody
  should look up: a new phase, a new turn.
- Events are what everybody at the table may hear. News for one seat is in its private view. What
  an event holds never changes: structs are frozen, sequences are tuples.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from brouhaha.engine.any_bot import any_bot
from brouhaha.engine.bot import Bot as Bot
from brouhaha.engine.bot import Thought as Thought
from brouhaha.engine.box import BoxKind
from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.engine.presentation import FOR_STUDY, Presentation, completed
from brouhaha.engine.refusals import WRONG_PHASE
from brouhaha.engine.sheet import AnySheet
from brouhaha.engine.statistics import Statistics

Action = msgspec.Struct
Event = msgspec.Struct


# What a state shows


class SeatView(Protocol):
    """What lies in front of one seat, for everybody to see."""

    @property
    def name(self) -> str: ...


class PublicView(Protocol):
    """What every game shows everybody, beside what is its own."""

    @property
    def phase(self) -> str: ...
    @property
    def scene(self) -> int: ...
    @property
    def deadline(self) -> int | None: ...
    @property
    def seats(self) -> Sequence[SeatView]: ...


class Mask(Protocol):
    """Hides coarse words of a text; `language` is what it is written in, if that is known."""

    def __call__(self, text: str, language: str | None = None) -> str: ...


class Result(Protocol):
    """How a match ended, beside the game's own figures. Seats are numbers; equals share a place."""

    @property
    def winners(self) -> Sequence[int]: ...
    @property
    def ranking(self) -> Sequence[Sequence[int]]: ...


PublicT_co = TypeVar("PublicT_co", bound=PublicView, covariant=True)
PrivateT_co = TypeVar("PrivateT_co", bound=msgspec.Struct, covariant=True)
ResultT_co = TypeVar("ResultT_co", bound=Result, covariant=True)


class GameState(Protocol[PublicT_co, PrivateT_co, ResultT_co]):
    """The parts of a state that are shown; all that is hidden lies beside them."""

    @property
    def public(self) -> PublicT_co: ...
    @property
    def private(self) -> Sequence[PrivateT_co]: ...
    @property
    def result(self) -> ResultT_co | None: ...


# The same as they are asked for, one at a time (`Game.public`, `Match.public` …)
PublicT = TypeVar("PublicT", bound=PublicView)
PrivateT = TypeVar("PrivateT", bound=msgspec.Struct)
ResultT = TypeVar("ResultT", bound=Result)

AnyState: TypeAlias = GameState[PublicView, msgspec.Struct, Result]

StateT = TypeVar("StateT", bound=AnyState)
StateT_co = TypeVar("StateT_co", bound=AnyState, covariant=True)
OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
DealT = TypeVar("DealT", bound=msgspec.Struct)


# What a game is made of

Rule = Callable[[StateT, int, Any, int, Chance], list[Event]]  # as `Game.act`, for one action
Legal = Mapping[str, Mapping[type[Action], Rule[StateT]]]  # the rule by phase and action


class Kinds(NamedTuple):
    """The msgspec types that a game is told in; unions are tagged."""

    options: type[msgspec.Struct]
    deal: type[msgspec.Struct]
    state: type[msgspec.Struct]
    action: Any  # a union
    event: Any  # a union
    public: type[msgspec.Struct]
    private: type[msgspec.Struct]
    result: type[msgspec.Struct]


TOLD_KINDS: Final = tuple(kind for kind in Kinds._fields if kind != "state")  # clients know these


def kinds_of(types: ModuleType) -> Kinds:
    """The types by the names that they have in a game's module of types: `Options`, `Deal`, …"""
    return Kinds(*(getattr(types, name.capitalize()) for name in Kinds._fields))


class Game(ABC, Generic[StateT, OptionsT, DealT]):
    """One game: its types as class attributes, its rules as methods without memory."""

    id: ClassVar[str]
    version: ClassVar[int]  # of the rules: a log of another version is not replayed
    players: ClassVar[range]
    kinds: ClassVar[Kinds]
    refusals: ClassVar[tuple[Refusal, ...]] = ()  # the game's own, beside the engine's
    bots: ClassVar[Mapping[str, type[Bot]]]  # by name; the levels among them, weakest first. If it
    # brings none, it has one that tries whatever may be done (`any_bot.py`)
    _brings_bots: ClassVar[bool] = False
    presentation: ClassVar[Presentation] = Presentation()  # what it says of itself: see `presented`
    simple_bot: ClassVar[str | None] = None  # see `simplest_bot`
    own_options: ClassVar[frozenset[str]] = frozenset()  # lists by seat: players set their own
    bots_make_way: ClassVar[bool] = True  # during a match, for a person who plays their seat on
    # How strong its bots are, in OpenSkill's units (25 is a newcomer): they hold the ladder still
    bot_ratings: ClassVar[Mapping[str, float]] = MappingProxyType({})
    score_name: ClassVar[str] = "scores"  # which list of the result a simulation averages
    # What it brings to the lab, each as "package.module:name"; imported when somebody asks for it
    balance: ClassVar[str | None] = None  # a `lab.balance.Plan`; None: the report of any game
    environment: ClassVar[str | None] = None  # its `envs.senses.Senses`; None: it has none
    batch: ClassVar[str | None] = None  # its `envs.batch.Batch`; None: it has none
    compiled: ClassVar[Mapping[str, str]] = MappingProxyType({})  # a `lab.simulate.Compiled` by bot
    legal: Legal[StateT] = MappingProxyType({})  # what is not in it is refused
    sheet: ClassVar[AnySheet | None] = None  # for those who play with the real box; None: none
    box: ClassVar[BoxKind | None] = None  # what may be typed in from a real box; None: nothing

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "bots" in vars(cls):
            cls._brings_bots = bool(cls.bots)
        if not cls._brings_bots:
            cls.bots = {FOR_STUDY: any_bot(cls)}

    # What a game must say

    @abstractmethod
    def setup(
        self, players: list[str], options: OptionsT, deal: DealT | None, chance: Chance
    ) -> StateT:
        """The state at 0 ms. Raises `Rejected` for options or a deal that cannot be played."""

    @abstractmethod
    def expire(self, state: StateT, at: int, chance: Chance) -> list[Event]:
        """What happens at the deadline that `due` named. A match that has become too long is ended
        by this alone, asked in any phase until the end, clocks that are switched off included."""

    # What it may say otherwise

    def act(self, state: StateT, seat: int, action: Any, at: int, chance: Chance) -> list[Event]:
        """Carry out a player's action, or raise `Rejected` with the state untouched."""
        try:
            rule = self.legal[state.public.phase][type(action)]
        except KeyError:
            raise Rejected(WRONG_PHASE) from None
        return rule(state, seat, action, at, chance)

    def due(self, state: StateT) -> int | None:
        """When the next deadline falls, in ms since the match began; None: there is no clock."""
        return state.public.deadline

    def check_own_options(self, options: OptionsT) -> None:
        """Raise `Rejected` if what players chose for themselves does not go together."""

    def presented(self) -> Presentation:
        """What it says of itself to people; where it says nothing, what follows from the rest."""
        return completed(self.presentation, self.id, list(self.bots), self.players)

    def simplest_bot(self) -> str:
        """The one that a simulation takes when none is named: `simple_bot`; if the game names none,
        `random`, or else the first."""
        return self.simple_bot or (FOR_STUDY if FOR_STUDY in self.bots else next(iter(self.bots)))

    def prepare(self) -> None:
        """Load what takes long to load, before somebody waits for it. (server/ calls it)"""

    def inventory(self, state: StateT) -> Iterable[Hashable]:
        """Every card, wherever it lies: the same ones after every action."""
        return ()

    def contested(self, state: StateT, seat: int, action: Any) -> bool:
        """Is this an action that another seat's earlier one could overtake? Who raced for it, and
        when, is told to everybody. (table/ asks)"""
        return False

    def contesters(
        self, state: StateT, seat: int | None, action: Any | None
    ) -> Container[int] | None:
        """Which seats could have made an earlier move that changes what this contested action does,
        or (both None) what the deadline does; None: any. Nobody waits for the others. (table/ asks)
        """
        if action is None and self.legal and not self.legal.get(state.public.phase):
            return ()
        return None

    def highlights(self, state: StateT, heard: Sequence[Heard]) -> list[Highlight]:
        """The moments of a finished match that are worth telling, the best first."""
        return []

    def statistics(self, state: StateT, heard: Sequence[Heard]) -> Statistics:
        """The figures of a finished match that `presentation.figures` names, by seat."""
        return ()

    # What there is to see of a state: parts of it, live

    def public(self, state: GameState[PublicT, Any, Any]) -> PublicT:
        """What everybody may know."""
        return state.public

    def private(self, state: GameState[Any, PrivateT, Any], seat: int) -> PrivateT:
        """What this seat alone may know besides."""
        return state.private[seat]

    def masked(self, public: Any, mask: Mask) -> Any:
        """The public view for a big screen, without the coarse words that players wrote: a copy of
        what changes. A game in which they write more than their names says what."""
        seats = [msgspec.structs.replace(seat, name=mask(seat.name)) for seat in public.seats]
        return msgspec.structs.replace(public, seats=seats)

    def masked_event(self, public: Any, event: Event, mask: Mask) -> Event:
        """The same for an event; `public` is the view that goes with it."""
        return event

    def result(self, state: GameState[Any, Any, ResultT]) -> ResultT | None:
        """None until the last thing is judged."""
        return state.result


# A game that was found by its name. Which types it plays with is not known before it runs, and as
# its functions both take and give them, there is no one type that every game's could be read as.
AnyGame: TypeAlias = Game[Any, Any, Any]
