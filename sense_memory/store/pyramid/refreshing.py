"""Bringing everything up to date: topics found, summaries written, vectors made, topics told.

What is to be done follows from what stands there, so it can be broken off at any moment and begun
again, by anybody: nothing says how far somebody came. What comes of one piece of work is kept as it
comes, and a piece at which a model fails is named and left for the next time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ...core.change import Amend, Edit, Ensure, Forget, Put
from ...core.errors import InputError, ProviderError
from ...core.pyramid import Refreshed, RefreshPlan, Watcher
from ...core.records.pyramid import HIGHEST_TIER, Observation, Summary, Topic
from ...mind.pyramid.making import Task, due, estimate
from ...mind.pyramid.noted import Sampled
from ...mind.pyramid.telling import Material, is_current, material, told
from ...mind.pyramid.topics import UNSORTED, unassigned
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from ..parallel import Undone, in_parallel
from ..progress import Counter
from . import known, searching, topics
from .costing import costed, summaries_at_most
from .observing import filed_if_nowhere
from .writer import Writer
from .writers import writer_of

S = TypeVar("S")

ROUNDS = 2 * (HIGHEST_TIER + 1)
"""How often it is asked what is due; somebody else may write faster than this one summarises."""
KEPT_AT_ONCE = 200
"""Records that are written in one transaction."""


async def plan(context: Context, *, held: bool = False) -> RefreshPlan:
    """What ``refresh`` would do; with ``held`` to what this store holds."""
    writer = writer_of(context, None)
    there = await known.known(context, held=held)
    now = context.clock.now()
    waiting = there.unassigned_count
    tiers = summaries_at_most((there.pyramid(slug) for slug in there.slugs), waiting)
    untold = sum(
        bool(waiting) or not topics.is_told(context, there.topic(slug), there.pyramid(slug), now)
        for slug in there.slugs
    )
    found = RefreshPlan(writer.id, waiting, tiers, untold)
    return found if context.llm is None else costed(context, there, found)


async def refresh(
    context: Context,
    max_observations: int | None,
    max_tier: int | None,
    parallel: int | None,
    watch: Watcher | None,
    *,
    held: bool = False,
) -> Refreshed:
    """All of it; with ``held`` no relay is waited for."""
    _check(max_observations, max_tier)
    work = _Refreshing(context, writer_of(context, parallel), watch)
    # what comes of it is kept here, and what others wrote meanwhile is taken in on the way
    await known.known(context, held=held)
    await work.assign()
    await work.tidy()
    await work.summarize(max_observations, max_tier)
    await work.embed()
    await work.tell(await work.untold())
    await work.tidy()
    return work.done()


async def summarize(
    context: Context,
    max_observations: int | None,
    max_tier: int | None,
    parallel: int | None,
    watch: Watcher | None,
) -> Refreshed:
    """Only summaries."""
    _check(max_observations, max_tier)
    work = _Refreshing(context, writer_of(context, parallel), watch)
    await known.known(context)
    await work.tidy()
    await work.summarize(max_observations, max_tier)
    return work.done()


async def synthesize(
    context: Context,
    topic: str | None,
    force: bool,
    parallel: int | None,
    watch: Watcher | None,
) -> list[Topic]:
    """Tell topics anew."""
    work = _Refreshing(context, writer_of(context, parallel), watch)
    there = await known.known(context)
    named = None if topic is None else [topics.found(there, topic)]
    await work.tell(await work.untold(named, force=force))
    if work.errors:
        raise work.errors[0]
    return work.told


def _check(max_observations: int | None, max_tier: int | None) -> None:
    for number, what in ((max_observations, "max_observations"), (max_tier, "max_tier")):
        if number is not None and (
            isinstance(number, bool) or not isinstance(number, int) or number < 0
        ):
            raise InputError(f"{what} is a whole number of 0 or more, got {number!r}")


@dataclass(slots=True)
class _Refreshing:
    """One refresh under way.

    Attributes:
        context: The world.
        writer: Who writes.
        watch: Is told how far it has come.
        assigned: Observations that have got a topic.
        looked: Observations for which nobody found one, which was noted.
        created: Slugs of new topics.
        written: Summaries that were written, by tier.
        deleted: Summaries that counted no more.
        told: Topics as they were told.
        embedded: Vectors that were made.
        failures: What could not be done.
        errors: Why.
    """

    context: Context
    writer: Writer
    watch: Watcher | None
    assigned: int = 0
    looked: int = 0
    created: list[str] = field(default_factory=list)
    written: dict[int, int] = field(default_factory=dict)
    deleted: int = 0
    told: list[Topic] = field(default_factory=list)
    embedded: int = 0
    failures: list[str] = field(default_factory=list)
    errors: list[ProviderError] = field(default_factory=list)

    # ------------------------------------------------------------------ topics are found

    async def assign(self) -> None:
        """Find topics for what has none; what was looked at too often goes to ``unsorted``."""
        there = await known.known(self.context, held=True)
        attempts = self.context.config.pyramid.attempts
        waiting = there.unassigned
        found = unassigned(waiting, attempts, self.writer.batch)
        total = len(waiting)
        at = Counter(self.watch, "assigning", total)

        async def assigned(batch: Sequence[Observation]) -> Mapping[str, str]:
            # with the topics that others have been given meanwhile
            sampled = [Sampled(there.topic(slug), there.samples(slug)) for slug in there.slugs]
            return await self.writer.assign(batch, sampled, waiting)

        async def keep(
            done: Sequence[tuple[Sequence[Observation], Mapping[str, str]]],
        ) -> None:
            for batch, names in done:
                await self._file(there, [(one, names.get(one.id)) for one in batch])
                at.add(len(batch))

        undone = await in_parallel(self.writer.parallel, found.batches, assigned, keep)
        self._note(
            undone, lambda batch: f"for {len(batch)} observations no topic could be looked for"
        )
        if found.given_up:
            await self._file(there, [(one, UNSORTED) for one in found.given_up])
            at.add(len(found.given_up))

    async def _file(
        self, there: KnownPyramid, filed: Sequence[tuple[Observation, str | None]]
    ) -> None:
        """Keep what was found; a name that can be no topic's is none."""
        for part in _parts(filed):
            filing = topics.Filing(self.context, there)
            edits: list[Edit] = []
            count = 0
            for one, name in part:
                slug = _slug(filing, name)
                ref = known.observation_ref(self.context, one.id)
                edits.append(Amend(ref, _tried(one) if slug is None else filed_if_nowhere(slug)))
                count += slug is not None
            await self.context.records.commit(*filing.edits, *edits)
            self.assigned += count
            self.looked += len(part) - count
            self.created += filing.created

    # -------------------------------------------------------------- summaries are written

    async def summarize(self, max_observations: int | None, max_tier: int | None) -> None:
        """Write all that is due, from the bottom up; a group at which one failed is left out."""
        there = await known.known(self.context, held=True)
        total = sum(sum(estimate(there.pyramid(slug))) for slug in there.slugs)
        at = Counter(self.watch, "summarizing", total)
        tried: set[str] = set()
        summarised: dict[str, int] = {}
        for _ in range(ROUNDS):
            tasks = [
                task
                for slug in there.slugs
                for task in due(
                    there.pyramid(slug),
                    max_tier=max_tier,
                    max_observations=_left(max_observations, summarised.get(slug, 0)),
                    skip=tried,
                )
            ]
            if not tasks:
                return
            tried.update(task.id for task in tasks)
            for task in tasks:
                if task.tier == 0 and task.is_new:
                    summarised[task.topic] = summarised.get(task.topic, 0) + len(task.inputs)
            if not await self._write(there, tasks, at):
                return
            there = await known.known(self.context, held=True)

    async def _write(self, there: KnownPyramid, tasks: Sequence[Task], at: Counter) -> bool:
        """Write some summaries; whether it makes sense to go on."""

        async def summarized(task: Task) -> str:
            return await self.writer.summarize(task, there.topic(task.topic))

        async def keep(done: Sequence[tuple[Task, str]]) -> None:
            await self.context.records.commit(
                *(_kept(self.context, task, text, self.writer.id) for task, text in done)
            )
            for task, _ in done:
                self.written[task.tier] = self.written.get(task.tier, 0) + 1
            at.add(len(done))

        undone = await in_parallel(self.writer.parallel, tasks, summarized, keep)
        self._note(
            undone,
            lambda task: (
                f"a summary of {len(task.parts)} {_of_tier(task.tier)} of the topic {task.topic} "
                "could not be written"
            ),
        )
        return not undone.untried

    async def tidy(self) -> None:
        """Delete the summaries that do not count, from the top down.

        Not those of which anything is made that still says something, which would be lost with
        them before there is something else: what a topic was told from goes once it is told anew.
        """
        there = await known.known(self.context, held=True)
        while hidden := [one for slug in there.slugs for one in there.pyramid(slug).hidden]:
            needed = there.told_from
            free = [one for one in hidden if one.input not in needed]
            for part in _parts(free):
                await self.context.records.commit(
                    *(Forget(known.summary_ref(self.context, one.id)) for one in part)
                )
            self.deleted += len(free)
            if not free:
                return

    # ------------------------------------------------------------------ vectors are made

    async def embed(self) -> None:
        """Make the vectors that are missing, where there is an encoder."""
        if self.context.encoder is None:
            return
        report = await searching.embed(self.context, force=False)
        self.embedded = report.made
        if report.failed:
            self.failures.append(f"{report.failed} vectors could not be made: {report.failure}")

    # ------------------------------------------------------------------ topics are told

    async def untold(
        self, slugs: Iterable[str] | None = None, *, force: bool = False
    ) -> list[tuple[Topic, Material]]:
        """The topics that tell something else than would be told now, and what that is."""
        there = await known.known(self.context, held=True)
        now = self.context.clock.now()
        budget = self.context.config.pyramid.telling_tokens
        found: list[tuple[Topic, Material]] = []
        emptied: list[Edit] = []
        for slug in there.slugs if slugs is None else slugs:
            topic, pyramid = there.topic(slug), there.pyramid(slug)
            given = material(pyramid, now, budget)
            if not given.pieces:
                if topic.content is not None or topic.description is not None:
                    emptied.append(Amend(known.topic_ref(self.context, slug), _emptied))
            elif force or not is_current(topic, given, now):
                found.append((topic, given))
        if emptied:
            await self.context.records.commit(*emptied)
        return found

    async def tell(self, untold: Sequence[tuple[Topic, Material]]) -> None:
        """Tell topics anew."""
        now = self.context.clock.now()
        at = Counter(self.watch, "telling", len(untold))

        async def tell(piece: tuple[Topic, Material]) -> tuple[str, str]:
            return await self.writer.tell(*piece)

        async def keep(
            done: Sequence[tuple[tuple[Topic, Material], tuple[str, str]]],
        ) -> None:
            made = [
                told(topic, description, content, given, now, self.writer.id)
                for (topic, given), (description, content) in done
            ]
            there = await known.known(self.context, held=True)
            edits = [edit for one in made for edit in _telling(self.context, there, one)]
            await self.context.records.commit(*edits)
            self.told += made
            at.add(len(done))

        undone = await in_parallel(self.writer.parallel, untold, tell, keep)
        self._note(undone, lambda piece: f"the topic {piece[0].slug} could not be told")

    # ------------------------------------------------------------------ what came of it

    def _note(self, undone: Undone[S], said: Callable[[S], str]) -> None:
        """Name what could not be done."""
        self.errors += [error for _, error in undone.failed]
        self.failures += undone.told(said)

    def done(self) -> Refreshed:
        """What was done.

        Raises:
            LLMError: Nothing could be.
        """
        is_anything = (
            self.assigned or self.looked or self.written or self.deleted or self.told
        ) or self.embedded
        if self.errors and not is_anything:
            raise self.errors[0]
        highest = max(self.written, default=-1)
        return Refreshed(
            self.writer.id,
            self.assigned,
            tuple(sorted(set(self.created))),
            tuple(self.written.get(tier, 0) for tier in range(highest + 1)),
            self.deleted,
            tuple(sorted(one.slug for one in self.told)),
            self.embedded,
            tuple(self.failures),
        )


