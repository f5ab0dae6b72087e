"""The graph: who and what there is, how they relate and since when, and what is noted of it.

An edge is one version of a relation between two nodes: what changes in the world closes it and
opens another one, so that nothing that was ever believed is written over. Which version holds at
a time follows from all of them (``mind.graph.chains``); what an edge or a node is worth by now
follows from its last use and the time (``mind.graph.lifecycle``).
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ..errors import InputError
from .names import check_encodable

GRAPH_D_TAG_PREFIX = "sense-memory/graph/"
NODE_REFERENCE = "graph/node/"
EDGE_REFERENCE = "graph/edge/"
"""What references to nodes and to edges begin with (``core.records.reference``)."""
LONGEST_SLUG = 64
"""Characters of what follows a node's type in its key."""
START_SALIENCE = 0.5
START_CONFIDENCE = 0.8
"""How sure a fact is if nobody says: so sure that it does not fade before its first use. Source:
seed 004, as for salience."""
LOWEST_SCORE, HIGHEST_SCORE = 1, 5
"""Of attitude and proximity; the words for them are in ``mind.graph.words``."""

_SEPARATOR = ":"
_CODE = 8
_EDGE = re.compile(EDGE_REFERENCE + "[0-9a-f]{32}")


class NodeType(StrEnum):
    """What a node is."""

    PERSON = "person"
    CONCEPT = "concept"
    ENTITY = "entity"
    """An organisation, a place, a thing."""
    SOURCE = "source"
    """What something was learned from: a conversation, a document."""
    ARTIFACT = "artifact"
    """What came of a source."""
    STORYLINE = "storyline"
    """What happened with one node over some days."""
    MACRO = "macro"
    """What happened with one node over several storylines."""


class EdgeType(StrEnum):
    """What an edge is; it follows from the types of the two nodes (``mind.graph.types``)."""

    HAS_RELATIONSHIP_WITH = "has_relationship_with"
    """Person and person."""
    ENGAGES_WITH = "engages_with"
    """Person and concept."""
    ASSOCIATED_WITH = "associated_with"
    """Person and entity."""
    RELATES_TO = "relates_to"
    """Concept and concept."""
    INVOLVES = "involves"
    """Concept and entity."""
    CONNECTED_TO = "connected_to"
    """Entity and entity."""


class LinkKind(StrEnum):
    """A bare link from a node to another one; it has no properties and no history."""

    MENTIONS = "mentions"
    PRODUCED = "produced"
    ABOUT = "about"
    INCLUDES = "includes"
    ROOTED_IN = "rooted_in"
    GROUPS = "groups"


class GraphState(StrEnum):
    """Where a node or an edge stands in its life; computed, never the truth on the wire."""

    CANDIDATE = "candidate"
    """Nobody has used it yet."""
    ACTIVE = "active"
    CORE = "core"
    """It was used often."""
    ARCHIVED = "archived"
    """It faded; a use brings it back."""


class TTLPolicy(StrEnum):
    """What makes a node or an edge fade."""

    KEEP_FOREVER = "keep_forever"
    """Nothing."""
    EPHEMERAL = "ephemeral"
    """Some days without use, however salient it is."""
    DECAY = "decay"
    """Its salience."""


