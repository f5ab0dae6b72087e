"""Words that say who speaks, words that say nothing, and words that everybody uses.

By language as ``text.fold`` leaves them. Of languages that are not here nothing is known, so that
nothing they say is left out.
"""

from types import MappingProxyType

from ..stemming import stem
from ..stop_words import NEGATIONS, STOP_WORDS
from ..text import fold


def _list(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


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
    " ben benim bana ja moj moje moja jag min mitt mina jeg mitt eu meu मैं मेरा मेरी मेरे मुझे हम "
    "हमारा انا لي نحن אני שלי אנחנו аз мене моя я мені мій εγω μου με εμεις 제 내 저의 저도 나도 "
    "우리"
)
"""The same in languages whose stop words are not known."""
THIRD_PERSON = _list(
    """
    he she it they him his her their its this that these those there
    er sie es das dies sein seine ihr ihre
    il elle ils elles ce c ca son sa ses leur
    ella ello ellos ellas esto eso su sus lui lei loro suo sua ele ela eles elas
    hij zij ze het dit dat hun он она оно они его ее их это
    """
)
"""What goes on with what was said before."""
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
    pleased confusion misunderstanding inconvenience apologize apologies
    interesting impressive incredible inspiring sounds sound looks look seems feel feels
    see hear catch talk chat know think guess hope wish mean means say said tell let got get well
    much many lot lots kind kinda sort really super pretty just man dude buddy pal friend mate gosh
    god goodness fun best luck care take keep keeping up soon again thing things something
    appreciate appreciated support supportive proud wait excited exciting stuff bet how what rock
    worry worries doubt doubts woohoo woo phew oops yay yum ugh omg ha whoo oof hooray yikes bravo
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

YES_AND_NO = _list(
    """
    yes yeah yep yup yea no nope nah never always sometimes not ja nein doch nie oui ouais non si
    jamais nunca mai mais sim nao nee nooit да нет никогда 是 是的 对 不 不是 没有 有
    はい いいえ ええ 네 예 아니요 아뇨 हाँ नहीं نعم لا כן לא ναι οχι evet hayir
    """
)
"""Answers that say something where they answer something."""

