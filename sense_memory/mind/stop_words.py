"""Words that are in every sentence of a language and say nothing of what it is about.

Words of negation are none of them. Nor are words of one language that are common nouns of another
which people mix with it: ``war``, ``son`` and ``man`` are kept, so that they can be searched for.
Spelt as ``text.fold`` leaves them: without capitals and accents.
"""

from collections.abc import Iterable
from types import MappingProxyType

_ENGLISH = """
a about after all also am an and any are as at be because been before being both but by can could
did do does doing during each for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself of off on or our ours
ourselves out over she should so some such than that the their theirs them themselves then there
these they this those through to too until up very was we were what when where which while who whom
whose why will with would you your yours yourself yourselves didn doesn don isn wasn aren weren
couldn shouldn wouldn hasn haven hadn
"""
"""Of ``don't`` only ``don`` is left when it is split; as it negates, ``NEGATIONS`` has it too."""

_GERMAN = """
aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bis da damit
dann das dass dein deine dem den denn der des dessen dich die dies diese diesem diesen dieser dieses
dir du durch ein eine einem einen einer eines er es euch euer fur gegen habe haben hatte hatten hier
hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jeden jeder jedes kann konnte
mein meine mich mir mit nach noch nur ob oder ohne sehr sein seine seinem seinen seiner seit sich
sie sind soll sollte sondern sowie uber um und uns unser unter viel vom von vor wann warum was weil
weiter welche welchem welchen welcher welches wenn wer werden wie wieder wird wo wurde wurden zu zum
zur zwischen
"""

_FRENCH = """
a ai apres au aussi autre aux avait avant avec avoir ce cela ces cet cette chez comme comment
dans de depuis des dont du elle elles en entre est et etaient etait ete etre eu eux il ils je la
le les leur leurs lui ma mais me meme mes moi mon nos notre nous on ont ou par pendant peut
pourquoi plus pour puis quand que quel quelle quelles quels qui quoi sa se sera ses si
sont sous sur ta te tes toi ton tous tout toute toutes tres tu un une vers vos votre vous y
"""

_SPANISH = """
a al algo alguna alguno antes aquel aquella asi aun aunque cada como con cual cuales cuando cuanto
cuyo de del desde donde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos
esta estaba estan estar estas este esto estos fue fueron ha habia han hasta hay la las le les lo los
me mi mientras mis muy o os otra otras otro otros para pero por porque pues que quien quienes se
segun ser si sido sobre su sus tambien tan tanto te tiene tienen todo todos tu tus un una uno unos y
ya yo
"""

_ITALIAN = """
a agli ai al alla alle allo anche avere aveva che chi ci cio come con cosa cui da dagli dai dal
dalla dalle dallo degli dei del della delle dello di dopo dov dove e ed era erano essere fra gli ha
hanno ho i il in io l la le lei li lo loro lui ma mi mia mie miei mio ne negli nei nel nella nelle
nello noi o ogni per perche piu poi prima quale quali quando quella quelle quelli quello questa
queste questi questo se si sia sono sta stata stati stato su sua sue sugli sui sul sulla sulle sullo
suo suoi tra tu tua tuo un una uno vi voi
"""

_PORTUGUESE = """
a ao aos aquela aquele aquilo as ate com como da das de dela dele deles depois do dos e ela elas ele
eles em entre era eram essa esse esta estao estava este eu foi foram ha isso isto ja la lhe mais mas
me mesmo meu meus minha muito na nas no nos o os ou para pela pelas pelo pelos por porque qual
quando que quem sao se ser seu seus sua suas so tambem te tem tinha tu um uma voce voces
"""

_DUTCH = """
aan al alle als bij daar dan dat de der deze die dit doch doen door een eens en er ge haar had heb
hebben heeft hem het hier hij hoe hun ik in is ja je kan kon maar me meer men met mij mijn moet na
naar nog nu of om omdat onder ons ook op over te tegen toch toen tot u uit uw veel voor waar waarom
wanneer waren was wat we wel werd wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder
zou
"""

_RUSSIAN = """
а без более бы был была были было быть в вам вас ведь весь во вот все всего всех вы где да даже для
до его ее еи ему если есть еще же за здесь и из или им их к как какая какои когда кто ли либо мне
может мои моя мы на над надо нас него нее неи нему них но о об он она они оно от перед по под после
потом потому почему при про с сам своеи своего свои свои себе себя со так также такои там тебе тебя
тем то тогда того тоже тои только том тот ту ты у уже хотя чего чеи чем что чтобы чье эта эти это
этого этои этом этот эту я
"""

_NEGATING = """
no nor not never none nothing nobody neither without cannot cant dont
don didn doesn isn wasn aren weren couldn shouldn wouldn hasn haven hadn
nicht nie kein keine keinen keinem keiner ohne
ne pas jamais rien aucun aucune sans
nunca nada ningun ninguna sin
non mai niente nessuno nessuna senza
nao nem sem
niet nooit geen niets zonder
не нет ни никогда никто ничего без
"""
NEGATIONS = frozenset(_NEGATING.split())
"""Words without which a sentence says the opposite."""


def _list(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = MappingProxyType(
    {
        "en": _list(_ENGLISH),
        "de": _list(_GERMAN),
        "fr": _list(_FRENCH),
        "es": _list(_SPANISH),
        "it": _list(_ITALIAN),
        "pt": _list(_PORTUGUESE),
        "nl": _list(_DUTCH),
        "ru": _list(_RUSSIAN),
    }
)
"""By language (ISO 639-1), in the order in which a tie between them is decided."""

_LANGUAGES = {
    word: tuple(name for name, some in STOP_WORDS.items() if word in some)
    for word in frozenset().union(*STOP_WORDS.values())
}
"""In which languages a word is a stop word."""


def language_of(words: Iterable[str]) -> str | None:
    """The language whose stop words are most of these words; ``None`` if none of them is one.

    Args:
        words: Folded, as ``text.words`` gives them.
    """
    found = [names for word in words if (names := _LANGUAGES.get(word)) is not None]
    if not found:
        return None
    counts = dict.fromkeys(STOP_WORDS, 0)
    for names in found:
        for name in names:
            counts[name] += 1
    return max(counts, key=counts.__getitem__)  # the first of equals
