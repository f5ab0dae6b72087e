"""Which words of a language say little, how it says that one thing was chosen, and why.

What is dropped is less than the stop words of a search: a sentence without them must still say the
same to who reads it. So no word of negation is here, of time, of direction or of condition.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .. import stop_words, text

Phrases: TypeAlias = Mapping[str, tuple[tuple[str, ...], ...]]
"""Phrases of one or more words by their first, the longest first."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, as far as it is needed to shorten what was said in it.

    Attributes:
        dropped: Words that can go.
        choosing: Forms of to choose and to prefer.
        rather: What stands between what was chosen and what was not, wherever it stands.
        over: The same, where the sentence has a form of to choose.
        because: What begins a reason.
        because_chosen: The same, where the sentence has a form of to choose.
        elisions: What is written together with the word after it, and can go.
        about: What stands after the choice and before what it is about.
        auxiliary: What stands before a form of to choose that is said of what was chosen.
        joining: Words that go behind a comma.
        naming: Words that stay between two names.
        compared: By a form of to prefer, what stands between two names or nouns then.
        no_choice: What stands before or after ``over`` where it compares nothing.
        together: Words that stay where they stand together.
        beside: Words that stay where one of some others is in the sentence.
    """

    dropped: frozenset[str] = frozenset()
    choosing: Phrases = field(default_factory=dict)
    rather: Phrases = field(default_factory=dict)
    over: Phrases = field(default_factory=dict)
    because: Phrases = field(default_factory=dict)
    because_chosen: Phrases = field(default_factory=dict)
    elisions: tuple[str, ...] = ()
    about: frozenset[str] = frozenset()
    auxiliary: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    naming: frozenset[str] = frozenset()
    compared: Mapping[str, str] = field(default_factory=dict)
    no_choice: frozenset[str] = frozenset()
    together: Phrases = field(default_factory=dict)
    beside: Mapping[str, frozenset[str]] = field(default_factory=dict)


def _words(some: str) -> frozenset[str]:
    return frozenset(some.split())


def _phrases(some: str) -> Phrases:
    """Of phrases between bars."""
    found = sorted((tuple(each.split()) for each in some.split("|")), key=len, reverse=True)
    return {
        first: tuple(phrase for phrase in found if phrase[0] == first)
        for first in {phrase[0] for phrase in found}
    }


UNKNOWN = Language()
"""Nothing is known of it, and so nothing goes."""

ENGLISH = Language(
    dropped=_words(
        "a an the is are be been being has have does do did i i'm i've i'd i'll my mine we we're "
        "we've we'd we'll our ours you're you've your yours he he's his she she's it it's "
        "its they they're they've their theirs that that's which who who's whom this these those "
        "there there's of in at to very really quite also just actually basically indeed"
    ),
    choosing=_phrases(
        "chose|choose|chooses|chosen|choosing|picked|pick|picks|picking|selected|select|selects|"
        "selecting|prefer|prefers|preferred|preferring|favor|favors|favored|favour|favours|"
        "favoured|adopted|adopts|adopt|went with|go with|goes with|going with|opted for|opts for|"
        "opt for|decided on|decided for|decides for|decide on|settled on|settles on|settle on"
    ),
    rather=_phrases("instead of|rather than|in preference to"),
    over=_phrases("over|more than|better than"),
    no_choice=_words(
        "but so then up out off weekend weekends night nights day days week weeks month "
        "months year years time summer winter spring autumn holidays christmas easter "
        "breakfast lunch dinner phone there here again"
    ),
    because=_phrases("because|because of|due to|owing to|thanks to"),
    because_chosen=_phrases("for its|for their|for his|for her|so that"),
    about=_words("for in on at when while during as with to since until before after"),
    auxiliary=_words("was were is are been be being has have had"),
    joining=_words("and"),
    naming=_words("of the"),
    compared=dict.fromkeys(("prefer", "prefers", "preferred", "preferring"), "to"),
    together=_phrases(
        "has to|have to|had to|used to|up to|close to|next to|according to|at least|at most|at all|"
        "in front of|out of|as soon as|as long as|as well as|to be|not to|can be|could be|will be|"
        "would be|must be|should be|may be|might be|log in|logged in|sign in|signed in|check in"
    ),
    beside={"to": _words("from prefer prefers preferred"), "in": _words("out")},
)
GERMAN = Language(
    dropped=_words(
        "der die das den dem des ein eine einen einem einer eines ist sind bin bist hat habe "
        "haben ich mich mir mein meine du dich dir dein deine er ihn ihm sein "
        "seine sie ihr ihre es wir uns unser unsere euch sich dass zu zum zur im in am "
        "auch sehr ganz"
    ),
    choosing=_phrases(
        "gewählt|wählt|wählte|wählten|wählen|ausgewählt|bevorzugt|bevorzuge|bevorzugen|bevorzugte|"
        "bevorzugten|lieber|entschieden|entschied|entscheiden|entscheidet|genommen|nahm|nahmen"
    ),
    rather=_phrases("statt|anstatt|anstelle von|lieber als|eher als"),
    over=_phrases("gegenüber"),
    compared={"lieber": "als"},
    because=_phrases("weil|wegen|aufgrund|denn|dank"),
    because_chosen=_phrases("da"),
    about=_words("für bei beim wenn während mit"),
    auxiliary=_words("wurde wurden worden wird werden"),
    joining=_words("und"),
    together=_phrases("zu viel|zu viele|zu wenig|zu hause|nicht zu|ohne zu|um zu|in der nähe"),
    beside={word: _words("von vom aus") for word in ("zu", "zum", "zur")},
)
FRENCH = Language(
    dropped=_words(
        "le la les un une des du de est sont a ont avons ai as j'ai je me moi mon ma "
        "mes tu te toi ton ta tes il elle on nous notre nos vous votre vos ils elles lui leur "
        "leurs son sa ses se ce cette ces que qui dont aussi très c'est y"
    ),
    choosing=_phrases(
        "choisi|choisit|choisis|choisissons|choisissent|préfère|préfères|préférons|préfèrent|"
        "préféré|opté pour|opte pour|optons pour|retenu|adopté|aime|aiment"
    ),
    rather=_phrases(
        "plutôt que|plutôt qu'|plutôt que de|au lieu de|au lieu du|au lieu d'|à la place de|"
        "à la place du"
    ),
    over=_phrases("mieux que|plus que"),
    because=_phrases("parce que|parce qu'|car|à cause de|à cause du|grâce à|grâce au|en raison de"),
    because_chosen=_phrases("pour sa|pour son|pour ses|puisque"),
    elisions=("l'", "d'", "qu'", "c'", "j'", "s'", "m'", "t'", "n'"),
    about=_words("pour dans sur quand pendant avec en chez"),
    auxiliary=_words("été a est fut ont sont"),
    joining=_words("et"),
    naming=_words("de du des la"),
)
SPANISH = Language(
    dropped=_words(
        "el la los las un una unos unas es son está están ha han hemos he yo me mi mis "
        "tú te tu tus él ella ellos ellas lo le les nos nosotros nuestro nuestra su sus se que "
        "quien quienes de del en también muy"
    ),
    choosing=_phrases(
        "eligió|elegí|elegimos|eligieron|elige|elegido|escogió|escogí|escogimos|escogieron|escoge|"
        "prefiere|prefiero|preferimos|prefieren|prefirió|optó por|optamos por|opta por"
    ),
    rather=_phrases("en vez de|en vez del|en lugar de|en lugar del|antes que"),
    over=_phrases("más que|frente a"),
    because=_phrases("porque|debido a|debido al|gracias a|gracias al|ya que|a causa de"),
    because_chosen=_phrases("por su|por sus|pues"),
    about=_words("para en cuando durante con por"),
    auxiliary=_words("fue fueron sido es son"),
    joining=_words("y e"),
    naming=_words("de del la"),
)
PORTUGUESE = Language(
    dropped=_words(
        "o a os as um uma uns umas é são está estão tem têm eu me meu minha meus "
        "minhas tu te teu tua ele ela eles elas lhe nos nós nosso nossa seu sua seus suas se que "
        "quem de do da dos das em também muito"
    ),
    choosing=_phrases(
        "escolheu|escolhi|escolhemos|escolheram|escolhe|escolhido|prefere|prefiro|preferimos|"
        "preferem|preferiu|optou por|optamos por|opta por|gosta|gostam"
    ),
    rather=_phrases(
        "em vez de|em vez do|em vez da|ao invés de|ao invés do|ao invés da|em lugar de"
    ),
    over=_phrases("do que|mais que|mais do que"),
    because=_phrases("porque|devido a|devido ao|por causa de|por causa do|por causa da|já que"),
    because_chosen=_phrases("pela sua|pelo seu|pois"),
    about=_words("para em quando durante com por"),
    auxiliary=_words("foi foram sido é são"),
    joining=_words("e"),
    naming=_words("de do da dos das"),
)
ITALIAN = Language(
    dropped=_words(
        "il lo la i gli le un uno una è sono ha hanno abbiamo ho io mi mio mia miei mie "
        "tu ti tuo tua lui lei noi ci nostro nostra voi vi loro suo sua suoi sue si che di del "
        "della dello dei degli delle in nel nella anche molto"
    ),
    choosing=_phrases(
        "scelto|scelta|scelse|sceglie|scegliamo|scelgono|preferisce|preferisco|preferiamo|"
        "preferiscono|preferito|optato per|opta per|piace|piacciono"
    ),
    rather=_phrases(
        "invece di|invece del|invece dell'|invece della|al posto di|al posto del|al posto dell'|"
        "piuttosto che"
    ),
    over=_phrases("più che|rispetto a"),
    because=_phrases("perché|poiché|a causa di|a causa del|a causa della|grazie a|grazie al"),
    because_chosen=_phrases("per la sua|per il suo|dato che"),
    elisions=("l'", "un'", "d'", "dell'", "all'", "nell'", "c'", "dall'"),
    about=_words("per quando durante con su"),
    auxiliary=_words("è sono stato stata fu viene"),
    joining=_words("e ed"),
    naming=_words("di del della"),
)
DUTCH = Language(
    dropped=_words(
        "de het een is zijn heeft hebben heb ik me mij mijn jij je jou jouw hij hem "
        "zijn zij ze haar wij we ons onze jullie hun zich dat die dit deze er van in te "
        "ook heel erg"
    ),
    choosing=_phrases(
        "koos|kozen|gekozen|kiest|kiezen|verkiest|verkoos|verkozen|liever|houdt|nam|namen|genomen"
    ),
    rather=_phrases("in plaats van"),
    over=_phrases("boven"),
    compared={"liever": "dan"},
    because=_phrases("omdat|vanwege|wegens|dankzij|want"),
    because_chosen=_phrases("om zijn|om haar"),
    about=_words("voor bij wanneer tijdens met"),
    auxiliary=_words("werd werden is zijn"),
    joining=_words("en"),
    naming=_words("van der"),
)

BARE_VERBS = _words(
    "ask be become begin bring build buy call come cook do drink drive eat feel find fly get give "
    "go have hear help keep know lead learn leave let listen live look make meet move pay play put "
    "read rest ride run say see sell send set show sit sleep speak stand start stay stop study "
    "take talk teach tell think travel try use visit wait walk watch wear work write"
)
"""What stands after ``to`` and is no noun: "prefers people to ask" compares nothing."""

RUSSIAN = Language(
    dropped=_words(
        "это этот эта эти я мой моя мои мы наш наша ты твой вы он его она её ее они их свой своя "
        "свои что который которая которое которые в во очень также есть"
    ),
    choosing=_phrases(
        "выбрал|выбрала|выбрали|выбираю|выбирает|выбирают|выбираем|предпочитаю|предпочитает|"
        "предпочитают|предпочитаем|предпочёл|предпочел|предпочла|предпочли"
    ),
    rather=_phrases("вместо|а не"),
    over=_phrases("больше чем"),
    because=_phrases("потому что|из-за|так как|благодаря"),
    about=_words("для на при когда с"),
    auxiliary=_words("был была было были"),
    joining=_words("и"),
)

LANGUAGES: Mapping[str, Language] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "nl": DUTCH,
    "ru": RUSSIAN,
}
"""By ISO 639-1."""


def language_of(value: str) -> Language:
    """The language of most of the words of a text; English where they tell nothing."""
    return LANGUAGES.get(stop_words.language_of(text.words(value)) or "en", UNKNOWN)
