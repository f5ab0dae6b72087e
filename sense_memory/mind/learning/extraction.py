"""How a model is asked what a text or a conversation says that is worth keeping."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import InputError
from ...core.llm import Role, Shape, strict_object
from ...core.moments import moment_of
from ...core.records.conversation import Turn
from ...core.records.graph import NodeType, node_key
from ..graph.told import relationship_word
from ..graph.types import SEMANTIC
from ..prompting.answers import entries, line, number
from ..prompting.quoted import DATA_RULE, fenced, quoted
from ..pyramid.prompts.observing import Part, requests
from .fact import FACTS, Fact
from .relation import SPEAKER, Party, Relation
from .secrets import holds_secret

MOST_ASKED = 30
"""Facts that one answer is asked for."""
MOST_KEPT = 100
"""Facts, and relations, of one answer that are kept; nobody counts exactly."""
FACT_TOKENS = 120
"""Tokens of one fact; what is longer is cut."""
NAME_TOKENS = 24
"""Tokens of a name."""
FACETS: Mapping[str, str] = {
    "fact": FACTS,
    "preference": FACTS,
    "plan": FACTS,
    "event": FACTS,
    "decision": "decisions",
    "belief": "beliefs",
    "procedure": "procedures",
    "feeling": "emotions",
}
"""The kind of a fact, to the facet of persona memories where it is filed."""
WHOEVER_SPEAKS = "speaker"
"""Stands for the user in what a model answers."""

SYSTEM = f"""\
You keep the memory of an AI, the Assistant. You are given what somebody wrote or said, message by \
message, and you note what in it will still be worth knowing in a month: single facts, and how two \
people or things are related.

Facts:
1. One fact a sentence, at most 30 words, that can be understood alone: names in place of \
pronouns; the person who speaks is called by their name, or "User" if it is not known.
2. At most {MOST_ASKED}; fewer are better, and an empty list is right where nothing is worth \
keeping. Not worth keeping: greetings, questions, requests to do something once, what anybody \
could look up, and what only repeats what was said before.
3. Only what is stated. A joke, fiction, a guess, a condition or a wish is not noted as a fact; \
what somebody says about somebody else is noted as their claim.
4. Keep names, numbers, amounts and dates exactly; turn "tomorrow" into a date by the time of the \
message. "when" is the date since which or at which it is so, as YYYY-MM-DD, or empty.
5. "about" is "{WHOEVER_SPEAKS}" where the fact is about the person who speaks, else the name of \
whom or what it is about.
6. Write in the language of the message.

Relations: who works where, lives where, is married to whom, studies, uses or owns what; each with \
the two names and a word or two, hyphenated, in English, like works-at. The person who speaks is \
"{WHOEVER_SPEAKS}". Only what is stated to be so now.

Give with each the number of the message that says it.

