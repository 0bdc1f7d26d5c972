"""What the club refuses. The page fetches these sentences with the club's pages only."""

from __future__ import annotations

from brouhaha.engine.errors import Refusal

NO_SUCH_EVENING = Refusal(
    "no_such_evening",
    "There is no such evening: the link may be incomplete.",
    "Cette soirée n’existe pas : le lien est peut-être incomplet.",
)
NO_SUCH_PERSON = Refusal(
    "no_such_person",
    "There is nobody like that in this club.",
    "Il n’y a personne de tel dans ce club.",
)
NO_SUCH_NAME = Refusal(
    "no_such_name",
    "This person has no such name beside another one.",
    "Cette personne n’a pas ce nom à côté d’un autre.",
)
NOT_SEATED = Refusal(
    "not_seated",
    "The club is for those who sit at this server’s tables: sit down at one, then come back.",
    "Le club est pour qui s’assoit aux tables de ce serveur : assieds-toi à l’une d’elles, puis "
    "reviens.",
)
HOST_ONLY = Refusal(
    "host_only",
    "Only the club’s host may do this. `brouhaha club` prints the host’s link.",
    "Seul l’hôte du club peut le faire. `brouhaha club` affiche le lien de l’hôte.",
)
NOT_YOU = Refusal(
    "not_you",
    "Only this person’s own device, or the club’s host, may do this.",
    "Seul l’appareil de cette personne, ou l’hôte du club, peut le faire.",
)
SEAT_NOT_HELD = Refusal(
    "seat_not_held",
    "This seat is not yours, or its table has closed. Sit down first.",
    "Cette place n’est pas la tienne, ou sa table est fermée. Assieds-toi d’abord.",
)
NAME_PROTECTED = Refusal(
    "name_protected",
    "Somebody else has protected this name. Their device can pass it on; the host can release it.",
    "Quelqu’un d’autre a protégé ce nom. Son appareil peut le transmettre, l’hôte peut le libérer.",
)
