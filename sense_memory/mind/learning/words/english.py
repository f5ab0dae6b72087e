"""English."""

from ....core.records.graph import NodeType
from ..relation import End, Kin, RelationWords, Verb

_ROLE = (
    r"(?:(?:an?|the|one of the|currently|now) )?(?:[a-z-]+ ){0,3}(?:engineer|developer|designer|"
    r"manager|director|scientist|analyst|consultant|teacher|professor|lecturer|nurse|doctor|"
    r"researcher|architect|programmer|accountant|lawyer|editor|writer|journalist|intern|student "
    r"assistant|lead|head|cto|ceo|cfo|coo|vp|president|chair|partner|chef|cook|driver|assistant|"
    r"clerk|technician|mechanic|recruiter|salesman|saleswoman|representative|administrator|admin)"
)
_ORGANISED = rf"{_ROLE} (?:at|for)|employed (?:at|by)"

ENGLISH = RelationWords(
    speakers="i",
    me="me",
    them="he|she|they",
    my="my",
    their="his|her|their",
    is_called="is called|is named|'s name is|is|=|:",
    is_="is|are|am|'s",
    of="of",
    owned="have an?|have a new|has an?|has a new|'ve got an?|'s got an?|got an?",
    called="called|named",
    adverbs=(
        "now|currently|still|just|also|recently|already|both|actually|really|finally|presently|"
        "mostly|mainly|always|usually|'ve|has|have"
    ),
    articles="a|an|the|my|our|his|her|their|some",
    doubts=(
        "if|whether|unless|would|wouldn't|could|might|maybe|perhaps|probably|possibly|supposedly|"
        "allegedly|wish|wishes|wished|imagine|pretend|pretends|suppose|dream|dreams|dreamt|"
        "dreamed|used to|as if|as though|nearly|almost|either|neither|nor|not|never|nobody|"
        "no one|don't|doesn't|didn't|isn't|aren't|won't|can't|cannot|hardly|ever|joking|kidding|"
        "in the (?:story|novel|book|movie|film|game)|fictional|hypothetically|or|instead|soon|"
        "someday|one day|tomorrow|next (?:week|month|year|summer|winter|spring|autumn|fall)|"
        "going to|about to|plan to|plans to|planning to|want to|wants to|until|till"
    ),
    stops=(
        "in|at|on|for|with|to|from|as|since|because|and|but|so|who|which|that|where|when|while|"
        "near|by|of|after|before|during|these|this|last|every|than|over|instead|now|currently|"
        "too|also|again|anymore|today|via|about|into|though|although|together|there|here|is|are|"
        "was|a lot|very|every|more|most|best|whenever|right"
    ),
    linkers="of|the|de|da|del|la|le|van|von|der|den|&|for|and the",
    conjunctions="and",
    endings="no longer|don't|doesn't",
    verbs=(
        Verb(
            "works-at",
            f"work at|work for|working at|working for|am working (?:at|for)|'m working (?:at|for)|"
            f"(?:am|'m) (?:{_ORGANISED})|started (?:working )?at|got a (?:new )?job at|"
            "start(?:ed)? a (?:new )?job at",
            f"works at|works for|is working (?:at|for)|'s working (?:at|for)|"
            f"(?:is|'s) (?:{_ORGANISED})|started (?:working )?at|got a (?:new )?job at|"
            "started a (?:new )?job at",
            proximity=4,
        ),
        Verb(
            "leads",
            "(?:am|'m) (?:the )?(?:ceo|cto|cfo|coo|head|director|president|owner|leader) of",
            "(?:is|'s) (?:the )?(?:ceo|cto|cfo|coo|head|director|president|owner|leader) of",
            proximity=5,
        ),
        Verb(
            "lives-in",
            "live in|am living in|'m living in|reside in|moved to|relocated to|settled in|"
            "moved (?:back|over) to|(?:am|'m) based in",
            "lives in|is living in|'s living in|resides in|moved to|relocated to|settled in|"
            "moved (?:back|over) to",
            proximity=4,
        ),
        Verb(
            "based-in",
            "",
            "is based in|'s based in|is located in|is headquartered in",
            is_personal=False,
        ),
        Verb("born-in", "was born in", "was born in"),
        Verb("from", "(?:am|'m) (?:originally )?from|come from", "is originally from|comes from"),
        Verb(
            "married-to",
            "(?:am|'m) married to|married|got married to",
            "is married to|'s married to|married|got married to",
            *(End.PERSON, NodeType.PERSON, True, 5, 5),
        ),
        Verb(
            "engaged-to",
            "(?:am|'m|got) engaged to",
            "(?:is|'s|got) engaged to",
            *(End.PERSON, NodeType.PERSON, True, 5, 5),
        ),
        Verb(
            "partner-of",
            "(?:am|'m) (?:dating|in a relationship with)",
            "(?:is|'s) (?:dating|in a relationship with)",
            *(End.PERSON, NodeType.PERSON, True, 4, 5),
        ),
        Verb(
            "friend-of",
            "(?:am|'m) (?:good |close |best )?friends with",
            "(?:is|'s) (?:good |close |best )?friends with",
            *(End.PERSON, NodeType.PERSON, True, 4, 4),
        ),
        Verb(
            "lives-with",
            "live with|am living with",
            "lives with|is living with",
            *(End.PERSON, NodeType.PERSON, True, 3, 5),
        ),
        Verb(
            "works-with",
            "work with",
            "works with",
            *(End.PERSON, NodeType.PERSON, True, 3, 4, False, True),
        ),
        Verb(
            "reports-to",
            "report to",
            "reports to",
            *(End.PERSON, NodeType.PERSON, True, 3, 4),
        ),
        Verb(
            "manages",
            "manage",
            "manages",
            *(End.PERSON, NodeType.PERSON, True, 3, 4, False, True),
        ),
        Verb(
            "knows",
            "know",
            "knows",
            *(End.PERSON, NodeType.PERSON, True, 3, 3, False, True),
        ),
        Verb(
            "studies-at",
            "study at|am studying at|'m studying at|go to school at|attend",
            "studies at|is studying at|attends",
            proximity=4,
        ),
        Verb(
            "graduated-from",
            "graduated from|have a degree from",
            "graduated from|has a degree from",
        ),
        Verb(
            "studies",
            "study|am studying|'m studying|major in|am majoring in",
            "studies|is studying|'s studying|majors in",
            *(End.THING, NodeType.CONCEPT, True, 4, 4, True, True),
        ),
        Verb(
            "learns",
            "(?:am|'m) learning(?: to (?:play|speak))?",
            "(?:is|'s) learning(?: to (?:play|speak))?",
            *(End.THING, NodeType.CONCEPT, True, 4, 3, True, True),
        ),
        Verb(
            "speaks",
            "speak(?: fluent| native)?",
            "speaks(?: fluent| native)?",
            *(End.NAME, NodeType.CONCEPT, True, 3, 4, True, True),
        ),
        Verb("plays", "play", "plays", *(End.THING, NodeType.CONCEPT, True, 4, 3, True, True)),
        Verb("owns", "own|bought", "owns|bought", is_personal=False, proximity=4),
        Verb(
            "member-of",
            "(?:am|'m) (?:an? )?(?:active |founding )?member of|belong to|"
            "volunteer (?:at|for|with)",
            "(?:is|'s) (?:an? )?(?:active |founding )?member of|volunteers (?:at|for|with)",
            proximity=4,
        ),
        Verb(
            "founded",
            "founded|co-founded|cofounded|(?:am|'m) (?:the |a )?(?:co-?)?founder of",
            "founded|co-founded|cofounded|(?:is|'s) (?:the |a )?(?:co-?)?founder of",
            proximity=5,
        ),
        Verb(
            "works-on",
            "work on|(?:am|'m) working on",
            "works on|(?:is|'s) working on",
            proximity=4,
        ),
        Verb(
            "uses",
            "use|(?:am|'m) using|switched to|code in|program in|write code in",
            "uses|is using|'s using|switched to|codes in|programs in",
            *(End.THING, NodeType.CONCEPT, False, 3, 3, True, True),
        ),
        Verb(
            "prefers",
            "prefer",
            "prefers",
            *(End.THING, NodeType.CONCEPT, False, 4, 3, True, True),
        ),
        Verb(
            "likes",
            "like|love|enjoy|(?:am|'m) (?:into|a fan of)",
            "likes|loves|enjoys|(?:is|'s) (?:into|a fan of)",
            *(End.THING, NodeType.CONCEPT, False, 4, 3, False, True),
        ),
        Verb(
            "dislikes",
            "dislike|hate",
            "dislikes|hates",
            *(End.THING, NodeType.CONCEPT, False, 2, 3, False, True),
        ),
    ),
    kin=(
        Kin("married-to", "wife|husband|spouse", attitude=5, proximity=5),
        Kin(
            "partner-of",
            "partner|girlfriend|boyfriend|fiancée?|fiancee",
            attitude=5,
            proximity=5,
        ),
        Kin(
            "parent-of",
            "mother|father|mom|mum|dad|parent|mama|papa",
            is_of_noun=True,
            attitude=4,
            proximity=5,
        ),
        Kin(
            "parent-of",
            "(?:eldest |oldest |youngest |little |older |younger )?(?:son|daughter|child|kid|baby)",
            attitude=5,
            proximity=5,
        ),
        Kin(
            "sibling-of",
            "(?:little |big |older |younger |twin |half-?)?(?:brother|sister|sibling|twin)",
            attitude=4,
            proximity=5,
        ),
        Kin("grandparent-of", "grandmother|grandfather|grandma|grandpa", is_of_noun=True),
        Kin("cousin-of", "cousin"),
        Kin("friend-of", "(?:best |good |close |old |childhood )?friend", attitude=4),
        Kin("colleague-of", "colleague|co-?worker|teammate"),
        Kin("lives-with", "roommate|flatmate|housemate", proximity=5),
        Kin("neighbor-of", "neighbou?r"),
        Kin("manages", "boss|manager|supervisor|team lead", is_of_noun=True),
        Kin("mentors", "mentor|coach|advisor|tutor|piano teacher", is_of_noun=True),
        Kin("treats", "doctor|therapist|dentist", is_of_noun=True),
        Kin(
            "owns",
            "(?:new )?(?:dog|cat|puppy|kitten|horse|parrot|rabbit|hamster|pet)",
            node=NodeType.ENTITY,
            attitude=5,
            proximity=5,
        ),
    ),
)
