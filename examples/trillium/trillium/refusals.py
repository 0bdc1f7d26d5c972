"""Why a claim is refused; a wrong claim is not refused, it costs."""

from brouhaha.engine.errors import Refusal

GONE = Refusal(
    "gone",
    "{name} was quicker: one of these is no longer there.",
    "{name} a été plus rapide : l’une de ces cartes n’est plus là.",
)
NOT_HERE = Refusal(
    "not_here",
    "A card that you name does not lie in the meadow.",
    "Une carte que tu nommes n’est pas dans le pré.",
)
THE_SAME = Refusal("the_same", "A trio is three cards.", "Un trio, ce sont trois cartes.")
FROZEN = Refusal(
    "frozen",
    "That was no trio: wait a moment.",
    "Ce n’était pas un trio : attends un instant.",
)
