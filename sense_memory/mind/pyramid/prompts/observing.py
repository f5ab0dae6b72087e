"""How a model is asked what a piece of a conversation says that is worth keeping."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....core.llm import Role, Shape, strict_object
from ....core.records.conversation import Turn
from ...dates import minute_of
from ...prompting.answers import entries, line, number
from ...prompting.quoted import DATA_RULE, fenced, quoted
from ...token_count import token_count
from ..noted import Noted

MOST_ASKED = 40
"""Observations that one answer is asked for: they fit the tokens that it may have."""
MOST_KEPT = 200
"""Observations of one answer that are kept; nobody counts exactly."""
OBSERVATION_TOKENS = 200
"""Tokens of one observation; what is longer is cut."""
LEAST_TOKENS = 100
"""Tokens of one request at least, however few are configured."""
ENVELOPE = 45
"""Tokens that a message costs beside its text."""

SYSTEM = f"""\
You keep the memory of an AI, the Assistant. You are given a piece of a conversation that it had \
with somebody, the User, and you note what in it will still be worth knowing in a month: single \
facts, each in a sentence that can be understood alone.

Worth noting: who somebody is, what they like, want, plan, decided, did, know or feel; people, \
places, projects and things, and what is true of them; agreements; what the Assistant did, \
promised, got wrong or learned about its work. Not worth noting: greetings, small talk, what \
anybody could look up, drafts and code as such, and what was taken back in the same piece.

How to write them:
1. One fact a sentence, at most 30 words. At most {MOST_ASKED} sentences; fewer are better, and \
an empty list is right where nothing is worth keeping.
2. Names in place of pronouns. The person is "User" unless their name is known, the AI "Assistant".
3. Keep names, numbers, amounts and dates exactly. Turn "tomorrow" or "last week" into a date, by \
the time of the message.
4. What is meant as a joke, as fiction or as a question is not noted as a fact. What somebody only \
claims about somebody else is noted as their claim.
5. Write in the language of the message.
6. Give with each sentence the number of the message that says it. In order of the messages.

{DATA_RULE.format(what="the messages")}"""
"""Who notes, what, and how.

Source: that sentences are extracted by a tool call is seed 003's; the words, the rules and that
each sentence names its message are ours.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A message, or as much of one as fits a request.

    Attributes:
        turn: Which turn of the chunk it is, from 0.
        text: What was said.
    """

    turn: int
    text: str


def requests(chunk: Sequence[Turn], tokens: int) -> list[list[Part]]:
    """A chunk as one request, or as many as it takes: none costs more than so many tokens.

    Args:
        chunk: Some turns; those without text are left out.
        tokens: Tokens of the messages of one request.
    """
    most = max(LEAST_TOKENS, tokens)
    found: list[list[Part]] = []
    spent = most
    for turn, said in enumerate(chunk):
        for text in pieces_of(said.text, most - ENVELOPE):
            cost = token_count(text) + ENVELOPE
            if spent + cost > most:
                found.append([])
                spent = 0
            found[-1].append(Part(turn, text))
            spent += cost
    return found


def pieces_of(text: str, tokens: int) -> Iterator[str]:
    """A text in pieces of so many tokens, cut between words where that is possible."""
    rest = text.strip()
    while rest and token_count(rest) > tokens:
        # no character costs less than a sixteenth of a token, and a token is never more than that
        end = _fitting(rest[: 16 * tokens], tokens)
        blank = max((found.end() for found in re.finditer(r"\s", rest[:end])), default=0)
        end = blank if blank > end // 2 else end
        yield rest[:end].rstrip()
        rest = rest[end:].lstrip()
    if rest:
        yield rest


def _fitting(text: str, tokens: int) -> int:
    """How many characters of a text cost no more; one at least."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if token_count(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return low


def prompt(chunk: Sequence[Turn], parts: Sequence[Part]) -> str:
    """What is asked of a piece of a conversation."""
    lines = (
        quoted(
            {
                "message": place,
                "by": "Assistant" if chunk[part.turn].role is Role.ASSISTANT else "User",
                "name": chunk[part.turn].speaker,
                "at": "" if (at := chunk[part.turn].at) is None else minute_of(at),
                "text": part.text,
            }
        )
        for place, part in enumerate(parts, start=1)
    )
    return f"{fenced('messages', lines)}\n\nWhat in this is worth keeping?"


def shape(parts: Sequence[Part]) -> Shape[list[Noted]]:
    """What is noted of some messages, in their order."""

    def read(answer: object) -> list[Noted]:
        found: dict[tuple[int, str], Noted] = {}
        given = entries(answer, "observations")
        for one in given:
            text, place = line(one.get("text"), OBSERVATION_TOKENS), number(one.get("message"))
            # filed under another message it would stay when somebody forgets its own
            if text and (part := _part(parts, place)) is not None:
                found.setdefault((part.turn, text), Noted(text, part.turn))
        if given and not found:
            raise ValueError(f"each observation has a text, and a message from 1 to {len(parts)}")
        return sorted(list(found.values())[:MOST_KEPT], key=lambda noted: noted.turn)

    sentence = strict_object(
        {
            "text": {"type": "string", "description": "One fact, in a sentence."},
            "message": {
                "type": "integer",
                "description": f"The number of the message that says it, 1 to {len(parts)}.",
            },
        }
    )
    return Shape(
        name="add_observations",
        description="What is worth keeping of a piece of a conversation.",
        schema=strict_object({"observations": {"type": "array", "items": sentence}}),
        read=read,
    )


def _part(parts: Sequence[Part], place: int | None) -> Part | None:
    """The message that a number means; where there is one only, any number means it."""
    if len(parts) == 1:
        return parts[0]
    return parts[place - 1] if place is not None and 1 <= place <= len(parts) else None
