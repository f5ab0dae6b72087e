"""Spanish."""

from ....core.records.graph import NodeType
from ..relation import End, Kin, RelationWords, Verb

SPANISH = RelationWords(
    speakers="yo",
    may_drop=True,
    me="mí|conmigo",
    them="él|ella",
    my="mi",
    their="su",
    is_called="se llama|es",
    is_="es|soy",
    of="de",
    owned="tengo una?|tiene una?",
    called="llamad[oa]|que se llama",
    adverbs="ahora|actualmente|todavía|también|ya|siempre|desde",
    articles="el|la|los|las|un|una|mi",
    doubts=(
        "si|quizás|quizá|tal vez|ojalá|podría|podríamos|sería|viviría|no|nunca|jamás|nadie|o|"
        "antes|mañana|pronto|próxim[oa]|quiero|quiere|voy a|va a|sueño|imagina|hasta"
    ),
    stops=(
        "en|a|con|para|por|de|desde|como|porque|y|e|pero|que|donde|cuando|cerca|ahora|también|"
        "muy|mucho|allí|aquí|juntos"
    ),
    linkers="de|del|la|las|los|el|&",
    conjunctions="y|e",
    verbs=(
        Verb("lives-in", "vivo en|me mudé a|resido en", "vive en|se mudó a|reside en", proximity=4),
        Verb("works-at", "trabajo en|trabajo para", "trabaja en|trabaja para", proximity=4),
        Verb("from", "soy de|vengo de", "viene de"),
        Verb("born-in", "nací en", "nació en"),
        Verb(
            "married-to",
            "estoy casad[oa] con|me casé con",
            "está casad[oa] con|se casó con",
            *(End.PERSON, NodeType.PERSON, True, 5, 5),
        ),
        Verb("studies-at", "estudio en la|estudio en", "estudia en la|estudia en", proximity=4),
        Verb("studies", "estudio", "estudia", *(End.THING, NodeType.CONCEPT, True, 4, 4)),
        Verb("speaks", "hablo", "habla", *(End.THING, NodeType.CONCEPT, True, 3, 4, True, True)),
        Verb("uses", "uso|utilizo", "usa|utiliza", node=NodeType.CONCEPT),
        Verb("founded", "fundé", "fundó", proximity=5),
    ),
    kin=(
        Kin("married-to", "esposa|esposo|mujer|marido", attitude=5, proximity=5),
        Kin("partner-of", "novia|novio|pareja", attitude=5, proximity=5),
        Kin("parent-of", "madre|padre|mamá|papá", is_of_noun=True, attitude=4, proximity=5),
        Kin("parent-of", "hijo|hija", attitude=5, proximity=5),
        Kin("sibling-of", "hermano|hermana", attitude=4, proximity=5),
        Kin("friend-of", "(?:mejor )?(?:amigo|amiga)", attitude=4),
        Kin("colleague-of", "colega|compañer[oa] de trabajo"),
        Kin("manages", "jefe|jefa", is_of_noun=True),
        Kin("owns", "perro|perra|gato|gata", node=NodeType.ENTITY, attitude=5, proximity=5),
    ),
)