REACTING = _list("that this these those it its no so such you your youre what how keep not there")
"""What a remark on what the other said begins with, beside the words of ``FILLERS``."""

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
    july august september october november december today yesterday tomorrow tonight
    weekend christmas easter
    montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai
    juni juli oktober dezember heute gestern morgen
    lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout
    septembre octobre novembre decembre
    lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre ayer hoy manana
    """
)
"""Capitals that name nobody."""

COMMON = _list(
    """
    able about absolute accept accord account achieve across act action actual add admire adore
    advance adventure advice afford afraid again age agree ahead aim alive allow almost alone
    along already alternative although always amaze amazing amount angry annoy answer anybody
    anymore anyone anyway anywhere apart apparent appear appreciate approach area arrange arrive
    aside ask asked aspect assume atmosphere attempt attend attention attitude available average
    avoid award aware away awe awesome awful back background bad balance base basic beat
    beautiful beauty become been began begin begun behind being belief believe belong benefit
    beside best better beyond big bigger biggest bit bless blessed blow board bond bonding boost
    bore boring both bother bottom bound brave break breath breathe bright brilliant bring broke
    broken brought build building built bunch busy buy call calm came can capture care careful
    carry case catch caught cause celebrate center certain challenge chance change character
    charge charm chat check cheer choice choose chose chosen circle clean clear close collect
    color combine come comfort comfortable comment commit common communicate community company
    compare complete completely concern confidence confident connect connection consider
    constant contact contain content continue control convince cool corner cost could count
    country couple courage course cover cozy crazy create creative creativity credit cross
    cultural culture curious current cut cute daily damn danger dare dark day deal dear decide
    decision dedicate dedicated deep defeat definite delicious delight deliver depend describe
    deserve design desire detail determination determine determined develop did die differ
    difference different difficult direct direction disappoint disappointed discover discuss do
    doing done doubt down dream drive drop due each eager earlier early ease easier easy effect
    effort either element else embrace emotion emotional empower encourage encouragement
    encouraging end endless energy engage enjoy enjoyable enjoyed enough ensure entire entirely
    environment equal escape especial especially essential even event eventual ever every
    everybody everyday everyone everything everywhere exact example excellent except excite
    excited excitement exciting expect experience experiment explain explore express expression
    extra extreme eye face fact fail fail fair faith fall familiar family fan fantastic far
    fascinate fascinating fast favorite favourite fear feature feedback feel feeling felt few
    field fight figure fill final finally find fine finish first fit fix flow focus follow force
    forever forget form former forward found free freedom frequent fresh friend friendly
    friendship front frustrate frustrating fulfil fulfill fulfilling full fun funny further
    future gain gather gave general gentle get gift give given giving glad go goal gone gonna
    good gorgeous got gotta grab grand grateful great grew group grow growth guess guide guy
    habit had half hand handle hang happen happens happy happiness hard harder hardship has hate
    have head health heal healing hear heard heart heartwarming hectic held help helpful here
    hey hide high higher highlight hit hobby hold home honest honestly honor honored hope
    hopeful hour how however huge human hurt idea ideal imagine immediate impact importance
    important impossible impress impression impressive improve include incredible incredibly
    indeed individual influence inform information inside insight inspiration inspire inspired
    inspiring instant instead intend intense interest interested interesting invite involve
    issue item job join journey joy joyful just keep kept key kick kid kind kindness knew know
    knowledge known lack laid large last late lately later laugh lead learn learned least leave
    led left lend less lesson let level lie life lift light like limit line link list listen
    little live living load local long look loss lost lot love loved lovely low luck lucky made
    main maintain major make manage manner many mark massive master match matter may maybe mean
    meaning meaningful meant meet memory memories mental mention mess met middle might mind
    mindset miss mistake mix modern moment mood more morning most motivate motivated motivation
    move much must name natural nature near necessary need negative neither nerve nervous never
    new next nice night nobody none nope normal notable note nothing notice now number nurture
    obstacle obvious occur odd offer often okay old older once one ongoing only open opinion
    opportunity option order ordinary original other otherwise outcome outlet outside overall
    overcome overcoming overwhelm overwhelming own pace page pain part particular partner pass
    passed passion passionate past path patience pay peace peaceful people perfect perform
    perhaps period perseverance person personal perspective phase photo pic pick picture image
    piece place plain plan play please pleasure plenty plus point popular positive positivity
    possible post potential power powerful practice prefer prepare presence present pressure
    pretty previous priceless pride probable probably problem process produce progress project
    promise proper protect proud prove provide public pull pure purpose push put puzzle quality
    question quick quiet quite rain raise ran random rare rather reach react reaction read ready
    real reality realize really reason recall receive recent recently recharge recognize
    recommend refresh refreshing regard regular relate relationship relax relaxed relaxing
    relief relieve rely remain remember remind reminder remove require resilience resource
    respect respond rest result return reveal reward rewarding rich rid right risk road role
    rough round rule run rush sad safe said same satisfy satisfying save saw say scare scared
    scary scene scenery scenic schedule search second secret see seeing seek seem seen self send
    sense sentiment sentimental separate serene serious seriously serve set settle several shape
    share shine short should shoot show shown side sight sign significance significant silly
    similar simple simply since single sit situation size skill slow small smart smile smooth so
    soft sole solid solution solve some somebody somehow someone something sometime sometimes
    somewhat somewhere soon soothe soothing sort soul sound source space spark speak special
    spectacular speech spend spent spirit split spoke spot spread spring stability stable staff
    stage stand standard start state stay steady step stick still stood stop story strange
    strength strengthen stress stressful stretch strike strive strong struggle stuck stuff
    stumble stun stunning style subject succeed success successful such sudden suffer suggest
    suggestion suit super supply support supportive suppose sure surely surprise surprised
    surprising surround sweet symbol system take taken talent talented talk task taste tasty
    taught teach team tear tell temporary tend term terrible thank thankful that therapeutic
    thing think third though thought thoughtful thread thrill thrilled thrive through throw
    thrown thus tie tight till time tiny tip tired title today together told tomorrow ton
    tonight too took tool top topic total totally touch tough toward track trade tradition
    traditional transform transformation treasure treat trial trick tried trip trouble true
    truly trust truth try turn twice two type typical ultimate unbelievable understand
    understanding unexpected unforgettable unique unite unless unlike until unusual update
    uplift uplifting upset use used useful usual usually valuable value variety various vast
    version via vibe view vision visit vital voice vulnerable wait wake walk wanna want war warm
    warmth wash waste watch way weak wear week weekend weird welcome well went whatever whenever
    where whether while whoever whole why wide wild will willing win wind wise wish with without
    woman man women men won wonder wonderful word wore work world worry worries worse worst
    worth worthwhile would wow write wrong wrote yay year yep yes yesterday yet young yummy zone
    woohoo yum ugh omg phew oops whoo glimpse
    """
    # a word of one language may say something in another; what is listed there is common there
    """
    machen gehen kommen sagen sehen finden geben nehmen wissen denken glauben meinen bleiben lassen
    macht gemacht geht ging gegangen kommt kam sagt gesagt gesehen neu neue neuen neues gut besser
    immer wirklich einfach gerade letzte letzten nachste nachsten bisschen zeit leute leben sache
    sachen ding dinge tag tage woche wochen jahr jahre monat gross klein lange schnell eigentlich
    vielleicht ungefahr wahrscheinlich naturlich mal erst gleich heute gestern morgen
    faire fait aller vais venir voir vu dire dit prendre pris mettre mis savoir sais penser pense
    croire trouver bon bonne petit petite grand grande nouveau nouvelle temps jour semaine mois
    annee fois chose choses gens monde vie vraiment toujours peut-etre beaucoup aujourd hui
    hacer hecho hago ir voy ver visto decir dicho poner puesto saber pensar pienso creer encontrar
    bueno buena mejor pequeno grande nuevo nueva tiempo dia semana mes ano vez cosa cosas gente
    mundo vida realmente siempre quizas mucho mucha ahora
    fare fatto andare vado venire vedere visto dire detto sapere pensare credere trovare buono buona
    meglio piccolo grande nuovo nuova tempo giorno settimana mese anno volta cosa cose gente mondo
    vita davvero sempre forse molto adesso
    fazer feito ir vou ver visto dizer dito saber pensar achar encontrar bom boa melhor pequeno novo
    nova tempo dia semana mes ano vez coisa coisas gente mundo vida realmente sempre talvez agora
    doen gedaan gaan komen zien zeggen weten denken vinden goed beter nieuw tijd dag week maand jaar
    keer ding dingen mensen leven echt altijd misschien veel
    делать сделал идти пошел видеть сказать сказал знать думать наити хорошо новыи время день неделя
    месяц год раз вещь люди жизнь правда всегда может очень много сеичас
    """
)
"""Words that are in so many sentences that they tell little."""
COMMON_STEMS = frozenset(map(stem, COMMON))

STOP = frozenset().union(*STOP_WORDS.values()) - NEGATIONS
"""The stop words of all languages."""
