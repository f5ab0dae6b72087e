"""What is to be told: storylines out of sources, macros out of storylines.

Which there are to be follows from what stands there (``mind.graph.storylines``), and so does
whether one is to be told anew: what was told carries a hash of all that it was told from. One of
which a source is not known here yet waits, so that no device tells it that knows less than others.
A macro that stands is told anew once a week, and at once where a storyline is new to it, or where
something that it was told from was forgotten.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.records.graph import (
    Digest,
    GraphState,
    Node,
    NodeType,
    Note,
    TTLPolicy,
    node_type,
    note_name,
)
from ...core.records.persona import SECONDS_PER_DAY
from ...core.records.reference import reference_to
from ...core.ref import Ref
from ..dates import day_of
from ..views.graphs import KnownGraph
from .lifecycle import state
from .notes import living, sealed
from .storylines import Group, macro_due, merged, moment, storylines_due
from .types import SEMANTIC

MACRO_EVERY_DAYS = 7.0
"""Source: seed 004."""

MOST_LEARNED = 50
"""Notes that were learned from its sources and that a story is told from, the newest: it names each
of them, and a record is bounded."""


@dataclass(frozen=True, slots=True)
class Part:
    """One source of a storyline, or one storyline of a macro.

    Attributes:
        key: The node's.
        at: When it was, or began; seconds since the epoch.
        text: What it says.
        notes: What was learned from it of the node that the story is about, oldest first.
    """

    key: str
    at: float
    text: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A storyline or a macro that is to be told.

    Attributes:
        key: Its key.
        anchor: What it is about.
        standing: It, as it stands; ``None`` if it is new.
        parts: What it is told from, oldest first.
        notes: What is noted of itself and counts, oldest first.
    """

    key: str
    anchor: Node
    standing: Node | None
    parts: tuple[Part, ...]
    notes: tuple[Note, ...]

    @property
    def is_macro(self) -> bool:
        """Whether it is one; else it is a storyline."""
        return node_type(self.key) is NodeType.MACRO

    @property
    def members(self) -> frozenset[str]:
        """The keys of what it is told from."""
        return frozenset(part.key for part in self.parts)

    @property
    def inputs(self) -> frozenset[str]:
        """The names of the notes that it is told from."""
        told = [*self.notes, *(note for part in self.parts for note in part.notes)]
        return frozenset(note_name(note.target, note.id) for note in told)

    def seal(self, text: str | None, description: str, inputs: Iterable[str]) -> str:
        """What a digest of its parts as they stand is sealed with."""
        parts = [[part.key, float(part.at), part.text] for part in self.parts]
        return sealed(text, description, inputs, parts)

    @property
    def text(self) -> str:
        """What tells it so far, without what is not to be told any more: else what somebody said.

        ``""`` if nobody did.
        """
        one = self.standing
        if one is None:
            return ""
        told = one.digest
        if told is None or told.text is None or not told.inputs <= self.inputs:
            return one.description
        members = one.groups if self.is_macro else one.includes
        return told.text if members <= self.members else one.description

    @property
    def is_current(self) -> bool:
        """Whether what stands tells of exactly this; that a note expired is no reason."""
        one = self.standing
        if one is None or one.digest is None or one.digest.text is None:
            return False
        told = one.digest
        is_of_these = (one.groups if self.is_macro else one.includes) == self.members
        is_sealed = told.seal == self.seal(told.text, one.description, told.inputs)
        return is_of_these and is_sealed and self.inputs <= told.inputs

    def is_due(self, now: float) -> bool:
        """Whether it is to be told now."""
        if self.is_current:
            return False
        one = self.standing
        if not self.is_macro or one is None or one.digest is None or one.digest.text is None:
            return True
        told_at = one.digest.at
        is_old = told_at is None or now - told_at >= MACRO_EVERY_DAYS * SECONDS_PER_DAY
        return is_old or one.groups != self.members

    def new(self, now: float) -> Node:
        """What is to stand there before it is told, seconds since the epoch."""
        anchor = frozenset((self.anchor.key,))
        if self.is_macro:
            return Node(
                self.key,
                f"{self.anchor.name}, over time",
                ttl_policy=TTLPolicy.KEEP_FOREVER,
                rooted_in=anchor,
                groups=self.members,
                created_at=now,
                updated_at=now,
            )
        day = day_of(min(part.at for part in self.parts))
        return Node(
            self.key,
            f"{self.anchor.name}, since {day}",
            about=anchor,
            includes=self.members,
            created_at=now,
            updated_at=now,
        )

    def told(self, one: Node, text: str | None, now: float, writer: str) -> Node:
        """It, as it stands once it is told.

        Args:
            one: As it stands.
            text: Some sentences; ``None``: what stands says it all.
            now: Seconds since the epoch.
            writer: Who tells it.
        """
        said = self.text if text is None else text
        seal = self.seal(said, one.description, self.inputs)
        digest = Digest(said, self.inputs, seal, now, writer)
        members = one.groups if self.is_macro else one.includes
        grown = replace(one, updated_at=now) if members != self.members else one
        if self.is_macro:
            return replace(grown, digest=digest, groups=self.members)
        return replace(grown, digest=digest, includes=self.members)


