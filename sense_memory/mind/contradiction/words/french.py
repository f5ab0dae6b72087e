"""French."""

from ..lexicon import Arity, Language, Relation, phrases


def _one(slot: str, *phrases: str, certainty: float = 0.95) -> Relation:
    return Relation(slot, Arity.ONE, phrases, certainty)


def _many(slot: str, *phrases: str, denies: bool = False) -> Relation:
    return Relation(slot, Arity.MANY, phrases, is_denial=denies)


LANGUAGE = Language(
    relations=(
        _one(
            "residence",
            *phrases(
                """
                habite à; vit à; habite en; vit en; réside à; a déménagé à; habite; vis à; est
                installé à; est installée à
                """
            ),
        ),
        _one(
            "employer",
            *phrases(
                """
                travaille chez; travaille pour; travaille à; est employé chez; est employée chez
                """
            ),
            certainty=0.93,
        ),
        _one("occupation", "travaille comme", "travaille en tant que", certainty=0.9),
        _one(
            "partner",
            *phrases("est marié à; est mariée à; est marié avec; est mariée avec; sort avec"),
        ),
        _one("name", "s'appelle", "s appelle", "m appelle", certainty=0.85),
        _one("price", "coûte"),
        _one("school", "étudie à", certainty=0.88),
        _one("origin", "vient de", certainty=0.83),
        _one("lead", "est dirigé par", "est dirigée par", "est mené par"),
        _one("implementation language", "est écrit en", certainty=0.88),
        _one("host", "est hébergé chez", "est hébergé sur", certainty=0.9),
        _one("location", "se trouve à", "est situé à", "est située à", certainty=0.9),
        Relation("lead", Arity.ONE, ("dirige",), 0.88, is_inverse=True),
        Relation("preference", Arity.PREFERENCE, ("préfère",), 0.9),
        _many("liking", "aime", "adore", "apprécie"),
        _many("liking", "déteste", "hait", denies=True),
        _many("eating", "mange", "boit"),
        Relation("using", Arity.MANY, ("utilise", "emploie", "se sert de")),
        Relation("having", Arity.MANY, ("a", "possède", "ai"), counts=True),
        _many("speaking", "parle"),
        _many("smoking", "fume"),
        Relation("be", Arity.COPULA, phrases("est; sont; suis; reste")),
        Relation(
            "be",
            Arity.BECOME,
            phrases(
                """
                devient; est devenu; est devenue; passe à; est passé à; est passée à; est
                reporté au; est reportée au; a été repoussé au; a été repoussée au; est
                repoussée au
                """
            ),
        ),
    ),
    nouns={
        "deadline": ("date limite", "échéance", "date de rendu"),
        "date": ("réunion", "rendez-vous"),
        "price": ("prix", "loyer", "tarif"),
        "salary": ("salaire",),
        "status": ("statut", "état"),
        "address": ("adresse",),
        "residence": ("lieu de résidence", "domicile"),
        "phone": ("téléphone", "numéro de téléphone"),
        "birthday": ("anniversaire", "date de naissance"),
        "employer": ("employeur", "entreprise"),
        "occupation": ("métier", "profession", "poste"),
        "manager": phrases("chef; cheffe; directeur; directrice; responsable; patron"),
        "partner": phrases("femme; mari; épouse; époux; copine; copain; compagne; compagnon"),
        "color": ("couleur", "couleur préférée"),
        "food": ("plat préféré",),
        "language": ("langue maternelle", "langue"),
        "timezone": ("fuseau horaire",),
        "age": ("âge",),
        "stack": phrases(
            """
            mot de passe; base de données; éditeur; navigateur; capitale; objectif; budget
            """
        ),
    },
    categories=phrases("couleur; statut; etat; metier; profession; poste; plat"),
    superlatives=phrases("préféré; préférée; favori; favorite; principal; principale"),
    plural_nouns=phrases("soeur; sœur; frère; ami; amie; fils; fille; chien; chat"),
    negations=phrases("ne; pas; jamais; sans; aucun; aucune"),
    endings=phrases("ne plus; plus du tout; a arrêté de; a cessé de"),
    updates=phrases("maintenant; désormais; actuellement; dorénavant; plus; aujourd'hui"),
    additions=("aussi", "également", "parfois"),
    doubts=phrases("peut-être; voudrait; pourrait; envisage; veut; si"),
    pasts=phrases("avant; autrefois; auparavant; jadis; habitait; travaillait; était"),
    fillers=phrases(
        """
        le; la; les; l; un; une; des; du; de; d; très; toujours; maintenant; désormais; son; sa;
        ses; mon; ma; mes; n; y; plus; actuellement; ne
        """
    ),
    speakers=("je", "j", "nous"),
    pronouns=phrases("il; elle; je; j; nous; ils; elles"),
    generic=phrases("projet; équipe; monsieur; madame; ville"),
    owners=phrases("son; sa; mon; ma; notre"),
    of=phrases("de; du; d; pour"),
    rates=("par",),
    conditions=phrases("pendant; quand; lorsque; au; aux"),
    subordinate=phrases("parce; car; puisque; depuis; avec"),
    conjunctions=("et", "ou", "mais"),
    from_to=(("de", "à"), ("du", "au")),
    insteads=("au lieu de",),
    over=("plutôt que", "à la place de"),
    opposites=(
        ("heureux", "malheureux"),
        ("heureuse", "malheureuse"),
        ("ouvert", "fermé"),
        ("ouverte", "fermée"),
        ("vrai", "faux"),
        ("bon", "mauvais"),
        ("actif", "inactif"),
        ("public", "privé"),
    ),
    alternatives={
        "diet": phrases("végétarien; végétarienne; végane; végétalien; végétalienne"),
        "partner": phrases("célibataire; marié; mariée; divorcé; divorcée; veuf; veuve"),
        "status": phrases("prévu; en cours; en pause; bloqué; annulé; terminé; publié; archivé"),
    },
    choices={
        "hot drink": ("thé", "café"),
        "indent": ("espaces", "tabulations"),
    },
)
