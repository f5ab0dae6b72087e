"""How a model is asked to tell a storyline or a macro, in some sentences."""

from ....core.llm import Shape, strict_object
from ...dates import day_of
from ...prompting.answers import answered, line
from ...prompting.quoted import DATA_RULE, fenced, quoted, shortened
from ..stories import Story
from .describing import NONE

STORYLINE_WORDS, MACRO_WORDS = 80, 110
"""Words that a story is asked to have at most."""
KEPT_TOKENS = 300
"""Tokens of a story that are kept; nobody counts exactly."""
ENVELOPE = 35
"""Tokens that a piece costs beside its text."""
MOST_TOKENS = 12_000
"""Tokens that all pieces of a request may have."""
_NAME_TOKENS = 30

_RULES = f"""\
2. Tell what changed, and what led to what. Keep names, numbers and dates; give dates as dates, \
never "recently".
3. Where something contradicts what was said before, the newer one holds.
4. Add nothing that is not said there, and do not judge.
5. Write in the language of most of what you are given.
6. If what was told so far says all that, answer "{NONE}".

{DATA_RULE.format(what="the notes")}"""

STORYLINE_SYSTEM = f"""\
You keep the memory of an AI. You are given what some conversations and documents say of one \
person, concept or thing, oldest first. Tell what happened with it.

1. In two or three plain sentences, at most {STORYLINE_WORDS} words, in the third person.
{_RULES}"""
MACRO_SYSTEM = f"""\
You keep the memory of an AI. You are given several stories of one person, concept or thing, \
oldest first. Tell what they are together, over all that time.

1. In two to four plain sentences, at most {MACRO_WORDS} words, in the third person.
{_RULES}"""
"""Who tells, and how. Source: how many sentences are seed 004's; the words are ours."""


def system(story: Story) -> str:
    """What the model is told to be."""
    return MACRO_SYSTEM if story.is_macro else STORYLINE_SYSTEM


def prompt(story: Story) -> str:
    """What is asked of one story; the longest pieces are cut."""
    said = [] if story.standing is None else [(None, "said", story.standing.description)]
    pieces = [
        *(
            piece
            for part in story.parts
            for piece in (
                (part.at, "story" if story.is_macro else "source", part.text),
                *((part.at, "note", note.content) for note in part.notes),
            )
        ),
        *said,
        *((note.added_at, "note", note.content) for note in story.notes),
    ]
    given = [(at, kind, " ".join(text.split())) for at, kind, text in pieces if text.strip()]
    texts = shortened((text for _, _, text in given), MOST_TOKENS - ENVELOPE * len(given))
    anchor = story.anchor
    lines = [quoted({"about": line(anchor.name, _NAME_TOKENS), "a": anchor.type.value})]
    lines += [
        quoted({kind: text, "date": None if at is None else day_of(at)})
        for (at, kind, _), text in zip(given, texts, strict=True)
    ]
    told = line(story.text, KEPT_TOKENS)
    lines += [quoted({"told so far": told})] if told else []
    return f"{fenced('notes', lines)}\n\nTell the story."


def shape(story: Story) -> Shape[str | None]:
    """What is asked for; ``None`` says that what stands says it all."""

    def read(answer: object) -> str | None:
        said = line(answered(answer, "story"), KEPT_TOKENS)
        if not said:
            raise ValueError("story says nothing; it is some sentences")
        if said.strip(" .\"'").casefold() != NONE:
            return said
        if not story.text:
            raise ValueError("nothing was told so far; story is some sentences")
        return None

    most = MACRO_WORDS if story.is_macro else STORYLINE_WORDS
    return Shape(
        name="write_story",
        description="What happened, in some sentences.",
        schema=strict_object(
            {
                "story": {
                    "type": "string",
                    "description": f"The sentences, at most {most} words, or {NONE}.",
                }
            }
        ),
        read=read,
    )
