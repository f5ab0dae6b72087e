"""Taking over what another program knows: what was said and stated, and who and what there is.

Items go by in batches. What is known already is left out first, then what is left of a conversation
is read chunk by chunk, and a chunk is committed together with what was observed in it: a turn that
stands was observed. So whoever is killed and begins again has everything once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from ..core.change import Edit, Ensure, Put
from ..core.errors import InputError, LLMError, ProviderError
from ..core.import_report import ImportReport
from ..core.items import Item, Mark, Marked, Named, Problem, Related, Said, Stated
from ..core.ports import Presence
from ..core.pyramid import Progress, Watcher
from ..core.records.conversation import (
    ConversationHead,
    Turn,
    head_name,
    imported_conversation,
    turn_name,
    turn_origin,
)
from ..core.records.pyramid import BASE_TOPICS, Observation, Topic, observation_id
from ..core.ref import Ref
from ..mind.pyramid.filing import topic_of
from ..mind.pyramid.noted import Noted
from ..mind.pyramid.prompts.cost import observing_cost
from ..mind.pyramid.prompts.observing import ENVELOPE
from ..mind.pyramid.rules.observing import observed
from ..mind.pyramid.topics import slug_of, title_of
from ..mind.token_count import token_count
from .context import Context
from .conversation.parts import bytes_of_part, cut, parts_of
from .graph.taking import Outcome, Taken, Taking, is_of_graph
from .import_keeper import Estimate, Keeper
from .parallel import in_parallel
from .pyramid.writer import Writer
from .pyramid.writers import RULES, writer_of

LOOKED_UP = 200
"""Items that are looked up at once."""
AT_ONCE = 250
"""Turns and statements from which on they are kept; a commit has about so many and what was
observed in them."""
WINDOWS = 4
"""How many times as many chunks as a model is asked about at once are read ahead."""
MOST_OPEN = 4_000
"""Turns of chunks that are not full; in a source that goes back and forth between conversations."""
PLACES = 1_000
"""Of what is observed so much has a place in a turn, of several that were said at one time."""
MOST_RELATIONS = 100_000
"""Relations that wait for what their ends are."""
MOST_PROBLEMS = 1_000
"""Problems that a report names; the others are counted."""


async def import_items(
    context: Context,
    items: Iterable[Item | Marked],
    *,
    dry_run: bool,
    observe: bool,
    parallel: int | None,
    watch: Watcher | None,
) -> ImportReport:
    """Take items over, or count them; everything but what it means for relays is in the report."""
    writer = writer_of(context, parallel)
    keeper = Estimate(context) if dry_run else Keeper(context)
    run = _Import(context, writer, keeper, watch, observes=observe)
    await run.take_all(items)
    return run.report()


@dataclass(slots=True)
class Chunk:
    """Turns of one conversation that are read together.

    Attributes:
        head: The conversation.
        turns: Whole messages, in the order of their source.
        costs: What each of them costs in tokens.
        tokens: What they cost together as a model is shown them: a chunk is one request.
    """

    head: ConversationHead
    turns: list[Turn] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    tokens: int = 0


@dataclass(slots=True)
class _Counts:
    """What came by so far, as in ``ImportReport``."""

    items: int = 0
    messages: int = 0
    statements: int = 0
    known: int = 0
    forgotten: int = 0
    observations: int = 0
    nodes: int = 0
    notes: int = 0
    edges: int = 0
    problem_count: int = 0
    calls: int = 0
    input_tokens: int = 0
    problems: list[Problem] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class _Import:
    """One run over a source."""

    def __init__(
        self,
        context: Context,
        writer: Writer,
        keeper: Keeper,
        watch: Watcher | None,
        *,
        observes: bool,
    ) -> None:
        self._observes = observes
        self._context = context
        self._writer = writer
        self._keeper = keeper
        self._watch = watch
        self._counts = _Counts()
        self._room = bytes_of_part(context.config.records)
        self._open: dict[str, Chunk] = {}
        self._full: list[Chunk] = []
        self._statements: list[tuple[Topic | None, list[Observation]]] = []
        """What is stated, with its topic."""
        self._graph = Taking(context, self._fitting, is_dry_run=keeper.is_dry_run)
        self._of_graph: list[Taken] = []
        """What of the graph is not kept yet."""
        self._placed = 0
        """How many statements came by: each stands where it stands in its source."""
        self._waiting = 0
        """Turns in full chunks."""
        self._new: set[str] = set()
        """Ids of what is new and not kept yet."""
        self._heads: dict[str, bool] = {}
        """The conversations that were met, and whether somebody forgot them."""
        self._orders: dict[str, dict[float | None, int]] = {}
        self._marks: dict[str, dict[str, Mark]] = {}
        self._may_mark = True

    # ------------------------------------------------------------------ taking

    async def take_all(self, items: Iterable[Item | Marked]) -> None:
        """Everything, and what is left over at the end.

        Raises:
            LLMError: The model could not be asked any more, or not at all.
        """
        source = iter(items)
        while batch := list(islice(source, LOOKED_UP)):
            await self._take(batch)
            if self._is_enough():
                await self._work()
            self._tell()
        self._close_all()
        await self._work(is_last=True)
        self._tell()

    def report(self) -> ImportReport:
        """What it came to."""
        counts = self._counts
        return ImportReport(
            is_dry_run=self._keeper.is_dry_run,
            conversations=len(self._heads),
            messages=counts.messages,
            statements=counts.statements,
            known=counts.known,
            forgotten=counts.forgotten,
            observations=counts.observations,
            nodes=counts.nodes,
            notes=counts.notes,
            edges=counts.edges,
            problems=tuple(counts.problems),
            problem_count=counts.problem_count,
            failures=tuple(counts.failures),
            events=self._keeper.events,
            bytes=self._keeper.bytes,
            calls=counts.calls,
            input_tokens=counts.input_tokens,
        )

    def _tell(self) -> None:
        if self._watch is not None:
            self._watch(Progress("importing", self._counts.items, None))

    async def _take(self, batch: Sequence[Item | Marked]) -> None:
        """Sort a batch into what is to be kept and what is known."""
        presence = await self._presence(batch)
        if any(isinstance(item, Named | Stated) and is_of_graph(item) for item in batch):
            await self._graph.begin()
        for item in batch:
            if isinstance(item, Marked):
                # what it covers is to be kept before it is
                self._close_all()
                self._marks.setdefault(item.source, {})[item.file] = item.mark
                continue
            if isinstance(item, Problem):
                self._meet(item)
                continue
            self._counts.items += 1
            if isinstance(item, Said):
                self._take_said(item, presence)
            elif isinstance(item, Related):
                self._graph.waiting.append(item)
            elif isinstance(item, Named) or is_of_graph(item):
                self._take_of_graph(self._graph.take(item, presence))
            else:
                self._take_stated(item, presence)

    def _meet(self, problem: Problem) -> None:
        self._counts.problem_count += 1
        if len(self._counts.problems) < MOST_PROBLEMS:
            self._counts.problems.append(problem)

    def _take_of_graph(self, outcome: Outcome) -> None:
        match outcome:
            case Taken():
                self._of_graph.append(outcome)
                # as a report counts them
                self._counts.items += outcome.nodes + outcome.notes + outcome.edges - 1
            case Problem():
                self._meet(outcome)
            case Presence.FORGOTTEN:
                self._counts.forgotten += 1
            case _:
                self._counts.known += 1

    async def _presence(self, batch: Sequence[Item | Marked]) -> dict[Ref[Any], Presence]:
        """What is known of everything that a batch may become."""
        wanted: dict[Ref[Any], None] = {}
        for item in batch:
            if isinstance(item, Said):
                conversation = imported_conversation(item.source, item.conversation)
                if conversation not in self._heads:
                    wanted[self._head(conversation)] = None
                wanted[self._turn(conversation, item.id)] = None
            elif isinstance(item, Named) or (isinstance(item, Stated) and is_of_graph(item)):
                wanted.update(dict.fromkeys(self._graph.refs(item)))
            elif isinstance(item, Stated):
                for one in self._stated(item):
                    wanted[self._context.ref(Observation, one.id)] = None
                    if one.topic is not None and one.topic not in BASE_TOPICS:
                        wanted[self._context.ref(Topic, one.topic)] = None
        refs = list(wanted)
        return dict(zip(refs, await self._context.records.presence(refs), strict=True))

    def _topic_ref(self, topic: Topic) -> Ref[Topic]:
        return self._context.ref(Topic, topic.slug)

    def _head(self, conversation: str) -> Ref[ConversationHead]:
        return self._context.ref(ConversationHead, head_name(conversation))

    def _turn(self, conversation: str, turn: str) -> Ref[Turn]:
        return self._context.ref(Turn, turn_name(conversation, turn))

    def _take_said(self, item: Said, presence: dict[Ref[Any], Presence]) -> None:
        conversation = imported_conversation(item.source, item.conversation)
        if conversation not in self._heads:
            how = presence[self._head(conversation)]
            self._heads[conversation] = how is Presence.FORGOTTEN
        # of what was said at one time each stands where it stands in the source, known or not
        orders = self._orders.setdefault(conversation, {})
        if item.at not in orders:
            unordered = orders.get(None, 0)
            orders.clear()
            orders[None] = unordered
        order = orders.get(item.at, 0)
        orders[item.at] = order + 1
        ref = self._turn(conversation, item.id)
        if self._heads[conversation] or presence[ref] is Presence.FORGOTTEN:
            self._counts.forgotten += 1
        elif presence[ref] is Presence.LIVING or ref.name in self._new:
            self._counts.known += 1
        else:
            turn = Turn(conversation, item.id, item.role, item.text, item.at, item.speaker, order)
            self._new.add(ref.name)
            self._add(ConversationHead(conversation, item.title, item.source), turn)

    def _add(self, head: ConversationHead, turn: Turn) -> None:
        """Put a turn into the chunk of its conversation."""
        cost = token_count(turn.text)
        shown = cost + ENVELOPE
        most = self._context.config.pyramid.chunk_tokens
        chunk = self._open.get(head.id)
        if chunk is not None and chunk.tokens + shown > most:
            self._close(head.id)
            chunk = None
        if chunk is None:
            chunk = self._open[head.id] = Chunk(head)
        chunk.turns.append(turn)
        chunk.costs.append(cost)
        chunk.tokens += shown

    def _close(self, conversation: str) -> None:
        chunk = self._open.pop(conversation)
        self._full.append(chunk)
        self._waiting += len(chunk.turns)

    def _close_all(self) -> None:
        for conversation in list(self._open):
            self._close(conversation)

    def _stated(self, item: Stated) -> list[Observation]:
        """What a statement becomes: an observation, or as many as it takes."""
        origin = f"{item.source}/{item.id}"
        topic = self._topic(topic_of(item))
        # the time is no part of it: what a source says again later is the same statement
        return [
            Observation(
                observation_id(part, None, origin),
                part,
                item.at,
                None if topic is None else topic.slug,
                origin,
            )
            for part in self._fitting(item.text)
        ]

    def _fitting(self, text: str) -> list[str]:
        """A text as one observation, or as many as it takes."""
        return [part.strip() for part in cut(text, self._room)]

    def _topic(self, name: str | None) -> Topic | None:
        """A topic by its name; of a name without letters and digits none."""
        if name is None:
            return None
        try:
            return Topic(slug_of(name), title_of(name))
        except InputError:
            return None

    def _take_stated(self, item: Stated, presence: dict[Ref[Any], Presence]) -> None:
        topic = self._topic(topic_of(item))
        if topic is not None and presence.get(self._topic_ref(topic)) is Presence.FORGOTTEN:
            topic = None
        stated = self._stated(item)
        # known ones count, so that whoever goes on gives each the place that it would have had
        found = [
            (replace(one, order=place), presence[self._context.ref(Observation, one.id)])
            for place, one in enumerate(stated, self._placed)
        ]
        self._placed += len(stated)
        new = [one for one, how in found if how is Presence.UNKNOWN and one.id not in self._new]
        if new:
            self._new.update(one.id for one in new)
            slug = None if topic is None else topic.slug
            self._statements.append((topic, [replace(one, topic=slug) for one in new]))
        elif any(how is Presence.FORGOTTEN for _, how in found):
            self._counts.forgotten += 1
        else:
            self._counts.known += 1

    # ------------------------------------------------------------------ keeping

    def _is_enough(self) -> bool:
        if sum(len(chunk.turns) for chunk in self._open.values()) > MOST_OPEN:
            self._close_all()
        if len(self._statements) >= AT_ONCE or len(self._of_graph) >= AT_ONCE:
            return True
        if len(self._graph.waiting) >= MOST_RELATIONS:
            return True
        if self._writer.id == RULES or self._keeper.is_dry_run:
            return self._waiting >= AT_ONCE
        return len(self._full) >= WINDOWS * self._writer.parallel

    async def _work(self, *, is_last: bool = False) -> None:
        """Observe and keep what is waiting, and then the marks that cover it.

        Args:
            is_last: Whether nothing follows.

        Raises:
            LLMError: The model could not be asked any more, or not at all.
        """
        await self._keep_statements()
        if is_last or self._marks or len(self._graph.waiting) >= MOST_RELATIONS:
            for outcome in await self._graph.join():
                self._take_of_graph(outcome)
        await self._keep_of_graph()
        chunks, self._full, self._waiting = self._full, [], 0
        undone = await in_parallel(self._writer.parallel, chunks, self._observe, self._keep_chunks)
        if not self._keeper.is_dry_run:
            # what is open stays; of all else the store knows by now
            self._new = {
                turn_name(turn.conversation, turn.id)
                for chunk in self._open.values()
                for turn in chunk.turns
            }
        for _, error in undone.failed:
            self._counts.failures.append(str(error))
        if undone.failed or undone.untried:
            self._may_mark = False
        if undone.untried or (undone.failed and not self._keeper.events):
            raise self._stopped(undone.failed[-1][1])
        if self._may_mark:
            for source, marks in self._marks.items():
                await self._keeper.keep_marks(source, self._context.scope, marks)
            self._marks.clear()

    def _stopped(self, error: ProviderError) -> LLMError:
        kept = self._counts
        stated = kept.statements + kept.nodes + kept.notes + kept.edges
        return LLMError(
            f"{error}. Until then {kept.messages} messages and {stated} statements were "
            "taken; they stay. Import the same again to go on"
        )

    async def _observe(self, chunk: Chunk) -> Sequence[Noted]:
        if not self._observes:
            return ()
        if self._writer.id != RULES:
            cost = observing_cost(chunk.costs, self._context.config.pyramid.chunk_tokens)
            self._counts.calls += cost.calls
            self._counts.input_tokens += cost.input_tokens
        if self._keeper.is_dry_run:
            return observed(chunk.turns)  # about as much as a model would note, which nobody asks
        return await self._writer.observe(chunk.turns)

    async def _keep_chunks(self, done: Sequence[tuple[Chunk, Sequence[Noted]]]) -> None:
        """Commit chunks, each with all that was noted of it."""
        edits: dict[Ref[Any], Edit] = {}
        turns = 0
        for chunk, noted in done:
            edits.update((edit.ref, edit) for edit in self._of_chunk(chunk, noted))
            turns += len(chunk.turns)
            if turns >= AT_ONCE:
                await self._keep(edits, messages=turns)
                edits, turns = {}, 0
        await self._keep(edits, messages=turns)

    async def _keep(
        self, edits: Mapping[Ref[Any], Edit], *, messages: int = 0, statements: int = 0
    ) -> None:
        if edits:
            await self._keeper.keep(list(edits.values()))
        self._counts.messages += messages
        self._counts.statements += statements
        self._counts.observations += sum(ref.kind is Observation for ref in edits)

    def _of_chunk(self, chunk: Chunk, noted: Sequence[Noted]) -> Iterator[Edit]:
        """What keeps a chunk."""
        yield Ensure(self._head(chunk.head.id), chunk.head)
        for turn in chunk.turns:
            said = (turn.role, turn.text, turn.at, turn.speaker, turn.order)
            for part in parts_of(turn.conversation, turn.id, *said, part_bytes=self._room):
                yield Put(self._turn(part.conversation, part.id), part)
        places = dict.fromkeys(range(len(chunk.turns)), 0)
        for one in noted:
            turn = chunk.turns[one.turn]
            topic = self._topic(one.topic)
            if topic is not None and not topic.is_base:
                yield Ensure(self._topic_ref(topic), topic)
            slug = None if topic is None else topic.slug
            origin = turn_origin(turn.conversation, turn.id)
            for text in self._fitting(one.text):
                id_ = observation_id(text, turn.at, origin)
                ref = self._context.ref(Observation, id_)
                order = turn.order * PLACES + places[one.turn]
                places[one.turn] += 1
                yield Put(ref, Observation(id_, text, turn.at, slug, origin, order=order))

    async def _keep_statements(self) -> None:
        statements, self._statements = self._statements, []
        for start in range(0, len(statements), AT_ONCE):
            some = statements[start : start + AT_ONCE]
            edits: dict[Ref[Any], Edit] = {}
            for topic, observations in some:
                if topic is not None and not topic.is_base:
                    edits[self._topic_ref(topic)] = Ensure(self._topic_ref(topic), topic)
                for one in observations:
                    ref = self._context.ref(Observation, one.id)
                    edits[ref] = Put(ref, one)
            await self._keep(edits, statements=len(some))

    async def _keep_of_graph(self) -> None:
        taken, self._of_graph = self._of_graph, []
        for start in range(0, len(taken), AT_ONCE):
            some = taken[start : start + AT_ONCE]
            edits: dict[Ref[Any], Edit] = {}
            for one in some:
                for edit in one.edits:
                    edits.setdefault(edit.ref, edit)
            await self._keep(edits)
            self._counts.nodes += sum(one.nodes for one in some)
            self._counts.notes += sum(one.notes for one in some)
            self._counts.edges += sum(one.edges for one in some)
        self._graph.kept()
