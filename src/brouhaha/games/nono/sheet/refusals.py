"""What cannot be written on a sheet of NoNo, and how it is said."""

from brouhaha.engine.errors import Refusal

SHEET_OVER = Refusal(
    "sheet_over",
    "All cards are played: the sheet is full.",
    "Toutes les cartes sont jouées : la feuille est pleine.",
)
NOT_NOW = Refusal(
    "not_now",
    "This is not what comes next: {next}.",
    "Ce n’est pas ce qui vient maintenant : {next}.",
)
CARD_PLAYED = Refusal(
    "card_played",
    "This card has been played, as number {turn}.",
    "Cette carte a déjà été jouée, au tour {turn}.",
)
NOT_SUCH_A_CARD = Refusal(
    "not_such_a_card",
    "There can be no such card: {reason}.",
    "Une telle carte n’existe pas : {reason}.",
)
SAY_ITS_DICE = Refusal(
    "say_its_dice",
    "This card is not in the sheet’s box: say which dice it rolls, and its multiplier.",
    "Cette carte n’est pas dans cette boîte : dis quels dés elle lance, et par combien multiplier.",
)
OTHER_DICE = Refusal(
    "other_dice",
    "These are not the dice of this card: {reason}.",
    "Ce ne sont pas les dés de cette carte : {reason}.",
)
TOO_MANY_THUMBS = Refusal(
    "too_many_thumbs",
    "{voters} players have a thumb here: {given} are counted.",
    "{voters} joueurs lèvent ou baissent le pouce ici : il y en a {given}.",
)
COUNT_SYLLABLES = Refusal(
    "count_syllables",
    "The syllables of this word are put to the vote: count thumbs for them too, at most {votes}.",
    "Les syllabes de ce mot sont au vote : compte aussi les pouces pour elles, {votes} au plus.",
)