class NoteLifetime(StrEnum):
    """How long a note counts."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    FOREVER = "forever"


class Orientation(StrEnum):
    """Which way round a relation was told, whatever the order in which its nodes are kept."""

    FORWARD = "forward"
    """``from_key`` relates to ``to_key``."""
    BACKWARD = "backward"
    """``to_key`` relates to ``from_key``."""
    BOTH = "both"
    """Both were told."""


@dataclass(frozen=True, slots=True)
class Life:
    """What uses made of a node or an edge.

    Attributes:
        salience: 0–1, as it was at the last use, or at the beginning.
        access_count: How often it was used; each use is a recall.
        last_accessed_at: When it was used last, seconds since the epoch; ``None`` if it never was.
        last_recall_interval: Whole days between the last two uses; 0 before the second.
        decay_gradient: The exponent of the spacing effect: the greater, the slower it fades.
        is_revived: Whether the last use brought it back from the archive.
    """

    salience: float = START_SALIENCE
    access_count: int = 0
    last_accessed_at: float | None = None
    last_recall_interval: int = 0
    decay_gradient: float = 1.0
    is_revived: bool = False


@dataclass(frozen=True, slots=True)
class Digest:
    """What was made of a description and the notes beside it.

    Attributes:
        text: One sentence; ``None`` where a note that it was made of was forgotten, so that it
            waits to be made anew.
        inputs: The names (``note_name``) of the notes that it was made of.
        seal: What it was made of, exactly (``mind.graph.notes.sealed``): where that does not fit,
            the text is out of date.
        at: When it was written, seconds since the epoch; ``None`` if nobody knows.
        writer: Who wrote it: a model's id, ``rules``.
    """

    text: str | None
    inputs: frozenset[str] = frozenset()
    seal: str = ""
    at: float | None = None
    writer: str = "rules"


@dataclass(frozen=True, slots=True)
class Node:
    """Somebody or something.

    Attributes:
        key: ``{type}:{slug}``, see ``node_key``.
        name: What people call it.
        description: What it is, in a sentence, as somebody said.
        digest: The same, as it was made of that and of the notes; ``None`` if it never was.
        at: Of a source or an artifact, when it was; seconds since the epoch.
        origin: What it was learned from, and is forgotten with; of a source, what it stands for. A
            reference (``core.records.reference``), or somebody's own words.
        confidence: 0–1, how sure it is.
        ttl_policy: What makes it fade.
        life: What uses made of it.
        mentions: Of a source: the people, concepts and entities in it. These and the following
            are keys of nodes.
        produced: Of a source: artifacts.
        about: Of a storyline: its one anchor.
        includes: Of a storyline: sources.
        rooted_in: Of a macro: its one anchor.
        groups: Of a macro: storylines.
        created_at: Seconds since the epoch.
        updated_at: When anything of it was last written, seconds since the epoch.
        references: The same person or thing elsewhere: references to a peer, persona memories and
            any other record.
    """

    key: str
    name: str
    description: str = ""
    digest: Digest | None = None
    at: float | None = None
    origin: str = ""
    confidence: float = START_CONFIDENCE
    ttl_policy: TTLPolicy = TTLPolicy.DECAY
    life: Life = Life()
    mentions: frozenset[str] = frozenset()
    produced: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()
    includes: frozenset[str] = frozenset()
    rooted_in: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    created_at: float = 0.0
    updated_at: float = 0.0
    references: frozenset[str] = frozenset()

    @property
    def type(self) -> NodeType:
        """What it is."""
        return node_type(self.key)

    @property
    def shown(self) -> str:
        """What it is: as it was made of all that is known, else as somebody said."""
        return _shown(self.digest, self.description)

    def links(self) -> Iterator[tuple[LinkKind, str]]:
        """All bare links, kind by kind, each kind in the order of keys."""
        for kind in LinkKind:
            for key in sorted(getattr(self, kind.value)):
                yield kind, key


@dataclass(frozen=True, slots=True)
class Edge:
    """One version of how two nodes relate.

    What is told is only ever added to: ``valid_to`` and ``invalidated_at`` are written once, when
    it ends; ``corrected_at`` once, when another version puts it right.

    Attributes:
        id: 32 hex digits, see ``edge_id``.
        from_key: The node that stands first: its type comes first, or its key where both are of
            one type (``mind.graph.types``).
        to_key: The other one.
        relationship_type: A word or a few, as somebody said them: ``friend``, ``works-at``.
        description: How they relate, in a sentence, as somebody said.
        digest: The same, as it was made of that and of the notes; ``None`` if it never was.
        attitude: 1–5; the words depend on the type.
        proximity: 1–5; likewise.
        confidence: 0–1, how sure it is.
        valid_from: From when on it is true in the world, seconds since the epoch.
        valid_to: Until when, that moment left out; ``None`` while nobody said that it ended.
        recorded_at: When this memory learned it, seconds since the epoch.
        invalidated_at: When this memory learned of ``valid_to``; before, it believed that it goes
            on. ``None`` as for ``valid_to``.
        corrected_at: When this memory learned that it never was so, and what was (a version that
            ``replaces`` it says that); before, it believed this one. ``None`` while nobody
            corrected it.
        recorded_by: Who told it.
        orientation: Which way round it was told.
        replaces: The id of the version that it took the place of: one that it corrects, or one
            that it superseded; ``""`` if nobody told one.
        ttl_policy: What makes it fade.
        life: What uses made of it.
        created_at: Seconds since the epoch.
        updated_at: When anything of it was last written, seconds since the epoch.
        origin: What it was learned from, and is forgotten with, as of a node; ``""`` if somebody
            told it.
    """

    id: str
    from_key: str
    to_key: str
    relationship_type: str
    description: str = ""
    digest: Digest | None = None
    attitude: int = 3
    proximity: int = 3
    confidence: float = START_CONFIDENCE
    valid_from: float = 0.0
    valid_to: float | None = None
    recorded_at: float = 0.0
    invalidated_at: float | None = None
    corrected_at: float | None = None
    recorded_by: str = ""
    orientation: Orientation = Orientation.FORWARD
    replaces: str = ""
    ttl_policy: TTLPolicy = TTLPolicy.DECAY
    life: Life = Life()
    created_at: float = 0.0
    updated_at: float = 0.0
    origin: str = ""

    @property
    def shown(self) -> str:
        """How they relate: as it was made of all that is known, else as somebody said."""
        return _shown(self.digest, self.description)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is known of a node or an edge; it is written once.

    Attributes:
        target: The key of the node, or the id of the edge.
        id: 32 hex digits, see ``note_id``.
        content: What.
        added_by: Who wrote it.
        added_at: When, seconds since the epoch.
        source: What it was learned from: the key of a node, which it names no more once that is
            forgotten; or a reference, which it is forgotten with (``core.records.reference``).
            ``""`` if nobody said.
        expires_at: From when on it counts no more, seconds since the epoch; ``None`` is never.
    """

    target: str
    id: str
    content: str
    added_by: str = ""
    added_at: float = 0.0
    source: str = ""
    expires_at: float | None = None


