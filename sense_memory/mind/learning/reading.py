"""Reading what is worth keeping by rules, without a model."""

from collections.abc import Sequence

from ...core.learned import Skipped
from ...core.llm import Role
from ...core.records.conversation import Turn
from ...core.records.pyramid import USER
from ..pyramid.rules.observing import is_first_person, observed
from .fact import Fact
from .relation import Relation
from .relations import relations
from .secrets import without_secrets_of
from .statements import Injected, is_injected, is_lasting, statements, without_fenced


def of_text(text: str, about: str | None, injected: Injected) -> tuple[list[Fact], list[Skipped]]:
    """The statements of a text, each a memory, and what is none."""
    found, skipped = statements(text, injected)
    facts: list[Fact] = []
    for place, one in enumerate(found):
        related = tuple(relations(one, about))
        is_own = _is_own(one, related)
        topic = _topic(about, is_own=is_own)
        facts.append(Fact(one, one, place, related, is_own=is_own, topic=topic))
    return facts, skipped


def of_turns(
    turns: Sequence[Turn], about: str | None, injected: Injected, first: int
) -> tuple[list[Fact], list[Skipped]]:
    """What of a conversation is worth keeping: of what the agent did not say itself.

    What tells something is observed. Remembered is what is likely to be so for long, or tells how
    two are related.

    Args:
        turns: All of a piece of it, in order.
        about: Who speaks in the user's role.
        injected: Content words of what a prompt told.
        first: From which turn on they are read; those before are only understood.
    """
    turns = read_without_secrets(turns)
    facts: list[Fact] = []
    skipped: list[Skipped] = []
    for place, turn in enumerate(turns):
        if place < first or turn.role is not Role.USER:
            continue
        told, rest = statements(turn.text, injected)
        skipped += rest
        for one in told:
            found = tuple(relations(one, about))
            if found or is_lasting(one):
                is_own = _is_own(one, found)
                facts.append(Fact(one, one, place, found, is_own=is_own, is_observed=False))
    own = [without_fenced(turn.text)[0] for turn in turns]
    readable = [_saying(turn, text) for turn, text in zip(turns, own, strict=True)]
    for noted in observed(readable):
        turn = turns[noted.turn]
        label = f"{turn.speaker}: "
        bare = noted.text.removeprefix(label)
        if noted.turn < first or turn.role is not Role.USER or is_injected(bare, injected):
            continue
        topic = about if noted.topic == USER and about is not None else noted.topic
        facts.append(Fact(noted.text, bare, noted.turn, is_memory=False, topic=topic))
    return sorted(facts, key=lambda one: one.place), skipped


def _is_own(sentence: str, related: Sequence[Relation]) -> bool:
    """Whether somebody says something of themselves."""
    return is_first_person(sentence) or any(
        party.is_speaker for one in related for party in (one.start, one.end)
    )


def is_told(text: str, injected: Injected) -> bool:
    """Whether a fact only says again what a prompt told."""
    return is_injected(text, injected)


def read_without_secrets(turns: Sequence[Turn]) -> list[Turn]:
    """Turns as they are read, by rules or by a model; they are kept as they were said."""
    texts = without_secrets_of([turn.text for turn in turns])
    return [
        turn if text == turn.text else _saying(turn, text)
        for turn, text in zip(turns, texts, strict=True)
    ]


def _saying(turn: Turn, text: str) -> Turn:
    return Turn(turn.conversation, turn.id, turn.role, text, turn.at, turn.speaker, turn.order)


def _topic(about: str | None, *, is_own: bool) -> str | None:
    if about is not None:
        return about
    return USER if is_own else None