{DATA_RULE.format(what="the messages")}"""
"""Who notes, what, and how; the words and the rules are ours."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a model read.

    Attributes:
        facts: In the order of their messages.
    """

    facts: tuple[Fact, ...]


def pieces(turns: Sequence[Turn], tokens: int) -> list[list[Part]]:
    """Messages as one request, or as many as it takes."""
    return requests(turns, tokens)


def prompt(turns: Sequence[Turn], parts: Sequence[Part]) -> str:
    """What is asked of some messages."""
    lines = (
        quoted(
            {
                "message": place,
                "by": "Assistant" if turns[part.turn].role is Role.ASSISTANT else "User",
                "name": turns[part.turn].speaker,
                "text": part.text,
            }
        )
        for place, part in enumerate(parts, start=1)
    )
    return f"{fenced('messages', lines)}\n\nWhat in this is worth keeping?"


def shape(turns: Sequence[Turn], parts: Sequence[Part], about: str | None) -> Shape[Extracted]:
    """What is read of some messages, in their order.

    Args:
        turns: All messages.
        parts: What of them is asked about.
        about: The name of who speaks, if it is known.
    """

    def read(answer: object) -> Extracted:
        given = entries(answer, "facts")
        found = [one for each in given if (one := _fact(each, turns, parts)) is not None]
        if given and not found:
            raise ValueError(f"each fact has a text, and a message from 1 to {len(parts)}")
        related = [
            told
            for each in entries(answer, "relations")
            if (told := _relation(each, parts, about)) is not None
        ]
        return Extracted(_joined(found[:MOST_KEPT], related[:MOST_KEPT], turns))

    place = {
        "type": "integer",
        "description": f"The number of the message that says it, 1 to {len(parts)}.",
    }
    text = {"type": "string"}
    kind = {"type": "string", "enum": list(FACETS)}
    node = {"type": "string", "enum": [one.value for one in SEMANTIC]}
    fact = strict_object(
        {"text": text, "message": place, "about": text, "kind": kind, "when": text}
    )
    relation = strict_object(
        {
            "from": text,
            "from_type": node,
            "relation": text,
            "to": text,
            "to_type": node,
            "message": place,
        }
    )
    return Shape(
        name="learn",
        description="What is worth keeping of some messages.",
        schema=strict_object(
            {
                "facts": {"type": "array", "items": fact},
                "relations": {"type": "array", "items": relation},
            }
        ),
        read=read,
    )


def _fact(each: Mapping[str, Any], turns: Sequence[Turn], parts: Sequence[Part]) -> Fact | None:
    text, turn = line(each.get("text"), FACT_TOKENS), _turn(parts, each.get("message"))
    if not text or turn is None:
        return None
    about = line(each.get("about"), NAME_TOKENS).casefold()
    is_own = about in (WHOEVER_SPEAKS, "user", turns[turn].speaker.casefold() or "user")
    kind = each.get("kind")
    return Fact(
        *(text, text, turn),
        facet=FACETS.get(kind, FACTS) if isinstance(kind, str) else FACTS,
        is_own=is_own and turns[turn].role is Role.USER,
        is_memory=turns[turn].role is Role.USER,
        at=_moment(each.get("when")),
    )


def _relation(
    each: Mapping[str, Any], parts: Sequence[Part], about: str | None
) -> tuple[int, Relation] | None:
    turn = _turn(parts, each.get("message"))
    start = _party(each.get("from"), each.get("from_type"), about)
    end = _party(each.get("to"), each.get("to_type"), about)
    if turn is None or start is None or end is None or start == end:
        return None
    try:
        word = relationship_word(line(each.get("relation"), NAME_TOKENS))
    except InputError:
        return None
    return turn, Relation(start, word, end)


def _party(name: object, kind: object, about: str | None) -> Party | None:
    said = line(name, NAME_TOKENS)
    if not said or holds_secret(said):
        return None
    if said.casefold() in (WHOEVER_SPEAKS, "user", (about or "user").casefold()):
        return SPEAKER
    try:
        node = NodeType(str(kind))
        node_key(node, said)
    except (InputError, ValueError):
        return None
    return Party(node, said) if node in SEMANTIC else None


def _joined(
    facts: Sequence[Fact], related: Sequence[tuple[int, Relation]], turns: Sequence[Turn]
) -> tuple[Fact, ...]:
    """Facts, the first of each message with what its message says of how two are related."""
    found: list[Fact] = []
    left: dict[int, list[Relation]] = {}
    for turn, relation in related:
        if turns[turn].role is Role.USER:
            left.setdefault(turn, []).append(relation)
    for one in sorted(facts, key=lambda fact: fact.place):
        some = tuple(left.pop(one.place, ()))
        found.append(
            Fact(
                *(one.text, one.said, one.place, some, one.facet, one.is_own, one.is_memory),
                at=one.at,
            )
        )
    return tuple(found)


def _turn(parts: Sequence[Part], given: object) -> int | None:
    place = number(given)
    if len(parts) == 1:
        return parts[0].turn
    return parts[place - 1].turn if place is not None and 1 <= place <= len(parts) else None


def _moment(given: object) -> float | None:
    """A date that a model says; ``None`` for what is none."""
    if not isinstance(given, str) or not given.strip():
        return None
    try:
        return moment_of(given.strip())
    except InputError:
        return None
