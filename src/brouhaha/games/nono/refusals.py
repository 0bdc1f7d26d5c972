"""What NoNo refuses, and how it says so."""

from brouhaha.engine.errors import Refusal

ALREADY_PASSED = Refusal(
    "already_passed",
    "You have passed: wait for the next card.",
    "Tu as passé : attends la carte suivante.",
)
NOT_YOUR_WORD = Refusal(
    "not_your_word",
    "{name} called Stop! first and must say the word.",
    "{name} a crié Stop! en premier et doit dire le mot.",
)
OWN_WORD = Refusal(
    "own_word",
    "The others vote on your word.",
    "Ce sont les autres qui votent sur ton mot.",
)
MODERATED = Refusal(
    "moderated",
    "One person decides about this word.",
    "Une seule personne décide de ce mot.",
)
ALREADY_VOTED = Refusal(
    "already_voted",
    "You have voted: wait for the others.",
    "Tu as voté : attends les autres.",
)
WORD_TOO_LONG = Refusal(
    "word_too_long",
    "A word or phrase has at most {most} characters.",
    "Un mot ou une expression a {most} caractères au plus.",
)
UNREADABLE_WORD = Refusal(
    "unreadable_word",
    "There is a character in it that nobody can read: type the word again.",
    "Il y a dedans un caractère illisible : écris le mot à nouveau.",
)
FOREIGN_SIGN = Refusal(
    "foreign_sign",
    "“{sign}” is no letter of the language: write your answer in letters.",
    "« {sign} » n’est pas une lettre de la langue : écris ta réponse en lettres.",
)
A_LIST = Refusal(
    "a_list",
    "That is a list: give one word or one expression.",
    "C’est une liste : donne un seul mot ou une seule expression.",
)
FILLER = Refusal(
    "filler",
    "There are letters in it that make no word: give one word or one expression.",
    "Il y a dedans des lettres qui ne font pas un mot : donne un seul mot ou une seule expression.",
)
BAD_BOX = Refusal(
    "bad_box",
    "This box cannot be played with: {reason}.",
    "On ne peut pas jouer avec cette boîte : {reason}.",
)