# --- which there are


def anchors(graph: KnownGraph) -> list[str]:
    """The keys of the people, concepts and entities that sources mention, or stories are about."""
    found = set[str]()
    for node in graph.nodes:
        if node.type is NodeType.SOURCE:
            found |= node.mentions
        elif node.type in (NodeType.STORYLINE, NodeType.MACRO):
            found |= node.about | node.rooted_in
    return sorted(key for key in found if graph.node(key) is not None)


def counted(graph: KnownGraph, anchor: str) -> tuple[Node, ...]:
    """The storylines about a node that count, those that devices wrote apart as one."""
    return merged(graph.storylines_about(anchor))[0]


def storylines_to_tell(graph: KnownGraph, now: float) -> Iterator[Story]:
    """The storylines that are to be told, by what they are about.

    Args:
        graph: What is known.
        now: Seconds since the epoch.
    """
    for key in anchors(graph):
        anchor = graph.node(key)
        if anchor is not None and anchor.type in SEMANTIC:
            yield from (one for one in _storylines(graph, anchor, now) if one.is_due(now))


def _storylines(graph: KnownGraph, anchor: Node, now: float) -> Iterator[Story]:
    """All storylines about a node, as they are to be."""
    groups = _groups(graph, anchor, now)
    for key in sorted(groups):
        yield _storyline_of(graph, groups[key], anchor, now)


def _groups(graph: KnownGraph, anchor: Node, now: float) -> Mapping[str, Group]:
    """What the storylines about a node are to hold, by their keys; none is empty."""
    sources = {one.key: one for one in graph.sources_mentioning(anchor.key)}
    standing = {one.key: one for one in counted(graph, anchor.key)}
    if not sources and not standing:
        return {}
    is_awake = state(anchor, now) in (GraphState.ACTIVE, GraphState.CORE)
    due = storylines_due(anchor.key, sources.values(), standing.values(), is_awake=is_awake)
    groups = {group.key: group for group in due}
    for key, one in standing.items():
        if all(graph.node(source) is not None for source in one.includes):
            inside = sorted(one.includes & sources.keys(), key=lambda at: (moment(sources[at]), at))
            groups.setdefault(key, Group(key, anchor.key, tuple(inside), is_new=False))
        else:
            groups.pop(key, None)
    return {key: group for key, group in groups.items() if group.members}


def _storyline_of(graph: KnownGraph, group: Group, anchor: Node, now: float) -> Story:
    sources = [node for key in group.members if (node := graph.node(key)) is not None]
    return _storyline(graph, group.key, anchor, sources, now)


def _storyline(
    graph: KnownGraph, key: str, anchor: Node, sources: Sequence[Node], now: float
) -> Story:
    learned = _learned(graph, anchor, sources, now)
    parts = (
        Part(one.key, moment(one), one.shown or one.name, tuple(learned.get(one.key, ())))
        for one in sources
    )
    return _story(graph, key, anchor, parts, now)


def _story(graph: KnownGraph, key: str, anchor: Node, parts: Iterable[Part], now: float) -> Story:
    notes = living(graph.notes(key), now)
    return Story(key, anchor, graph.node(key), tuple(parts), notes)


def _learned(
    graph: KnownGraph, anchor: Node, sources: Iterable[Node], now: float
) -> Mapping[str, Sequence[Note]]:
    """What is noted of a node and of its edges, by the key of the source it was learned from.

    The newest notes that count, oldest first. One names a source, or what that stands for.
    """
    named = defaultdict[str, list[str]](list)
    for one in sources:
        for name in {one.key, reference_to(Ref(Node, one.key)), one.origin or one.key}:
            named[name].append(one.key)
    targets = (anchor.key, *(edge.id for edge in graph.edges_of(anchor.key)))
    notes = (note for target in targets for note in graph.notes(target) if note.source in named)
    found = defaultdict[str, list[Note]](list)
    for note in living(notes, now)[-MOST_LEARNED:]:
        for key in named[note.source]:
            found[key].append(note)
    return found


