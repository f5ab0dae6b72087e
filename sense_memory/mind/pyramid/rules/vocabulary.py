"""Words that say who speaks, words that say nothing, and words that everybody uses.

By language as ``text.fold`` leaves them. Of languages that are not here nothing is known, so that
nothing they say is left out.
"""

from types import MappingProxyType

from ...stop_words import NEGATIONS, STOP_WORDS


def _list(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIRST_PERSON = MappingProxyType(
    {
        "en": _list("i im ive me my mine myself id we us our ours"),
        "de": _list("ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere"),
        "fr": _list("je j moi mon ma mes nous notre nos"),
        "es": _list("yo mi mis me conmigo soy estoy tengo quiero nosotros nuestra nuestro"),
        "it": _list("io mi mio mia miei mie sono ho voglio noi nostro nostra"),
        "pt": _list("eu meu minha meus minhas me comigo sou estou tenho quero nos nosso nossa"),
        "nl": _list("ik mij mijn we wij ons onze"),
        "ru": _list("я меня мне мнои мои моя мое мои моих мою мы нас нам наш наша наше наши"),
    }
)
"""Who speaks, by language."""
FIRST_PERSON_ANYWHERE = _list(
    "მე ben benim bana ja moj moje moja jag min mitt mina jeg mitt eu meu मैं मेरा मेरी मेरे मुझे हम "
    "हमारा انا لي نحن אני שלי אנחנו аз мене моя я мені мій εγω μου με εμεις"
)
"""The same in languages whose stop words are not known."""
FIRST_PERSON_WITHIN = (
    "我",
    "私",
    "僕",
    "俺",
    "わたし",
    "ぼく",
    "저는",
    "제가",
    "나는",
    "내가",
    "나의",
    "ผม",
    "ฉัน",
)
"""The same in scripts without spaces."""

SECOND_PERSON = _list(
    "you your yours yourself dir dich dein deine deinen du ihnen te tu toi ton ta tes vous votre "
    "vos usted ustedes tus lei voce je jij jou jouw ты тебя тебе вы вас вам ваш"
)

FILLERS = _list(
    """
    hi hey hello hiya howdy yo morning afternoon evening night goodnight bye goodbye cya later
    thanks thank thx ty welcome please sorry pardon cheers congrats congratulations wow whoa oh ooh
    aww aw ah haha hahaha lol hmm hm um uh er yeah yep yup yes nope ok okay k alright right sure
    exactly totally absolutely definitely certainly indeed agreed agree course true awesome great
    cool nice amazing wonderful fantastic fabulous excellent perfect lovely sweet good glad happy
    pleased interesting impressive incredible inspiring sounds sound looks look seems feel feels
    see hear catch talk chat know think guess hope wish mean means say said tell let got get well
    much many lot lots kind kinda sort really super pretty just man dude buddy pal friend mate gosh
    god goodness fun best luck care take keep keeping up soon again thing things something
    appreciate appreciated support supportive proud wait excited exciting stuff bet how what rock
    rocks kudos props way go going one s m re ve ll d t u don thats im youre
    hallo moin servus tschuss ciao danke dank vielen bitte gern gerne genau klar toll super prima
    schon gut freut freue stimmt naja ach oha guten morgen tag abend liebe grusse
    bonjour salut coucou merci bonsoir revoir accord oui ouais bien super genial parfait plait
    hola buenas buenos dias tardes noches gracias vale bueno claro perfecto genial adios luego si
    grazie prego ciao buongiorno buonasera bene perfetto certo
    ola oi obrigado obrigada bom boa dia tarde noite tchau claro otimo perfeito sim
    hoi dag dankje bedankt leuk goed prima
    привет здравствуите спасибо пожалуиста пока хорошо отлично понятно ладно да
    """
)
"""What a sentence consists of that only keeps a conversation going."""
FILLERS_WHOLE = _list(
    """
    你好 您好 谢谢 谢谢你 多谢 不客气 好的 好 嗯 是的 对 再见 没问题 哈哈 早上好 晚安 明白了 知道了
    太好了
    こんにちは こんばんは おはよう おはようございます ありがとう ありがとうございます
    はい いいえ うん
    そうですね そうですか なるほど わかりました 了解 了解です さようなら すごい いいですね
    안녕 안녕하세요 감사합니다 고마워 고마워요 네 예 응 알겠습니다 좋아요 좋아 그래요
    สวัสดี สวัสดีครับ สวัสดีค่ะ ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ ครับ ค่ะ
    नमस्ते धन्यवाद शुक्रिया हाँ ठीक है مرحبا شكرا نعم حسنا السلام عليكم שלום תודה כן בסדר
    """
)
"""The same in scripts and languages whose words are not listed, as whole sentences."""

ASKING = _list(
    """
    what whats who whos whom whose which when where wheres why how hows is are am was were do does
    did have has had can could will would should shall may might isn aren don didn doesn haven hasn
    won wouldn couldn any anything and so but or
    was wer wem wen wann wo warum wie wieso welche welcher welches ist sind hast hat habt kannst
    kann konntest willst mochtest soll darf
    que qui quoi quand ou pourquoi comment combien est es as peux pourrais
    quien cuando donde como cuanto cual puedes puede
    che chi quando dove perche come quanto quale puoi
    quem onde porque quanto qual pode
    wat wie waar wanneer waarom hoe welke kun kan
    что кто где когда почему как какои какая сколько можешь можно
    """
)
"""What a question begins with."""

CALENDAR = _list(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december today yesterday tomorrow christmas easter
    montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli
    oktober dezember heute gestern morgen
    lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout
    septembre octobre novembre decembre
    lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre ayer hoy manana
    """
)
"""Capitals that name nobody."""

COMMON = _list(
    """
    able actually almost already always another anyone anything around ask asked away back bad bit
    began begin better big bring brought call called came change chance come comes coming cool
    couple crazy day days deal different done dont easy else end enjoy enjoyed enough especially
    even ever every everyone everything excited exciting experience family far feel feeling felt few
    find finally first found friend friends full fun gave get gets getting give gives giving glad go
    goes going gone gonna good got great guess guy guys happen happened happy hard hear heard help
    helped helping helps here high hope hoping hours huge idea important inspire inspired inspiring
    journey keep kept kind know known last late lately later learn learned least left less let life
    like liked little live long look looked looking lot lots love loved loving made make makes
    making many matter maybe mean meaningful means mind minute moment moments month months most much
    name
    need needed never new next nice nothing now often ok old once one ones other others own part
    past people perfect person place plan planning point positive pretty probably put quite
    ready real really reason recently remember right said same saw say saying says second see seeing
    seem seems seen sense set share shared sharing show side since small someone something sometimes
    soon special spend spent start started starting stay still stop story strong stuff such sure
    take taken takes taking talk talked talking tell tells thank thing things think thinking thought
    time times today together told took totally tough tried try trying turn turned two understand
    use used using usually visit wait want wanted wanting wants warm watch way ways week weeks well
    went while whole win wish without wonderful won work worked working world worth would wow year
    years yesterday yet amazing awesome incredible beautiful reminder reminds passion passionate
    truly joy peace happiness grateful thankful appreciate support supportive supporting proud
    photo picture image
    machen macht gemacht gehen geht ging gegangen kommen kommt kam sagen sagt gesagt sehen gesehen
    finden gut neue neuen neues immer wirklich einfach heute gestern morgen letzte letzten nachste
    bisschen zeit leute leben
    faire fait aller va venir voir vu dire dit bon bonne petit grand temps jour aujourd hui hier
    chose choses gens vie vraiment toujours
    hacer hecho ir va venir ver visto decir dicho bueno buena tiempo dia hoy ayer cosa cosas gente
    vida siempre realmente
    """
)
"""Words that are in so many sentences that they tell little."""

STOP = frozenset().union(*STOP_WORDS.values()) - NEGATIONS
"""The stop words of all languages."""
