"""German."""

from ....core.records.graph import NodeType
from ..relation import End, Kin, RelationWords, Verb

GERMAN = RelationWords(
    speakers="ich",
    me="mir|mich|uns",
    them="er|sie",
    my="mein|meine|meinen?",
    their="sein|seine|ihr|ihre",
    is_called="heißt|ist|heisst",
    is_="ist|bin",
    of="von",
    owned="habe einen?|habe eine|hat einen?|hat eine",
    called="namens",
    adverbs="jetzt|nun|aktuell|gerade|immer noch|noch|auch|mittlerweile|inzwischen|seit",
    articles="der|die|das|ein|eine|einen|mein|meine",
    doubts=(
        "wenn|falls|ob|würde|würden|könnte|könnten|vielleicht|wahrscheinlich|angeblich|wäre|"
        "hätte|nicht|nie|niemals|kein|keine|keinen|niemand|oder|früher|damals|bald|morgen|"
        "nächste[nrs]?|träume|träumt|stell dir vor|will|möchte|wollen|werde|wird|bis"
    ),
    stops=(
        "in|im|an|am|auf|bei|für|mit|zu|zum|zur|aus|von|als|seit|weil|da|und|aber|denn|der|die|"
        "das|wo|wenn|während|nahe|jetzt|auch|sehr|gern|gerne|dort|hier|zusammen|nach|um"
    ),
    linkers="der|die|des|von|am|an|&",
    conjunctions="und",
    verbs=(
        Verb("lives-in", "wohne in|lebe in", "wohnt in|lebt in", proximity=4),
        Verb("works-at", "arbeite bei|arbeite für", "arbeitet bei|arbeitet für", proximity=4),
        Verb("from", "komme aus|stamme aus", "kommt aus|stammt aus"),
        Verb("born-in", "bin geboren in|wurde geboren in", "wurde geboren in"),
        Verb(
            "married-to",
            "bin verheiratet mit",
            "ist verheiratet mit",
            *(End.PERSON, NodeType.PERSON, True, 5, 5),
        ),
        Verb("studies-at", "studiere an der|gehe auf die", "studiert an der", proximity=4),
        Verb("studies", "studiere", "studiert", *(End.THING, NodeType.CONCEPT, True, 4, 4)),
        Verb("speaks", "spreche", "spricht", *(End.NAME, NodeType.CONCEPT, True, 3, 4, True, True)),
        Verb("uses", "benutze|verwende|nutze", "benutzt|verwendet|nutzt", node=NodeType.CONCEPT),
        Verb("founded", "habe gegründet", "gründete", proximity=5),
    ),
    kin=(
        Kin("married-to", "frau|mann|ehefrau|ehemann", attitude=5, proximity=5),
        Kin("partner-of", "partner|partnerin|verlobte|verlobter", attitude=5, proximity=5),
        Kin("parent-of", "mutter|vater|mama|papa", is_of_noun=True, attitude=4, proximity=5),
        Kin("parent-of", "sohn|tochter|kind", attitude=5, proximity=5),
        Kin("sibling-of", "bruder|schwester", attitude=4, proximity=5),
        Kin("friend-of", "(?:beste[r]? )?(?:freund|freundin)", attitude=4),
        Kin("colleague-of", "kollege|kollegin"),
        Kin("manages", "chef|chefin|vorgesetzter|vorgesetzte", is_of_noun=True),
        Kin("owns", "hund|katze|kater|pferd", node=NodeType.ENTITY, attitude=5, proximity=5),
    ),
)
