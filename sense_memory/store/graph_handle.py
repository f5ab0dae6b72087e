"""What ``store.graph`` gives: who and what there is, how they relate, and since when."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import IO, TypeAlias

from ..core.embedding_report import EmbedReport
from ..core.graph import (
    Consolidated,
    ConsolidationPlan,
    EdgeStatus,
    GraphFound,
    Hop,
    Neighbor,
    NodeStatus,
)
from ..core.pyramid import Watcher
from ..core.records.graph import (
    START_CONFIDENCE,
    Edge,
    EdgeType,
    GraphState,
    LinkKind,
    Node,
    NodeType,
    Note,
    NoteLifetime,
    TTLPolicy,
)
from .context import Context
from .entities_handle import Entities
from .references import Named, known

Moment: TypeAlias = float | datetime | str
"""Seconds since the epoch, a date, or ISO 8601."""
NodeName: TypeAlias = str | Node | NodeStatus
"""``person:Ada``, a name that only one node has, or the node itself."""
EdgeName: TypeAlias = str | Edge | EdgeStatus
"""An edge's id, or the edge itself."""
Score: TypeAlias = int | str | tuple[int, int]
"""1–5, a word for it, or the least and the greatest."""


class Graph:
    """Nodes, versions of the edges between them, and what is noted of either.

    A graph is one user's: that of the store's scope, or in the root of the key itself. Its nodes
    and edges fade by their salience; nothing is asked of a model unless the store has one.
    """

    def __init__(self, context: Callable[[], Awaitable[Context]]) -> None:
        self._context = context

    def __repr__(self) -> str:
        return "Graph()"

    @property
    def entities(self) -> Entities:
        """The same in the words of MCP's ``server-memory``: entities by their names alone."""
        return Entities(self._context)

    # -------------------------------------------------------------------- nodes

    async def add(
        self,
        node: str,
        *,
        description: str | None = None,
        confidence: float | None = None,
        ttl_policy: TTLPolicy | str | None = None,
        at: Moment | None = None,
        origin: str | None = None,
    ) -> Node:
        """Make a node, or change what is given of one that stands.

        Args:
            node: ``TYPE:NAME``, the type one of person, concept, entity, source, artifact,
                storyline, macro; the name as people write it.
            description: What it is, in a sentence.
            confidence: 0–1, how sure that is; 0.8 for a new one.
            ttl_policy: ``decay`` (for a new one), ``ephemeral`` or ``keep_forever``.
            at: Of a source or an artifact, when it was.
            origin: What it was learned from, or stands for, as ``store.reference`` says it:
                forgotten with it. Or somebody's own words.

        Raises:
            InputError: There is no such type, or something is out of range.
            UnknownMemoryError: A name without a type that no node has; or the origin was forgotten.
                Nothing was written.
            TooLargeError: It is larger than a record may be.
        """
        from .graph import nodes

        return await nodes.add(
            await self._context(), node, description, confidence, ttl_policy, at, origin
        )

    async def node(self, node: NodeName) -> NodeStatus:
        """One node; that counts as a use of it.

        Raises:
            UnknownMemoryError: There is none; it says which are called alike.
            InputError: Several are called so.
        """
        from .graph import nodes

        return await nodes.node(await self._context(), node)

    async def nodes(
        self,
        type: NodeType | str | None = None,  # noqa: A002 - what the field calls it
        *,
        state: GraphState | str | None = None,
    ) -> list[NodeStatus]:
        """All nodes, by key.

        Args:
            type: Only of this type.
            state: Only in this state.

        Raises:
            InputError: There is no such type or state.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .graph import nodes

        return await nodes.nodes(await self._context(), type, state)

    async def link(self, start: NodeName, kind: LinkKind | str, end: NodeName) -> Node:
        """Link two nodes without any properties; ``start`` as it stands then.

        A source ``mentions`` people, concepts and entities, and has ``produced`` artifacts.

        Raises:
            InputError: There is no such kind, or it does not lead from or to such nodes, or only
                ``consolidate`` makes it (about, includes, rooted_in, groups).
            UnknownMemoryError: A node is not there.
        """
        from .graph import nodes

        return await nodes.link(await self._context(), start, kind, end)

    async def unlink(self, start: NodeName, kind: LinkKind | str, end: NodeName) -> Node:
        """Take a link back; ``start`` as it stands then. Errors as for ``link``."""
        from .graph import nodes

        return await nodes.unlink(await self._context(), start, kind, end)

    async def connect(self, node: NodeName, reference: Named) -> Node:
        """Say that a node is what another record is, too; the node as it stands then.

        Args:
            node: The node.
            reference: What means a record of any type that is there, as for ``store.references``:
                ``rapport/{peer}/vector`` for a peer, ``domain/facet/key`` for a persona memory.
                Once that is forgotten, the node names it no more.

        Raises:
            UnknownMemoryError: There is no such node, or no such record.
            InputError: It is the node itself, a record of another scope, or one of a type that
                nothing refers to.
            ReadFailedError: Whether there is one is not known, and no relay could be read.
        """
        from .graph import connecting

        context = await self._context()
        (other, *_) = await known(context, reference, "; nothing was connected")
        return await connecting.connect(context, node, other)

    async def disconnect(self, node: NodeName, reference: Named) -> Node:
        """Take back what ``connect`` said; the node as it stands then.

        Args:
            node: The node.
            reference: As for ``connect``; or one of the node's ``references`` as it is.

        Raises:
            UnknownMemoryError: There is no such node, or no such record.
            InputError: As for ``connect``.
        """
        from .graph import connecting

        context = await self._context()
        there = await connecting.references_of(context, node)
        if isinstance(reference, str) and reference in there:
            return await connecting.disconnect(context, node, reference)
        (other, *_) = await known(context, reference, "; nothing was disconnected")
        return await connecting.disconnect(context, node, other)

    async def forget(self, what: NodeName | EdgeName | Note) -> str:
        """Forget a node, one version of an edge, or a note.

        With a node go all versions of its edges, and its notes; with an edge its notes.

        To say that something is no longer so, ``invalidate`` it: what was believed stays known.

        Returns:
            The event id of the tombstone.

        Raises:
            UnknownMemoryError: There is none.
        """
        from .graph import forgetting

        return await forgetting.forget(await self._context(), what)

    # -------------------------------------------------------------------- edges

    async def relate(
        self,
        start: NodeName,
        end: NodeName,
        relationship_type: str,
        *,
        description: str = "",
        attitude: int | str = 3,
        proximity: int | str = 3,
        confidence: float = START_CONFIDENCE,
        valid_from: Moment | None = None,
        valid_to: Moment | None = None,
        recorded_by: str | None = None,
        ttl_policy: TTLPolicy | str = TTLPolicy.DECAY,
    ) -> Edge:
        """Say how two nodes relate; a node given as ``TYPE:NAME`` is made if it is not there.

        The type of the edge follows from the nodes. A relation goes both ways and is kept one way
        round, so that the same is never kept twice.

        Args:
            start: A person, a concept or an entity.
            end: Another one.
            relationship_type: A word or a few: ``works-at``, ``best friend``; up to 64 characters.
                Case, and what parts the words, tells no two relations apart.
            description: How they relate, in a sentence.
            attitude: 1–5, or its word for such an edge: between people ``hostile``, ``unfriendly``,
                ``neutral``, ``friendly``, ``close``. The error of a wrong word lists those of the
                edge that is meant.
            proximity: Likewise.
            confidence: 0–1, how sure it is; below 0.8 it fades before its first use.
            valid_from: Since when; ``None`` is now.
            valid_to: Until when, that moment left out; ``None`` goes on.
            recorded_by: Who says so; the graph's user unless somebody else does.
            ttl_policy: What makes it fade.

        Raises:
            InputError: They relate so already at that time (``supersede`` or ``update`` that edge),
                or something is out of range; the message says what is allowed.
            UnknownMemoryError: A node given by its bare name is not there.
        """
        from .graph import relating

        return await relating.relate(
            await self._context(),
            start,
            end,
            relationship_type,
            relating.Told(
                description,
                attitude,
                proximity,
                confidence,
                valid_from,
                valid_to,
                recorded_by,
                ttl_policy,
            ),
        )

    async def update(
        self,
        edge: EdgeName,
        *,
        relationship_type: str | None = None,
        description: str | None = None,
        attitude: int | str | None = None,
        proximity: int | str | None = None,
        confidence: float | None = None,
        valid_from: Moment | None = None,
        recorded_by: str | None = None,
        ttl_policy: TTLPolicy | str | None = None,
    ) -> Edge:
        """Correct what was recorded: it always was so. What changed in the world is superseded.

        What was believed before stays in the history: the corrected version takes the other one's
        place, with its uses and its notes.

        Args:
            edge: An edge that nothing has corrected yet.
            relationship_type: As for ``relate``, as all others; ``None`` leaves it as it is.
            description: Likewise.
            attitude: Likewise.
            proximity: Likewise.
            confidence: Likewise.
            valid_from: Since when it was so in truth.
            recorded_by: Who says so.
            ttl_policy: Not a belief, so it is written over.

        Returns:
            The edge as it stands then: another id, unless nothing or only ``ttl_policy`` changed.

        Raises:
            UnknownMemoryError: There is no such edge.
            InputError: It was corrected already, or is no version that goes on or ended, or
                something is out of range.
        """
        from .graph import relating

        return await relating.update(
            await self._context(),
            edge,
            relating.Changed(
                relationship_type,
                description,
                attitude,
                proximity,
                confidence,
                valid_from,
                recorded_by,
                ttl_policy,
            ),
        )

    async def supersede(
        self,
        edge: EdgeName,
        *,
        relationship_type: str | None = None,
        description: str = "",
        attitude: int | str | None = None,
        proximity: int | str | None = None,
        confidence: float | None = None,
        valid_from: Moment | None = None,
        recorded_by: str | None = None,
        ttl_policy: TTLPolicy | str | None = None,
    ) -> Edge:
        """Say that something changed in the world: the current edge ends where the new one begins.

        Args:
            edge: The current one.
            relationship_type: As for ``relate``; ``None`` is as it was, here and below.
            description: How they relate from then on.
            attitude: As for ``relate``.
            proximity: Likewise.
            confidence: Likewise.
            valid_from: Since when; ``None`` is now.
            recorded_by: Who says so; the graph's user unless somebody else does.
            ttl_policy: What makes it fade.

        Returns:
            The new one.

        Raises:
            UnknownMemoryError: There is no such edge.
            InputError: It ended by then, or is not current, or the new one would begin before it.
        """
        from .graph import relating

        return await relating.supersede(
            await self._context(),
            edge,
            relating.Changed(
                relationship_type,
                description,
                attitude,
                proximity,
                confidence,
                valid_from,
                recorded_by,
                ttl_policy,
            ),
        )

    async def invalidate(self, edge: EdgeName, at: Moment | None = None) -> Edge:
        """Say that something is no longer so.

        Args:
            edge: The current one, or one that was told to end later than it did.
            at: When it ended in the world; ``None`` is now. The time when it began says that it
                never was so.

        Returns:
            The edge as it stands then. What was told to end later is corrected (``update``): that
            is another version.

        Raises:
            UnknownMemoryError: There is no such edge.
            InputError: It ended by then already, or that lies before it began.
        """
        from .graph import relating

        return await relating.invalidate(await self._context(), edge, at)

    async def edge(
        self,
        edge: EdgeName | NodeName,
        end: NodeName | None = None,
        relationship_type: str | None = None,
    ) -> EdgeStatus:
        """One edge, as it was until now; that counts as a use of it.

        Args:
            edge: Which version; or one of two nodes, if the other one follows.
            end: The other node: the current edge between them.
            relationship_type: Which of those, if there are several.

        Raises:
            UnknownMemoryError: There is none; it says which there are between the two.
            InputError: There are several.
        """
        from .graph import reading

        return await reading.edge(await self._context(), edge, end, relationship_type)

    async def edges(
        self,
        node: NodeName | None = None,
        *,
        type: EdgeType | str | None = None,  # noqa: A002 - what the field calls it
        relationship_type: str | None = None,
        attitude: Score | None = None,
        proximity: Score | None = None,
        state: GraphState | str | None = None,
    ) -> list[EdgeStatus]:
        """The current edges, the most salient first.

        Args:
            node: Only those of this node.
            type: Only of this type: ``engages_with``.
            relationship_type: Only called so: ``friend``.
            attitude: Only with this score, a word for it, or from the least to the greatest.
            proximity: Likewise.
            state: Only in this state.

        Raises:
            UnknownMemoryError: There is no such node.
            InputError: There is no such type, score, word or state.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .graph import reading

        return await reading.edges(
            await self._context(),
            node,
            reading.Wanted.of(type, relationship_type, attitude, proximity, state),
        )

    async def versions(
        self, node: NodeName | None = None, other: NodeName | None = None
    ) -> list[EdgeStatus]:
        """All versions of edges, also what ended or was corrected, in the order of their nodes.

        Args:
            node: Only of edges of this node.
            other: Only of edges between that and this one.

        Raises:
            UnknownMemoryError: There is no such node.
            InputError: Only ``other`` is given.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .graph import reading

        return await reading.versions(await self._context(), node, other)

    async def held(self, ids: Iterable[str]) -> dict[str, Edge]:
        """What this store holds of some versions of edges, by id; others are left out.

        It asks no relay, and reads nothing else of the graph; it counts as no use.

        Args:
            ids: Theirs.
        """
        from .graph import reading

        return await reading.held(await self._context(), ids)

    async def history(self, edge: EdgeName) -> list[EdgeStatus]:
        """All versions of a relation, also corrected ones, by when they began and were recorded.

        Args:
            edge: Any of its versions. What it took the place of, and what took its place, belongs
                to it, whatever it is called.

        Raises:
            UnknownMemoryError: There is no such edge.
        """
        from .graph import reading

        return await reading.history(await self._context(), edge)

    async def at(
        self, valid_time: Moment, known_at: Moment | None = None, *, node: NodeName | None = None
    ) -> list[EdgeStatus]:
        """The edges that counted at a moment, in the order of their nodes.

        Args:
            valid_time: When in the world.
            known_at: As it was known when; ``None`` is by all that is known by now.
            node: Only those of this node.

        Raises:
            InputError: There is no such time.
            UnknownMemoryError: There is no such node.
        """
        from .graph import reading

        return await reading.at(await self._context(), valid_time, known_at, node)

    # ------------------------------------------------------------------ walking

    async def neighbors(
        self, node: NodeName, depth: int = 1, *, at: Moment | None = None
    ) -> list[Neighbor]:
        """What can be reached over edges, the nearest first, at one depth by key.

        Args:
            node: Where to begin; it is none of its own neighbours.
            depth: Over how many edges at most, from 1.
            at: Over those that counted then; ``None`` is the current ones.

        Raises:
            UnknownMemoryError: There is no such node.
            InputError: The depth is no whole number of 1 or more.
        """
        from .graph import reading

        return await reading.neighbors(await self._context(), node, depth, at)

    async def path(
        self, start: NodeName, end: NodeName, *, at: Moment | None = None
    ) -> list[Hop] | None:
        """The shortest way between two nodes over current edges; ``None`` if there is none.

        Args:
            start: Where to begin.
            end: Where to go; from a node to itself there is nothing to walk.
            at: Over the edges that counted then.

        Raises:
            UnknownMemoryError: There is no such node.
        """
        from .graph import reading

        return await reading.path(await self._context(), start, end, at)

    # -------------------------------------------------------------------- notes

    async def note(
        self,
        target: NodeName | EdgeName,
        content: str,
        *,
        lifetime: NoteLifetime | str = NoteLifetime.MONTH,
        source: NodeName = "",
        added_by: str | None = None,
        at: Moment | None = None,
    ) -> Note:
        """Note something of a node or an edge. Noted twice at one time, it is one note.

        Args:
            target: Of what; of an edge, that version.
            content: What; some of it is no space.
            lifetime: How long it counts: ``week`` (7 days), ``month`` (30), ``year`` (365) or
                ``forever``, from ``at``. Then reads leave it out, and ``consolidate`` removes it.
            source: What it was learned from: a node, or a reference (``store.reference``), with
                which it is forgotten. Somebody's own words belong into ``content`` or ``added_by``.
            added_by: Who writes it; the graph's user unless somebody else does.
            at: When; ``None`` is now.

        Raises:
            UnknownMemoryError: There is no such node or edge, or no such source.
            InputError: It says nothing, or there is no such lifetime.
            TooLargeError: It is larger than a record may be.
        """
        from .graph import noting

        return await noting.note(
            await self._context(), target, content, lifetime, source, added_by, at
        )

    async def notes(self, target: NodeName | EdgeName) -> list[Note]:
        """What is noted of a node or an edge and counts by now, oldest first, at most 100.

        Raises:
            UnknownMemoryError: There is no such node or edge.
        """
        from .graph import noting

        return await noting.notes(await self._context(), target)

    # ------------------------------------------------------------------ finding

    async def search(
        self,
        query: str,
        *,
        nodes: int | None = None,
        edges: int | None = None,
        types: tuple[str, ...] = (),
        without: tuple[str, ...] = (),
        attitude: Score | None = None,
        proximity: Score | None = None,
    ) -> GraphFound:
        """Nodes and current edges that answer a query: ``close friendly relationships``.

        By names, descriptions, notes, and the words for type, attitude and proximity; by meaning
        too where the store has an encoder. What is archived is not found. No use is counted.

        Args:
            query: What is asked.
            nodes: At most so many nodes; ``None`` is the configured number, 5.
            edges: At most so many edges; ``None`` is the configured number, 10.
            types: Only these types of nodes and edges, and edges called so (``friend``).
            without: None of these.
            attitude: Only edges with this score, a word for it, or from the least to the greatest.
            proximity: Likewise.

        Raises:
            InputError: A number, type, score or word is out of range.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .graph import searching

        return await searching.search(
            await self._context(),
            query,
            nodes,
            edges,
            searching.Filters.of(types, without, attitude, proximity),
        )

    async def embed(self, *, force: bool = False) -> EmbedReport:
        """Make the vectors of nodes, edges and notes that are missing, or all.

        Raises:
            InputError: The store has no encoder.
        """
        from .graph import searching

        return await searching.embed(await self._context(), force=force)

    # ------------------------------------------------------------- consolidating

    async def consolidation_plan(self) -> ConsolidationPlan:
        """What ``consolidate`` would do and ask for; nothing is written, and nobody is asked."""
        from .graph import consolidating

        return await consolidating.plan(await self._context())

    async def consolidate(
        self, *, parallel: int | None = None, watch: Watcher | None = None
    ) -> Consolidated:
        """Make descriptions anew that notes were added to, remove expired notes, tell stories.

        A storyline is written of five sources or more that mention one node that is active or core,
        on three days or more, over more than three days; a macro of two storylines or more, over
        more than thirty days. One that somebody forgot is not told again. ``sleep()`` does it too.
        It can be broken off at any moment and called again: what was made stays.

        Args:
            parallel: How much is asked of a model at once; ``None`` is the configured number.
            watch: Is told how far it has come.

        Raises:
            LLMError: The model answered nothing at all; what was done before stays.
            InputError: A number is out of range.
        """
        from .graph import consolidating

        return await consolidating.consolidate(await self._context(), parallel, watch)

    # ------------------------------------------------------------------ writing

    async def export(
        self, path: str | Path | IO[str], form: str = "json", *, force: bool = False
    ) -> int:
        """Write the graph into a file, mode 0600, that a person asked for; how many nodes it has.

        Args:
            path: The file, which is there once it is whole; or what is open for text already, such
                as standard output, and stays open.
            form: ``json`` (all that is known: every version, notes, lives), ``graphml`` (what is
                current, for graph tools) or ``server-memory`` (what is current of people, concepts
                and entities, for that server).
            force: Also replace a file that is there.

        Raises:
            InputError: There is no such format, or the file is there and not to be replaced.
            StorageError: It could not be written; nothing is left of it.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from ..io.private_folder import PrivateFolder
        from .graph import exporting

        made = await exporting.exported(await self._context(), form)
        with contextlib.ExitStack() as writing:
            if isinstance(path, (str, Path)):
                target = Path(path)
                place = PrivateFolder(target.parent).new_file(target.name, force=force)
                file = writing.enter_context(place)
            else:
                file = path
            for piece in made.pieces:
                file.write(piece)
                await asyncio.sleep(0)  # whatever else is to be done may be done meanwhile
        return made.nodes
