"""A record of any room as a plain sentence: what it says, since when, and where it comes from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..core.found import Room
from ..core.records.conversation import Turn, conversation_in, turn_of_origin
from ..core.records.flat import as_persona
from ..core.records.graph import Edge, Node, Note
from ..core.records.journal import JournalEntry
from ..core.records.kv import Memory
from ..core.records.persona import PersonaMemory
from ..core.records.pyramid import Observation, Summary, Topic
from ..core.records.rapport import Layer
from .graph.sentences import edge_sentence, node_sentence
from .rapport.line import one_line
from .text import key_tokens, tokens

Telling: TypeAlias = (
    PersonaMemory
    | Memory
    | Observation
    | Summary
    | Topic
    | Node
    | Edge
    | Note
    | Turn
    | JournalEntry
    | Layer
)
"""What can be told."""
_PERSONA, _PYRAMID = "persona/", "pyramid/"
_SENTENCE = 3
"""Words from which on a value needs no name before it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a record says.

    Attributes:
        room: Of what kind it is.
        text: It, in a sentence; ``""`` where it says nothing, or waits to be made anew.
        since: Since when it holds or is known, or when it was said, seconds since the epoch;
            ``None`` if nobody knows.
        source: Where it comes from, in words; or nothing.
    """

    room: Room
    text: str
    since: float | None
    source: str = ""


def told(record: Telling, name_of: Callable[[str], str], user: str) -> Told:
    """What a record says.

    Args:
        record: Which.
        name_of: What people call the node of a key.
        user: Whose mind it is: what that one told comes from nobody else.
    """
    match record:
        case PersonaMemory() | Memory():
            return _memory(as_persona(record))
        case Observation() | Summary() | Topic():
            return _piece(record)
        case Node() | Edge() | Note():
            return _of_graph(record, name_of, user)
        case Turn():
            who = record.speaker or record.role.value.capitalize()
            text = f"{one_line(who)}: {one_line(record.text)}"
            return Told(Room.TURN, text, record.at, f"conversation {record.conversation}")
        case JournalEntry():
            return Told(Room.JOURNAL, one_line(record.content), record.created_at, "the journal")
        case Layer():
            by = f"{record.sessions} sessions" if record.edit is None else "written by hand"
            return Told(Room.LAYER, one_line(record.shown), record.updated_at, by)


def _piece(record: Observation | Summary | Topic) -> Told:
    if isinstance(record, Observation):
        return Told(Room.OBSERVATION, one_line(record.text), record.at, origin(record.origin))
    made = _made(len(record.inputs))
    if isinstance(record, Summary):
        return Told(Room.SUMMARY, one_line(record.text or ""), record.end, made)
    said = " ".join(lines_of(record)) or record.description
    return Told(Room.TOPIC, one_line(f"{record.name}: {said}") if said else "", record.at, made)


def lines_of(topic: Topic) -> list[str]:
    """What the text of a topic says, line by line: without its headings and the marks of a list."""
    lines = (line.strip() for line in (topic.content or "").splitlines())
    said = (one_line(line.lstrip("-*> ")) for line in lines if not line.startswith("#"))
    return [line for line in said if line]


def _of_graph(record: Node | Edge | Note, name_of: Callable[[str], str], user: str) -> Told:
    if isinstance(record, Node):
        return Told(Room.NODE, node_sentence(record), record.created_at, origin(record.origin))
    if isinstance(record, Edge):
        source = origin(record.origin) or _teller(record.recorded_by, user)
        return Told(Room.EDGE, edge_sentence(record, name_of), record.valid_from, source)
    source = origin(record.source) or _teller(record.added_by, user)
    return Told(Room.NODE, one_line(record.content), record.added_at, source)


def _teller(by: str, user: str) -> str:
    return "" if by == user else by


def _memory(memory: PersonaMemory) -> Told:
    """A value that is no sentence stands behind what it is the value of."""
    value = one_line(memory.value)
    said = set(tokens(value))
    if len(value.split()) < _SENTENCE and not said.issuperset(key_tokens(memory.key)):
        value = f"{_name(memory, said)}: {value}"
    return Told(Room.MEMORY, value, memory.created_at, origin(memory.source))


def _name(memory: PersonaMemory, said: set[str]) -> str:
    """The key, but for what of it the value says anyway, behind whom it is about."""
    key = set(key_tokens(memory.key))
    whom = (one for one in memory.themes if key == said.union(named := tokens(one)) and named)
    return next(whom, memory.key)


def origin(text: str) -> str:
    """Where something was learned from, in words."""
    if (turn := turn_of_origin(text)) is not None:
        return f"conversation {conversation_in(turn)}"
    if text.startswith(_PERSONA):
        return f"the memory {text.removeprefix(_PERSONA)}"
    return text


def origins(record: Telling) -> frozenset[str]:
    """The references of what a record was learned from, or is made of."""
    match record:
        case PersonaMemory():
            return frozenset((record.source,))
        case Observation() | Node() | Edge():
            return frozenset((record.origin,))
        case Note():
            return frozenset((record.source,))
        case Summary() | Topic():
            return frozenset(_PYRAMID + given for given in record.inputs)
        case _:
            return frozenset()


def _made(count: int) -> str:
    return f"made of {count} observations and summaries" if count else ""
