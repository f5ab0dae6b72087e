"""What taking over somebody's memories came to, or would."""

from dataclasses import dataclass

from .items import Problem


@dataclass(frozen=True, slots=True)
class RelayLoad:
    """What an import means for one relay.

    Attributes:
        url: The relay.
        events: How many events are written to it.
        bytes: Their size, about.
        seconds: How long that takes at the rate at which writing begins; 0 on this machine.
    """

    url: str
    events: int
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was taken, or would be.

    Attributes:
        is_dry_run: Whether nothing was written.
        conversations: How many conversations were met.
        messages: Messages that are new here.
        statements: Statements that are new here.
        known: Items that were here before.
        forgotten: Items that somebody forgot here since, or whose conversation; they stay so.
        observations: What was observed in all of it; of a dry run with a model, an estimate.
        nodes: People, concepts and entities that are new in the graph.
        notes: What is noted of them, and new here.
        edges: Relations that are new there.
        problems: What could not be taken, the first thousand.
        problem_count: How many that were.
        failures: What a model could not be asked about, in sentences; importing the same again
            asks again.
        events: Events that were written.
        bytes: Their size, about.
        relays: What that means for each relay in use.
        calls: Requests to a model, made or to be made; 0 without one.
        input_tokens: What those took in, or would, about.
    """

    is_dry_run: bool
    conversations: int = 0
    messages: int = 0
    statements: int = 0
    known: int = 0
    forgotten: int = 0
    observations: int = 0
    nodes: int = 0
    notes: int = 0
    edges: int = 0
    problems: tuple[Problem, ...] = ()
    problem_count: int = 0
    failures: tuple[str, ...] = ()
    events: int = 0
    bytes: int = 0
    relays: tuple[RelayLoad, ...] = ()
    calls: int = 0
    input_tokens: int = 0
