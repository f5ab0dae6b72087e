"""What the rooms offer, and where each of it comes from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...core.prompt import Section, Trust
from ...core.records.flat import as_persona
from ...core.records.graph import Edge, Node
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation, Summary, Topic, observation_of, summary_of
from ...core.records.reference import referent
from ...mind.prompt.candidate import Candidate
from ...mind.prompt.subject import subject
from ...mind.prompt.trust import Provenance, least, provenance, told_by
from ...mind.search.documents import Documents
from ...mind.told import told
from ...mind.views.graphs import KnownGraph
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from ..superseded import superseded

Offered = PersonaMemory | Memory | Observation | Summary | Topic | Node | Edge
_SUMMED_UP = "made of what was observed"


@dataclass(frozen=True, slots=True)
class Offer:
    """A record that answers, or belongs to whom it is about.

    Attributes:
        section: Where it would stand.
        reference: What names it.
        record: It.
        score: As of a candidate.
        why: As of a candidate.
        text: What of it is told; ``None`` for all.
    """

    section: Section
    reference: str
    record: Offered
    score: float
    why: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """What a room offers, the best first, with what it knows, by which origins are followed.

    Attributes:
        found: It, each record once.
        warning: Why the encoder could not be asked, if that is so.
        memories: What search knows of memories.
        pyramid: What is known of the pyramid.
        graph: What is known of the graph.
    """

    found: tuple[Offer, ...] = ()
    warning: str | None = None
    memories: Documents | None = None
    pyramid: KnownPyramid | None = None
    graph: KnownGraph | None = None

    @classmethod
    def all(cls, several: Iterable["Offers"]) -> "Offers":
        """What several rooms offer."""
        given = list(several)
        return cls(
            tuple(offer for one in given for offer in one.found),
            memories=next((one.memories for one in given if one.memories is not None), None),
            pyramid=next((one.pyramid for one in given if one.pyramid is not None), None),
            graph=next((one.graph for one in given if one.graph is not None), None),
        )

    async def standing(self, context: Context) -> "Offers":
        """Without what was read of a statement that is so no more."""
        gone = await superseded(context, self.memories, (one.record for one in self.found))
        return replace(self, found=tuple(one for one in self.found if one.reference not in gone))

    def candidates(self, context: Context) -> list[Candidate]:
        """What may stand in a prompt, with where it comes from."""
        tracing = _Tracing(context, self)
        found = list[Candidate]()
        for offer in self.found:
            one = told(offer.record, self._name_of, context.user)
            text = one.text if offer.text is None else offer.text
            from_where = tracing.of(offer.record)
            # a line is read by itself: what names nobody would be taken to be of anybody
            about = subject(offer.record, text)
            found.append(
                Candidate(
                    offer.section,
                    offer.reference,
                    text,
                    f"about {about}; {from_where.origin}" if about else from_where.origin,
                    from_where.trust,
                    offer.score,
                    offer.why,
                    one.since,
                )
            )
        return found

    def _name_of(self, key: str) -> str:
        return key.partition(":")[2] if self.graph is None else self.graph.name_of(key)


class _Tracing:
    """Where records come from, as far as that is known without reading any."""

    def __init__(self, context: Context, known: Offers) -> None:
        self._context = context
        self._known = known
        self._made: dict[str, Trust] = {}

    def of(self, record: Offered) -> Provenance:
        """Where a record comes from."""
        match record:
            case PersonaMemory() | Memory():
                return self._of_source(as_persona(record).source)
            case Observation() | Node():
                return self._of_source(record.origin)
            case Edge():
                if record.origin:
                    return self._of_source(record.origin)
                return told_by(record.recorded_by, self._context.user)
            case Summary() | Topic():
                return Provenance(self._of_inputs(record.inputs), _SUMMED_UP)

    def _of_source(self, source: str) -> Provenance:
        return provenance(source, self._source_of)

    def _of_inputs(self, inputs: Iterable[str]) -> Trust:
        """How far what is made of some inputs is to be believed."""
        pyramid = self._known.pyramid
        if pyramid is None:
            return Trust.FOREIGN
        trusts = set[Trust]()
        waiting, seen = list(inputs), set(inputs)
        while waiting and Trust.FOREIGN not in trusts:
            given = waiting.pop()
            if (name := observation_of(given)) is not None:
                observed = pyramid.observation(name)
                trusts.add(Trust.FOREIGN if observed is None else self.of(observed).trust)
            elif (name := summary_of(given)) is not None:
                summary = pyramid.summary(name)
                more = () if summary is None else summary.inputs - seen
                trusts |= {Trust.FOREIGN} if summary is None else set()
                waiting += more
                seen |= set(more)
        return least(trusts)

    def _source_of(self, reference: str) -> str | None:
        """What the record that a reference names was learned from."""
        ref = referent(reference, self._context.scope)
        known = self._known
        if ref is None:
            return None
        if ref.kind in (PersonaMemory, Memory):
            return None if known.memories is None else known.memories.source_of(ref)
        if ref.kind is Observation and known.pyramid is not None:
            observed = known.pyramid.observation(ref.name)
            return None if observed is None else observed.origin
        if ref.kind is Node and known.graph is not None:
            node = known.graph.node(ref.name)
            return None if node is None else node.origin
        if ref.kind is Edge and known.graph is not None:
            edge = known.graph.edge(ref.name)
            if edge is None:
                return None
            by = edge.recorded_by
            return edge.origin or ("" if by == self._context.user else by)
        return None


def once(offers: Iterable[Offer], most: int, key: Callable[[Offer], str]) -> tuple[Offer, ...]:
    """The first of some offers, each thing once."""
    found = dict[str, Offer]()
    for offer in offers:
        if len(found) == most:
            break
        found.setdefault(key(offer), offer)
    return tuple(found.values())