def _shown(digest: Digest | None, description: str) -> str:
    return digest.text if digest is not None and digest.text is not None else description


# --- names


def node_key(kind: NodeType, name: str) -> str:
    """What a node is called by records: ``person:ada-lovelace``.

    Letters and digits of any script stay, small; what separates words becomes a hyphen. Where
    something else is lost (``C++``, an emoji, a name of over 64 characters), eight hex digits of
    the name's hash keep two nodes apart. What follows the type is its own slug.

    Raises:
        InputError: The name has neither letter, digit nor symbol.
    """
    check_encodable(name, "a node's name")
    whole = folded(name)
    words = "".join(map(_kept, whole)).split()
    slug = "-".join(words)
    is_lossy = any(_is_symbol(char) for char in whole)
    if not any(char.isalnum() for char in slug):
        if not is_lossy:
            raise InputError("a node's name needs a letter, a digit or a symbol")
        slug = ""
    if is_lossy or len(slug) > LONGEST_SLUG:
        code = hashlib.sha256(whole.encode()).hexdigest()[:_CODE]
        kept = slug[: LONGEST_SLUG - _CODE - 1].rstrip("-")
        slug = f"{kept}-{code}" if kept else code
    return f"{kind.value}{_SEPARATOR}{slug}"


def folded(name: str) -> str:
    """What names have in common that differ in case, width and blanks around them only."""
    while True:
        found = unicodedata.normalize("NFKC", name.casefold()).strip()
        if found == name:
            return name
        name = found


def _kept(char: str) -> str:
    """What a slug has of a character; invisible signs inside of words go without a trace."""
    category = unicodedata.category(char)
    if category[0] in "LNM":
        return char
    return "" if category == "Cf" else " "


def _is_symbol(char: str) -> bool:
    return char == "#" or unicodedata.category(char)[0] == "S"


@lru_cache(maxsize=16_384)
def is_node_key(key: str) -> bool:
    """Whether it is ``{type}:{slug}``, as ``node_key`` makes it."""
    kind, separator, slug = key.partition(_SEPARATOR)
    if not separator or kind not in _TYPES:
        return False
    try:
        return node_key(NodeType(kind), slug) == key
    except InputError:
        return False


_TYPES = frozenset(one.value for one in NodeType)


def node_type(key: str) -> NodeType:
    """What the node of a key is."""
    return NodeType(key.partition(_SEPARATOR)[0])


def edge_id(
    from_key: str,
    to_key: str,
    relationship_type: str,
    description: str,
    valid_from: float,
    recorded_at: float,
) -> str:
    """The id of a version of an edge: 32 hex digits of SHA-256.

    What is believed again after it was taken back is another version.
    """
    said = [from_key, to_key, relationship_type, description, float(valid_from), float(recorded_at)]
    return _hash(["edge", *said])


def note_id(target: str, content: str, added_by: str, added_at: float, source: str = "") -> str:
    """The id of a note: 32 hex digits of SHA-256; what is noted twice at once is one note."""
    return _hash(["note", target, content, added_by, float(added_at), source])


def note_name(target: str, note: str) -> str:
    """What a note is called: ``{target}/{id}``; without an id, how names of a target's start."""
    return f"{target}/{note}"


def is_id(name: str) -> bool:
    """Whether edges and notes may be called so: not empty, without slash or colon.

    So no edge's id is a node's key, and a note's target is one or the other.
    """
    return bool(name) and "/" not in name and _SEPARATOR not in name


def is_in_graph(name: str) -> bool:
    """Whether a name among the connections of a persona memory means a node or an edge.

    Nothing but such a reference is taken for one: a domain may be called ``graph``, too.
    """
    if name.startswith(NODE_REFERENCE):
        return is_node_key(name.removeprefix(NODE_REFERENCE))
    return _EDGE.fullmatch(name) is not None


def is_note_name(name: str) -> bool:
    """Whether a name is ``{target}/{id}``."""
    target, separator, note = name.partition("/")
    return bool(separator) and is_id(note) and (is_id(target) or is_node_key(target))


def _hash(said: list[object]) -> str:
    text = json.dumps(said, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]
