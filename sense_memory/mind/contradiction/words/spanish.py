"""Spanish."""

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
                vive en; vivo en; reside en; se mudó a; se ha mudado a; se trasladó a; viven en
                """
            ),
        ),
        _one(
            "employer",
            *phrases(
                """
                trabaja en; trabaja para; trabajo en; está empleado en; está empleada en
                """
            ),
            certainty=0.93,
        ),
        _one("occupation", "trabaja como", "trabajo como", "trabaja de", certainty=0.9),
        _one("partner", "está casado con", "está casada con", "sale con"),
        _one("name", "se llama", "me llamo", certainty=0.85),
        _one("price", "cuesta", "vale"),
        _one("school", "estudia en", certainty=0.88),
        _one("origin", "viene de", "es de", certainty=0.83),
        _one("lead", "es dirigido por", "está dirigido por", "es liderado por"),
        _one("implementation language", "está escrito en", certainty=0.88),
        _one("host", "está alojado en", certainty=0.9),
        _one("location", "está ubicado en", "está ubicada en", "se encuentra en", certainty=0.9),
        _one("due", "vence el"),
        Relation("lead", Arity.ONE, ("dirige", "lidera"), 0.88, is_inverse=True),
        Relation("preference", Arity.PREFERENCE, ("prefiere", "prefiero"), 0.9),
        _many(
            "liking", *phrases("le gusta; me gusta; le gustan; me gustan; ama; adora; le encanta")
        ),
        _many("liking", "odia", "detesta", "odio", denies=True),
        _many("eating", "come", "bebe", "como carne", "bebo"),
        Relation("using", Arity.MANY, phrases("usa; utiliza; uso; utilizo")),
        Relation("having", Arity.MANY, ("tiene", "tengo"), counts=True),
        _many("speaking", "habla", "hablo"),
        _many("smoking", "fuma", "fumo"),
        Relation("be", Arity.COPULA, phrases("es; está; son; soy; estoy; sigue")),
        Relation(
            "be",
            Arity.BECOME,
            phrases(
                """
                pasó a; cambió a; se movió a; se volvió; se hizo; ha pasado a; se pospuso al; se
                aplazó al; se retrasó al
                """
            ),
        ),
    ),
    nouns={
        "deadline": ("fecha límite", "fecha de entrega", "plazo"),
        "date": ("fecha", "reunión", "cita"),
        "price": phrases("precio; alquiler; coste; costo"),
        "salary": ("salario", "sueldo"),
        "status": ("estado",),
        "address": ("dirección",),
        "residence": ("lugar de residencia", "domicilio"),
        "phone": ("teléfono", "número de teléfono"),
        "birthday": ("cumpleaños", "fecha de nacimiento"),
        "employer": ("empresa", "empleador"),
        "occupation": ("profesión", "puesto"),
        "manager": phrases("jefe; jefa; director; directora; responsable"),
        "partner": phrases("esposa; esposo; marido; mujer; novia; novio; pareja"),
        "color": ("color", "color favorito"),
        "food": ("comida favorita", "plato favorito"),
        "version": ("versión",),
        "language": ("lengua materna", "idioma"),
        "timezone": ("zona horaria",),
        "age": ("edad",),
        "stack": phrases(
            """
            contraseña; base de datos; editor; navegador; capital; objetivo; presupuesto
            """
        ),
    },
    categories=phrases("color; estado; profesion; puesto; comida; plato"),
    superlatives=phrases("favorito; favorita; preferido; preferida; principal"),
    plural_nouns=phrases("hermana; hermano; amigo; amiga; hijo; hija; perro; gato"),
    negations=phrases("no; nunca; jamás; sin; tampoco"),
    endings=("ya no", "dejó de", "ha dejado de"),
    updates=phrases("ahora; actualmente; ya; desde ahora; en cambio; hoy"),
    additions=phrases("también; además; asimismo; a veces"),
    doubts=phrases("quizás; tal vez; quiere; quisiera; podría; planea; si; piensa"),
    pasts=phrases("antes; anteriormente; antiguamente; vivía; trabajaba; era; estaba"),
    fillers=phrases(
        """
        el; la; los; las; un; una; unos; unas; muy; siempre; ahora; ya; su; sus; mi; mis;
        actualmente; más; lo
        """
    ),
    speakers=("yo", "nosotros"),
    pronouns=phrases("él; ella; yo; nosotros; ellos; ellas"),
    generic=phrases("proyecto; equipo; señor; señora; ciudad"),
    owners=phrases("su; mi; nuestro; nuestra"),
    of=("de", "del", "para"),
    rates=(
        "por",
        "al",
    ),
    conditions=phrases("durante; cuando; por; los"),
    subordinate=phrases("porque; desde; aunque; con; ya que"),
    conjunctions=phrases("y; o; pero; e"),
    from_to=(("de", "a"), ("del", "al")),
    insteads=("en vez de", "en lugar de"),
    over=("sobre", "antes que"),
    opposites=(
        ("feliz", "infeliz"),
        ("feliz", "triste"),
        ("abierto", "cerrado"),
        ("abierta", "cerrada"),
        ("sano", "enfermo"),
        ("verdadero", "falso"),
        ("bueno", "malo"),
        ("activo", "inactivo"),
        ("público", "privado"),
    ),
    alternatives={
        "diet": phrases("vegetariano; vegetariana; vegano; vegana"),
        "partner": phrases(
            "soltero; soltera; casado; casada; divorciado; divorciada; viudo; viuda"
        ),
        "status": phrases(
            """
            planificado; en curso; en pausa; bloqueado; cancelado; terminado; completado;
            publicado; archivado
            """
        ),
    },
    choices={
        "hot drink": ("té", "café"),
        "indent": ("espacios", "tabuladores"),
    },
)
