"""How a model is asked to describe a node or an edge anew, in one sentence."""

from collections.abc import Mapping

from ....core.llm import Shape, strict_object
from ....core.records.graph import Edge
from ...dates import day_of
from ...prompting.answers import answered, line
from ...prompting.quoted import DATA_RULE, fenced, quoted, shortened
from ..describing import Description
from ..types import edge_type
from ..words import words

WORDS = 40
"""Words that a description is asked to have at most."""
KEPT_TOKENS = 120
"""Tokens of a description that are kept; nobody counts exactly."""
ENVELOPE = 35
"""Tokens that a note costs beside its text."""
MOST_TOKENS = 6_000
"""Tokens that all notes of a request may have."""
NONE = "none"
"""What a model answers where nothing is to be changed. Source: seed 004."""
_NAME_TOKENS = 30
_SAID_TOKENS = 400

SYSTEM = f"""\
You keep the memory of an AI: who and what it knows, and how they relate. You are given one \
person, concept, thing or relation, what describes it so far, and the notes about it, oldest \
first. Say in one sentence who or what it is, or how the two relate.

1. At most {WORDS} words, one plain sentence, in the third person.
2. Say what will still matter; leave out what passes. Keep names, numbers and dates.
3. Where notes contradict what was said before, or each other, the newer one holds.
4. Add nothing that is not said there, and do not judge.
5. Write in the language of the description, or of most of the notes if there is none.
6. If what describes it so far says all that, answer "{NONE}".

{DATA_RULE.format(what="the notes")}"""
"""Who describes, and how. Source: one sentence, and that nothing may change, are seed 004's."""


def prompt(given: Description) -> str:
    """What is asked of one node or edge; the longest notes are cut."""
    room = MOST_TOKENS - ENVELOPE * len(given.notes)
    texts = shortened((" ".join(note.content.split()) for note in given.notes), room)
    lines = [quoted(_about(given))]
    said = line(given.one.description, _SAID_TOKENS)
    standing = line(given.standing, _SAID_TOKENS)
    lines += [quoted({"said": said})] if said else []
    lines += [quoted({"described so far": standing})] if standing not in ("", said) else []
    lines += [
        quoted({"note": text, "date": day_of(note.added_at)})
        for note, text in zip(given.notes, texts, strict=True)
    ]
    return f"{fenced('notes', lines)}\n\nWrite the sentence."


def _about(given: Description) -> Mapping[str, object]:
    one = given.one
    names = [line(name, _NAME_TOKENS) for name in given.names]
    if not isinstance(one, Edge):
        return {"a": one.type.value, "name": names[0]}
    attitude, proximity = words(edge_type(one.from_key, one.to_key), one.attitude, one.proximity)
    return {
        "a": "relation",
        "from": names[0],
        "is": line(one.relationship_type, _NAME_TOKENS),
        "to": names[1],
        "attitude": attitude,
        "proximity": proximity,
    }


def shape(given: Description) -> Shape[str | None]:
    """What is asked for; ``None`` says that what stands says it all."""

    def read(answer: object) -> str | None:
        said = line(answered(answer, "description"), KEPT_TOKENS)
        if not said:
            raise ValueError("description says nothing; it is one sentence")
        if said.strip(" .\"'").casefold() != NONE:
            return said
        if not given.standing:
            raise ValueError("nothing describes it so far; description is one sentence")
        return None

    return Shape(
        name="write_description",
        description="Who or what something is, in one sentence.",
        schema=strict_object(
            {
                "description": {
                    "type": "string",
                    "description": f"The sentence, at most {WORDS} words, or {NONE}.",
                }
            }
        ),
        read=read,
    )
