"""French."""

from ....core.records.graph import NodeType
from ..relation import End, Kin, RelationWords, Verb

FRENCH = RelationWords(
    speakers="je",
    me="moi",
    them="il|elle",
    my="mon|ma",
    their="son|sa",
    is_called="s 'appelle|est",
    is_="est|suis",
    of="de",
    owned="ai une?|a une?",
    called="appelée?|nommée?|qui s 'appelle",
    adverbs="maintenant|actuellement|encore|aussi|toujours|depuis",
    articles="le|la|les|l'|un|une|mon|ma",
    doubts=(
        "si|peut-être|pourrais|pourrait|serais|serait|vivrais|vivrait|pas|plus|jamais|personne|"
        "ou|avant|demain|bientôt|prochaine?|veux|veut|vais|va|rêve|imagine|jusqu'à"
    ),
    stops=(
        "à|en|au|aux|dans|chez|avec|pour|par|de|du|depuis|comme|parce|et|mais|qui|que|où|quand|"
        "près|maintenant|aussi|très|beaucoup|là|ici|ensemble"
    ),
    linkers="de|du|des|la|le|les|&",
    conjunctions="et",
    verbs=(
        Verb(
            "lives-in",
            "habite à|habite en|vis à|vis en|ai déménagé à",
            "habite à|habite en|vit à|vit en|a déménagé à",
            proximity=4,
        ),
        Verb(
            "works-at",
            "travaille chez|travaille pour",
            "travaille chez|travaille pour",
            proximity=4,
        ),
        Verb("from", "viens de|suis originaire de", "vient de|est originaire de"),
        Verb("born-in", "suis née? à", "est née? à"),
        Verb(
            "married-to",
            "suis mariée? (?:à|avec)",
            "est mariée? (?:à|avec)",
            *(End.PERSON, NodeType.PERSON, True, 5, 5),
        ),
        Verb("studies-at", "étudie à", "étudie à", proximity=4),
        Verb("studies", "étudie", "étudie", *(End.THING, NodeType.CONCEPT, True, 4, 4)),
        Verb("speaks", "parle", "parle", *(End.THING, NodeType.CONCEPT, True, 3, 4, True, True)),
        Verb("uses", "utilise", "utilise", node=NodeType.CONCEPT),
    ),
    kin=(
        Kin("married-to", "femme|mari|époux|épouse", attitude=5, proximity=5),
        Kin("partner-of", "copine|copain|compagne|compagnon", attitude=5, proximity=5),
        Kin("parent-of", "mère|père|maman|papa", is_of_noun=True, attitude=4, proximity=5),
        Kin("parent-of", "fils|fille", attitude=5, proximity=5),
        Kin("sibling-of", "frère|sœur|soeur", attitude=4, proximity=5),
        Kin("friend-of", "(?:meilleure? )?(?:ami|amie)", attitude=4),
        Kin("colleague-of", "collègue"),
        Kin("manages", "chef|cheffe|patron|patronne", is_of_noun=True),
        Kin("owns", "chien|chienne|chat|chatte", node=NodeType.ENTITY, attitude=5, proximity=5),
    ),
)
