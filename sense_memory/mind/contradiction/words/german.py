"""German."""

from ..lexicon import Arity, Language, Relation, phrases


def _one(slot: str, *phrases: str, certainty: float = 0.95) -> Relation:
    return Relation(slot, Arity.ONE, phrases, certainty)


def _many(slot: str, *phrases: str, denies: bool = False) -> Relation:
    return Relation(slot, Arity.MANY, phrases, is_denial=denies)


def _past(slot: str, *phrases: str) -> Relation:
    # said of the past, these words state nothing about the present
    return Relation(slot, Arity.MANY, phrases)


LANGUAGE = Language(
    relations=(
        _one(
            "residence",
            *phrases(
                """
                wohnt in; lebt in; wohne in; lebe in; wohnen in; leben in; ist ansässig in; ist
                wohnhaft in; ist umgezogen nach; ist gezogen nach; zog nach; zieht nach; ist
                nach
                """
            ),
        ),
        _one(
            "employer",
            *phrases(
                """
                arbeitet bei; arbeitet für; arbeite bei; ist angestellt bei; ist beschäftigt
                bei; hat eine stelle bei; arbeiten bei
                """
            ),
        ),
        _one("occupation", "arbeitet als", "arbeite als", certainty=0.9),
        _one("partner", "ist verheiratet mit", "ist verlobt mit", "ist zusammen mit"),
        _one("name", "heißt", certainty=0.85),
        _one("price", "kostet"),
        _one("school", "studiert an", "geht zur schule in", certainty=0.88),
        _one("origin", "kommt aus", "stammt aus", certainty=0.85),
        _one("lead", "wird geleitet von", "wird geführt von"),
        _one("implementation language", "ist geschrieben in", certainty=0.88),
        _one("host", "wird gehostet bei", "wird gehostet auf", "läuft bei", certainty=0.9),
        _one("platform", "läuft auf", certainty=0.83),
        _one("due", "ist fällig am", "ist fällig"),
        _one("location", "befindet sich in", "liegt in", certainty=0.9),
        _one("launch", "erscheint am", "startet am", certainty=0.9),
        Relation("lead", Arity.ONE, ("leitet", "führt"), 0.88, is_inverse=True),
        Relation(
            "preference",
            Arity.PREFERENCE,
            phrases("bevorzugt; bevorzuge; nimmt lieber; mag lieber"),
            0.9,
        ),
        _many("liking", "mag", "liebt", "liebe", "mögen"),
        _many("liking", "hasst", "hasse", "verabscheut", denies=True),
        _many("eating", "isst", "trinkt", "esse", "trinke"),
        Relation("using", Arity.MANY, phrases("benutzt; verwendet; nutzt; benutze; nutze")),
        Relation("having", Arity.MANY, ("hat", "besitzt", "habe"), counts=True),
        _many("speaking", "spricht", "spreche"),
        _many("smoking", "raucht", "rauche"),
        _past("past", "wohnte in", "lebte in", "arbeitete bei"),
        Relation("be", Arity.COPULA, phrases("ist; sind; bin; bleibt; liegt bei; lautet; beträgt")),
        Relation(
            "be",
            Arity.BECOME,
            phrases(
                """
                wurde; wird; wurde verschoben auf; verschiebt sich auf; ist verschoben auf;
                wurde geändert auf; wechselt zu; ist jetzt
                """
            ),
        ),
    ),
    nouns={
        "deadline": phrases("frist; abgabetermin; stichtag; abgabefrist; fälligkeit"),
        "date": ("termin", "datum", "besprechung"),
        "price": ("preis", "miete", "gebühr"),
        "salary": ("gehalt", "lohn"),
        "status": ("stand", "zustand"),
        "address": ("adresse", "anschrift", "zimmer"),
        "residence": ("wohnort", "heimatstadt", "wohnsitz"),
        "phone": ("telefonnummer", "handynummer"),
        "birthday": ("geburtstag", "geburtsdatum"),
        "employer": ("arbeitgeber", "firma"),
        "occupation": ("beruf", "stelle"),
        "manager": phrases(
            """
            chef; chefin; leiter; leiterin; vorgesetzter; ansprechpartner; ansprechpartnerin;
            verantwortlicher
            """
        ),
        "partner": phrases("frau; mann; freundin; ehefrau; ehemann; partnerin"),
        "color": ("lieblingsfarbe",),
        "food": ("lieblingsessen", "lieblingsgericht"),
        "favourite": phrases(
            """
            lieblingsbuch; lieblingsfilm; lieblingslied; lieblingstier; lieblingssprache;
            lieblingsmusik; lieblingsort; lieblingseditor
            """
        ),
        "language": ("muttersprache", "arbeitssprache"),
        "timezone": ("zeitzone",),
        "age": ("alter",),
        "stack": phrases("passwort; datenbank; farbe; ziel; hauptstadt"),
    },
    categories=phrases(
        """
        farbe; stand; zustand; beruf; stelle; status; lieblingsfarbe; lieblingsessen;
        lieblingstier; ziel
        """
    ),
    superlatives=phrases("liebste; liebster; liebstes; bevorzugte; bevorzugter"),
    plural_nouns=phrases("schwester; bruder; freund; kollege; kollegin; kind; hund; katze"),
    negations=phrases("nicht; kein; keine; keinen; keinem; keiner; nie; niemals; ohne"),
    endings=("nicht mehr", "kein mehr", "hat aufgehört"),
    updates=phrases(
        """
        jetzt; nun; inzwischen; mittlerweile; neuerdings; ab sofort; nunmehr; stattdessen; seit
        kurzem; neu; mehr
        """
    ),
    additions=phrases("auch; außerdem; zusätzlich; ebenfalls; noch; manchmal; gelegentlich"),
    doubts=phrases(
        """
        vielleicht; möchte; würde; könnte; will; plant; überlegt; falls; wenn; ob; eventuell;
        vermutlich
        """
    ),
    pasts=phrases("früher; ehemals; damals; zuvor; war; hatte"),
    fillers=phrases(
        """
        der; die; das; den; dem; des; ein; eine; einen; einem; einer; sehr; gern; gerne; immer;
        meist; derzeit; aktuell; jetzt; nun; inzwischen; mehr; sein; seine; ihr; ihre; mein;
        meine; unser; unsere; doch; schon; noch; mittlerweile; nach
        """
    ),
    speakers=("ich", "wir"),
    pronouns=phrases("er; sie; es; ich; wir"),
    generic=phrases("projekt; herr; firma; stadt"),
    owners=phrases("mein; meine; sein; seine; ihr; ihre; unser; unsere"),
    of=phrases("von; der; des; für; fur"),
    rates=("pro",),
    purposes=("für",),
    conditions=phrases("im; am; um; bei; während; unter"),
    subordinate=phrases("weil; da; denn; obwohl; damit; seit; mit"),
    conjunctions=phrases("und; oder; aber; sondern"),
    from_to=(("von", "nach"), ("von", "auf"), ("von", "zu")),
    insteads=("statt", "anstatt", "anstelle von"),
    over=("gegenüber", "statt", "vor"),
    opposites=(
        ("glücklich", "unglücklich"),
        ("offen", "geschlossen"),
        ("gesund", "krank"),
        ("richtig", "falsch"),
        ("wahr", "falsch"),
        ("gut", "schlecht"),
        ("an", "aus"),
        ("aktiv", "inaktiv"),
        ("öffentlich", "privat"),
    ),
    alternatives={
        "diet": phrases("vegetarier; vegetarierin; vegetarisch; veganer; veganerin; vegan"),
        "partner": phrases("ledig; verheiratet; verlobt; geschieden; verwitwet; getrennt"),
        "status": phrases(
            """
            geplant; in arbeit; pausiert; blockiert; abgesagt; fertig; abgeschlossen;
            veröffentlicht; archiviert; offen; geschlossen
            """
        ),
    },
    choices={
        "hot drink": ("tee", "kaffee"),
        "indent": ("leerzeichen", "tabulatoren"),
    },
)