def _parts(items: Sequence[S]) -> Iterable[Sequence[S]]:
    return (items[first : first + KEPT_AT_ONCE] for first in range(0, len(items), KEPT_AT_ONCE))


def _slug(filing: topics.Filing, name: str | None) -> str | None:
    """What a topic is called that somebody found, if it can be one."""
    try:
        return None if name is None else filing.slug(name)
    except InputError:
        return None


def _tried(seen: Observation) -> topics.Filed:
    """Counts that a topic was looked for; two devices that do so at once count it once."""
    attempts = seen.attempts + 1

    def tried(one: Observation) -> Observation:
        return one if one.topic is not None else replace(one, attempts=max(one.attempts, attempts))

    return tried


def _left(most: int | None, done: int) -> int | None:
    return None if most is None else max(0, most - done)


def _of_tier(tier: int) -> str:
    return "observations" if tier == 0 else f"summaries of tier {tier - 1}"


def _kept(context: Context, task: Task, text: str, writer: str) -> Edit:
    """What keeps a summary: one that is made anew says nothing new of its life."""
    made = task.done(text, writer)
    ref = known.summary_ref(context, task.id)
    if task.is_new:
        return Put(ref, made)
    return Amend(ref, lambda one: _made_anew(one, made))


def _made_anew(one: Summary, made: Summary) -> Summary:
    """A summary with what was written of what it is made of.

    What it is made of may have become less meanwhile; then it is made anew once more.
    """
    return replace(
        one, text=made.text, start=made.start, end=made.end, seal=made.seal, writer=made.writer
    )


def _telling(context: Context, there: KnownPyramid, made: Topic) -> Iterator[Edit]:
    """What keeps what a topic tells; its name is whoever's it is.

    One that somebody forgot meanwhile is not written anew, and nothing belongs to it any more.
    """
    ref = known.topic_ref(context, made.slug)
    if there.is_known(made.slug) and not there.stands(made.slug):
        yield Ensure(ref, Topic(made.slug, made.name))
    yield Amend(ref, lambda one: replace(made, name=one.name))


def _emptied(one: Topic) -> Topic:
    """A topic of which nothing is known any more."""
    return Topic(one.slug, one.name)