def macros_to_tell(
    graph: KnownGraph, now: float, upcoming: Iterable[Story] = ()
) -> Iterator[Story]:
    """The macros that are to be told, by what they are about.

    One of which a storyline is still to be told waits for that.

    Args:
        graph: What is known.
        now: Seconds since the epoch.
        upcoming: Storylines as they will stand by then; nothing waits for those.
    """
    coming = defaultdict[str, list[Story]](list)
    for story in upcoming:
        coming[story.anchor.key].append(story)
    for key in anchors(graph):
        anchor = graph.node(key)
        if anchor is None or anchor.type not in SEMANTIC:
            continue
        about = {one.key: one for one in counted(graph, key)}
        for line in coming[key]:
            about[line.key] = line.told(line.standing or line.new(now), "", now, "")
        if any(one.digest is None or one.digest.text is None for one in about.values()):
            continue
        macro = _macro(graph, anchor, about, now)
        if macro is not None and macro.is_due(now):
            yield macro


def _macro(graph: KnownGraph, anchor: Node, about: Mapping[str, Node], now: float) -> Story | None:
    macro = graph.macro_of(anchor.key)
    sources = {
        source: node
        for one in about.values()
        for source in one.includes
        if (node := graph.node(source)) is not None
    }
    if macro is None:
        group = macro_due(anchor.key, about.values(), sources, None)
        if group is None:
            return None
        key = group.key
    else:
        key = macro.key
    parts = sorted(
        (Part(one.key, _began(one, sources), one.shown or one.name) for one in about.values()),
        key=lambda part: (part.at, part.key),
    )
    return _story(graph, key, anchor, parts, now) if parts else None


def _began(one: Node, sources: Mapping[str, Node]) -> float:
    inside = [moment(sources[key]) for key in one.includes if key in sources]
    return min(inside, default=one.created_at)


def urgency(story: Story) -> tuple[float, str]:
    """What stories are put in order by: what tells nothing comes first, then the longest untold."""
    digest = story.standing.digest if story.standing is not None else None
    is_told = digest is not None and digest.text is not None
    return (digest.at or 0.0 if digest is not None and is_told else 0.0), story.key


# --- as it stands


def as_it_stands(graph: KnownGraph, story: Story, now: float) -> Story | None:
    """A story that was to be told, of what stands by now; ``None`` if it cannot be told any more.

    Args:
        graph: What is known by now.
        story: As it was to be told.
        now: When that was.
    """
    anchor = graph.node(story.anchor.key)
    if anchor is None:
        return None
    if story.is_macro:
        about = {one.key: one for one in counted(graph, anchor.key)}
        return _macro(graph, anchor, about, now)
    sources = [node for part in story.parts if (node := graph.node(part.key)) is not None]
    if len(sources) < len(story.parts) or any(anchor.key not in one.mentions for one in sources):
        return None
    return _storyline(graph, story.key, anchor, sources, now)


def is_untold(graph: KnownGraph, one: Node, now: float) -> bool:
    """Whether a storyline or a macro that stands is to be told anew."""
    anchor = graph.node(next(iter(one.about | one.rooted_in), ""))
    if anchor is None or one.key in graph.hidden:
        return False
    if one.type is NodeType.MACRO:
        about = {line.key: line for line in counted(graph, anchor.key)}
        story = _macro(graph, anchor, about, now)
    else:
        group = _groups(graph, anchor, now).get(one.key)
        story = None if group is None else _storyline_of(graph, group, anchor, now)
    return story is not None and story.key == one.key and story.is_due(now)


# --- what is as good as gone


def told_twice(graph: KnownGraph) -> Iterator[tuple[Node, Node]]:
    """Storylines that tell the same as others: each, and the other as it counts, with all sources.

    Devices that did not see each other's wrote them.
    """
    hidden = [node for key in sorted(graph.hidden) if (node := graph.node(key)) is not None]
    for anchor in sorted({key for node in hidden for key in node.about}):
        kept = counted(graph, anchor)
        for node in hidden:
            if node.about == {anchor}:
                yield node, next(one for one in kept if node.includes <= one.includes)


def emptied(graph: KnownGraph) -> list[Node]:
    """Stories of which nothing is left that they could be told from, by key."""
    return [node for node in graph.nodes if _is_empty(graph, node)]


def _is_empty(graph: KnownGraph, node: Node) -> bool:
    if node.type is NodeType.MACRO:
        return bool(node.rooted_in) and not node.groups
    if node.type is not NodeType.STORYLINE or not node.about:
        return False
    inside = [graph.node(key) for key in node.includes]
    return all(one is not None and not node.about <= one.mentions for one in inside)
