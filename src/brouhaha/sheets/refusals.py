"""What a sheet, or a typed-in box, refuses whatever its game, and how it says so."""

from brouhaha.engine.errors import Refusal

NO_SHEET_FOR_GAME = Refusal(
    "no_sheet_for_game",
    "This game has no score sheet.",
    "Ce jeu n’a pas de feuille de score.",
)
WRONG_NUMBER = Refusal(
    "wrong_number",
    "This game is for {least} to {most} players.",
    "Ce jeu se joue de {least} à {most} joueurs.",
)
NOTHING_TO_UNDO = Refusal(
    "nothing_to_undo",
    "There is nothing to take back.",
    "Il n’y a rien à reprendre.",
)
NOTHING_TO_REDO = Refusal(
    "nothing_to_redo",
    "There is nothing to bring back.",
    "Il n’y a rien à rétablir.",
)
NO_SUCH_ENTRY = Refusal(
    "no_such_entry",
    "There is no entry number {number} on this sheet.",
    "Il n’y a pas de ligne numéro {number} sur cette feuille.",
)
LATER_ENTRY = Refusal(
    "later_entry",
    "Then entry number {number} could not be true any more: {reason}.",
    "Alors la ligne numéro {number} ne serait plus possible\u00a0: {reason}.",
)
SHEET_FULL = Refusal(
    "sheet_full",
    "This sheet has been changed too often: begin a new one.",
    "Cette feuille a été changée trop souvent\u00a0: commences-en une autre.",
)
OPTION_NOT_HERE = Refusal(
    "option_not_here",
    "These options have no place on a sheet: {names}.",
    "Ces réglages n’ont pas leur place sur une feuille\u00a0: {names}.",
)

# Over HTTP

NO_SUCH_SHEET = Refusal(
    "no_such_sheet",
    "There is no score sheet {code}.",
    "Il n’y a pas de feuille de score {code}.",
)
SHEET_MOVED_ON = Refusal(
    "sheet_moved_on",
    "Somebody else has just written on this sheet: look again.",
    "Quelqu’un d’autre vient d’écrire sur cette feuille : regarde encore.",
)
SHEET_UNREADABLE = Refusal(
    "sheet_unreadable",
    "This sheet was written by other rules than today’s: {reason}.",
    "Cette feuille a été écrite selon d’autres règles que celles d’aujourd’hui : {reason}.",
)
ENTRY_TOO_LONG = Refusal(
    "entry_too_long",
    "That is too long for a sheet.",
    "C’est trop long pour une feuille.",
)
NO_BOX_FOR_GAME = Refusal(
    "no_box_for_game",
    "Nothing can be typed in for this game.",
    "Il n’y a rien à noter de la boîte de ce jeu.",
)
NO_SUCH_BOX = Refusal(
    "no_such_box",
    "There is no such box here any more.",
    "Cette boîte n’est plus ici.",
)
NOT_YOUR_BOX = Refusal(
    "not_your_box",
    "Only the device that typed this box in may change it: save a copy under another name.",
    "Seul l’appareil qui a noté cette boîte peut la changer : gardes-en une copie.",
)
BOX_WRONG = Refusal(
    "box_wrong",
    "This cannot be a box of the game: {reason}.",
    "Ce ne peut pas être une boîte du jeu : {reason}.",
)
TOO_MANY_BOXES = Refusal(
    "too_many_boxes",
    "The server keeps as many boxes as it can.",
    "Le serveur garde déjà autant de boîtes qu’il peut.",
)
