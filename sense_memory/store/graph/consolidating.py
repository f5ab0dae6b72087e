"""Bringing the graph up to date: descriptions made anew, expired notes removed, stories told.

What is to be done follows from what stands there, so it can be broken off at any moment and begun
again, by anybody: nothing says how far somebody came. What comes of one piece of work is kept as it
comes, and a piece at which a model fails is named and left for the next time.

Only what is shown is written (``digest``), and what a story includes; what somebody said, and how
they scored it, stays as they did. It is written as an amendment that looks again at what it was
made of: whoever forgets something meanwhile has.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from ...core.change import Amend, Edit, Ensure, Forget
from ...core.errors import ProviderError, SenseMemoryError, TooLargeError
from ...core.graph import Consolidated, ConsolidationPlan
from ...core.pyramid import Watcher
from ...core.records.graph import Digest, Edge, LinkKind, Node, Note
from ...mind.graph.describing import Description, description_of, undescribed
from ...mind.graph.notes import is_expired, moved_to
from ...mind.graph.stories import (
    Story,
    as_it_stands,
    emptied,
    macros_to_tell,
    storylines_to_tell,
    told_twice,
    urgency,
)
from ...mind.prompting.cost import Cost
from ...mind.views.graphs import KnownGraph
from ..context import Context
from ..parallel import Undone, in_parallel
from ..progress import Counter
from .known import edge_ref, known, node_ref, note_ref
from .writer import Writer
from .writers import writer_of

S = TypeVar("S")

LOOKED_AT_ONCE = 50
"""Pieces of work that are found before somebody else may do something."""
KEPT_AT_ONCE = 200
"""Records that are written in one transaction."""


async def plan(context: Context, *, held: bool = False) -> ConsolidationPlan:
    """What ``consolidate`` would do; with ``held`` to what this store holds."""
    writer = writer_of(context)
    graph = await known(context, held=held)
    now = context.clock.now()
    given = await _all(undescribed(graph, now))
    most = context.config.graph.stories
    storylines = await _unforgotten(context, await _all(storylines_to_tell(graph, now)))
    storylines = _first(storylines, most)
    macros = await _unforgotten(context, await _all(macros_to_tell(graph, now, storylines)))
    macros = _first(macros, most - len(storylines))
    asked: list[Description | Story] = [one for one in given if one.notes]
    cost = sum(map(writer.cost, [*asked, *storylines, *macros]), Cost())
    return ConsolidationPlan(
        writer.id,
        tuple(one.name for one in given),
        len(graph.expired(now)),
        len(storylines),
        len(macros),
        cost.calls,
        cost.input_tokens,
        cost.output_tokens,
    )


async def consolidate(
    context: Context, parallel: int | None, watch: Watcher | None, *, held: bool = False
) -> Consolidated:
    """All of it; with ``held`` no relay is waited for."""
    writer = writer_of(context, parallel)
    graph = await known(context, held=held)
    work = _Consolidating(context, writer, watch, graph, context.clock.now())
    await work.describe()
    await work.remove_expired()
    await work.tidy()
    await work.tell()
    return work.done()


@dataclass(slots=True)
class _Consolidating:
    """One consolidation under way.

    Attributes:
        context: The world.
        writer: Who writes.
        watch: Is told how far it has come.
        graph: What is known, in step with what is written meanwhile.
        now: When it began, seconds since the epoch.
        described: Keys of nodes and ids of edges whose description was made anew.
        expired: Notes that were removed.
        waiting: Why others are not.
        storylines: Keys of storylines that were told.
        macros: The same of macros.
        tidied: Stories that were taken together, or of which nothing was left.
        failures: What could not be done.
        errors: Why.
    """

    context: Context
    writer: Writer
    watch: Watcher | None
    graph: KnownGraph
    now: float
    described: list[str] = field(default_factory=list)
    expired: int = 0
    waiting: str | None = None
    storylines: list[str] = field(default_factory=list)
    macros: list[str] = field(default_factory=list)
    tidied: int = 0
    failures: list[str] = field(default_factory=list)
    errors: list[ProviderError] = field(default_factory=list)

    # ------------------------------------------------------------------ descriptions

    async def describe(self) -> None:
        """Make descriptions anew; where nothing is noted any more, what was made is dropped."""
        given = await _all(undescribed(self.graph, self.now))
        for part in _parts([one for one in given if not one.notes]):
            await self._keep_descriptions([(one, None) for one in part])
        noted = [one for one in given if one.notes]
        at = Counter(self.watch, "describing", len(noted))

        async def keep(done: Sequence[tuple[Description, str | None]]) -> None:
            await self._keep_descriptions(done)
            at.add(len(done))

        undone = await in_parallel(self.writer.parallel, noted, self.writer.describe, keep)
        self._note(undone, lambda one: f"{one.name} could not be described")

    async def _keep_descriptions(self, done: Sequence[tuple[Description, str | None]]) -> None:
        kept = await self._commit(
            done,
            lambda piece: [self._described(*piece)],
            lambda piece: self._is_as_it_was(piece[0]),
            lambda piece: piece[0].name,
        )
        self.described += [one.name for one, _ in kept]

    def _described(self, given: Description, text: str | None) -> Edit:
        digest = given.done(text, self.now, self.writer.id) if given.notes else None
        place = node_ref if isinstance(given.one, Node) else edge_ref
        return Amend(place(self.context, given.name), partial(_with_digest, digest))

    def _is_as_it_was(self, given: Description) -> bool:
        """Whether what is to be described is what stands."""
        found = description_of(self.graph, given.name, self.now)
        is_said = found is not None and found.one.description == given.one.description
        return found is not None and is_said and found.notes == given.notes

    # ---------------------------------------------------------------- expired notes

    async def remove_expired(self) -> None:
        """Remove the notes that count no more, if the clock is to be believed."""
        gone = self.graph.expired(self.now)
        if not gone:
            return
        self.waiting = (await self.context.records.freshness()).clock_doubt
        if self.waiting is not None:
            return
        for part in _parts(gone):
            edits = [
                Forget(note_ref(self.context, note), "fold", self._is_expired) for note in part
            ]
            done = await self.context.records.commit(*edits)
            self.expired += sum(map(bool, done.event_ids))

    def _is_expired(self, note: Note) -> bool:
        return is_expired(note, self.now)

    # ----------------------------------------------------------------------- stories

    async def tidy(self) -> None:
        """Take together what devices told apart, and forget stories of which nothing is left."""
        for node, counts in list(told_twice(self.graph)):
            try:
                await self.context.records.commit(*self._taken_in(node, counts))
            except TooLargeError as error:
                self.failures.append(f"{node.key} could not be taken into {counts.key}: {error}")
            else:
                self.tidied += 1
        while gone := emptied(self.graph):
            edits = [
                # nobody forgot it: where there is something to tell again, it is told
                Forget(node_ref(self.context, one.key), "dissolve", partial(_is_as_empty, one))
                for one in gone
            ]
            done = await self.context.records.commit(*edits)
            self.tidied += sum(map(bool, done.event_ids))
            if not any(done.event_ids):
                return

    def _taken_in(self, node: Node, counts: Node) -> Iterable[Edit]:
        """What makes one of two storylines; what is noted of one is noted of the other one."""
        yield Amend(node_ref(self.context, counts.key), partial(_with_sources, node))
        for macro in self.graph.linking(LinkKind.GROUPS, node.key):
            yield Amend(node_ref(self.context, macro.key), partial(_regrouped, node, counts))
        for note in self.graph.notes(node.key):
            moved = moved_to(note, counts.key)
            yield Ensure(note_ref(self.context, moved), moved)
            # who forgets it there must not leave it here
            yield Forget(note_ref(self.context, note), "fold")
        ref = node_ref(self.context, node.key)
        yield Forget(ref, "fold", partial(_includes_the_same, node))

    async def tell(self) -> None:
        """Tell storylines, then macros, no more than so many."""
        most = self.context.config.graph.stories
        storylines = await _all(storylines_to_tell(self.graph, self.now))
        storylines = _first(await _unforgotten(self.context, storylines), most)
        if not await self._tell(storylines, self.storylines, "telling storylines"):
            return
        macros = await _all(macros_to_tell(self.graph, self.now))
        macros = await _unforgotten(self.context, macros)
        await self._tell(_first(macros, most - len(storylines)), self.macros, "telling macros")

    async def _tell(self, stories: Sequence[Story], told: list[str], stage: str) -> bool:
        """Tell some stories; whether it makes sense to go on."""
        at = Counter(self.watch, stage, len(stories))

        async def keep(done: Sequence[tuple[Story, str | None]]) -> None:
            kept = await self._commit(
                done,
                lambda piece: self._told(*piece),
                lambda piece: self._stands(piece[0]),
                lambda piece: piece[0].key,
            )
            told.extend(story.key for story, _ in kept)
            at.add(len(done))

        undone = await in_parallel(self.writer.parallel, stories, self.writer.tell, keep)
        self._note(undone, lambda story: f"{story.key} could not be told")
        return not undone.untried

    def _told(self, story: Story, text: str | None) -> Iterable[Edit]:
        """What keeps a story: one that stands is amended, so that whoever forgot it has."""
        ref = node_ref(self.context, story.key)
        if story.standing is None:
            yield Ensure(ref, story.new(self.now))
        yield Amend(ref, partial(story.told, text=text, now=self.now, writer=self.writer.id))

    def _stands(self, story: Story) -> bool:
        """Whether what a story was told from is what stands."""
        found = as_it_stands(self.graph, story, self.now)
        return found is not None and _told_from(found) == _told_from(story)

    # ------------------------------------------------------------- what came of it

    async def _commit(
        self,
        pieces: Sequence[S],
        edits: Callable[[S], Iterable[Edit]],
        stands: Callable[[S], bool],
        named: Callable[[S], str],
    ) -> list[S]:
        """Keep what was made of what still stands; what was kept.

        The rest waits for the next time, and what is too large for a record is named.

        Args:
            pieces: What was made.
            edits: What keeps one of them.
            stands: Whether what one was made of is what stands.
            named: What one is called.
        """

        def all_stand() -> None:
            if not all(map(stands, left)):
                raise _ChangedError

        while left := [piece for piece in pieces if stands(piece)]:
            try:
                await self.context.records.commit(
                    *(edit for piece in left for edit in edits(piece)), provided=all_stand
                )
            except _ChangedError:
                continue
            except TooLargeError as error:
                if len(left) > 1:
                    kept = [await self._commit([one], edits, stands, named) for one in left]
                    return [piece for some in kept for piece in some]
                self.failures.append(
                    f"what was made of {named(left[0])} could not be kept: {error}"
                )
                return []
            return left
        return []

    def _note(self, undone: Undone[S], said: Callable[[S], str]) -> None:
        """Name what could not be done."""
        self.errors += [error for _, error in undone.failed]
        self.failures += undone.told(said)

    def done(self) -> Consolidated:
        """What was done.

        Raises:
            LLMError: Nothing could be.
        """
        is_anything = (
            self.described or self.expired or self.storylines or self.macros or self.tidied
        )
        if self.errors and not is_anything:
            raise self.errors[0]
        return Consolidated(
            self.writer.id,
            tuple(sorted(self.described)),
            self.expired,
            tuple(sorted(self.storylines)),
            tuple(sorted(self.macros)),
            tuple(self.failures),
            self.waiting,
        )


async def _all(found: Iterable[S]) -> list[S]:
    """All that is found; others may do something in between."""
    kept = list[S]()
    for one in found:
        kept.append(one)
        if len(kept) % LOOKED_AT_ONCE == 0:
            await asyncio.sleep(0)
    return kept


async def _unforgotten(context: Context, stories: Iterable[Story]) -> list[Story]:
    """Stories that stand, or that nobody forgot: what somebody forgot is not told again.

    What was forgotten before the one that it was about was made anew went with that one.
    """
    kept = list[Story]()
    for story in stories:
        if story.standing is None:
            at = await context.records.forgotten_at(node_ref(context, story.key))
            if at is not None and at >= story.anchor.created_at:
                continue
        kept.append(story)
    return kept


def _first(stories: Iterable[Story], most: int) -> list[Story]:
    return sorted(stories, key=urgency)[:most]


def _parts(items: Sequence[S]) -> Iterable[Sequence[S]]:
    return (items[first : first + KEPT_AT_ONCE] for first in range(0, len(items), KEPT_AT_ONCE))


class _ChangedError(SenseMemoryError):
    """Somebody changed what something was made of before that was kept."""


def _with_digest(digest: Digest | None, one: Node | Edge) -> Node | Edge:
    return replace(one, digest=digest)


def _told_from(story: Story) -> object:
    said = None if story.standing is None else (story.standing.description, story.standing.digest)
    return story.parts, story.notes, said


def _with_sources(other: Node, one: Node) -> Node:
    """A storyline with the sources of another one; it is told anew then."""
    said = one.description or other.description
    return replace(one, description=said, includes=one.includes | other.includes)


def _regrouped(gone: Node, instead: Node, macro: Node) -> Node:
    """A macro that groups another storyline in place of one."""
    if gone.key not in macro.groups:
        return macro
    return replace(macro, groups=macro.groups - {gone.key} | {instead.key})


def _includes_the_same(seen: Node, one: Node) -> bool:
    return one.includes == seen.includes


def _is_as_empty(seen: Node, one: Node) -> bool:
    return (one.includes, one.groups) == (seen.includes, seen.groups)
