"""How a model is asked to tell all that is known of a topic."""

from dataclasses import dataclass

from ....core.llm import Shape, strict_object
from ....core.records.pyramid import ASSISTANT, USER, Topic
from ...prompting.answers import answered, line, paragraphs
from ...prompting.quoted import DATA_RULE, fenced, quoted
from ..telling import Material
from ..topics import LONGEST_DESCRIPTION, description_of

WORDS = 500
"""Words that the text of a topic is asked to have at most."""
KEPT_TOKENS = 2_000
"""Tokens of it that are kept; nobody counts exactly."""
_NAME_TOKENS = 30

SYSTEM = f"""\
You keep the memory of an AI. You are given all that is noted about one topic, in sections of \
time, the newest first, and write the page about it that the AI reads before it talks or works.

1. content: what is known, told as a whole: at most {WORDS} words, in paragraphs of plain \
sentences without headings. What holds now comes first, then what is going on, then how it came \
so. Group what belongs together; the sections are there for you and not for the page.
2. Where notes contradict each other the newer one holds, and the older one is worth a word only \
if the change is.
3. Keep names, numbers and dates; give dates as dates, never "recently".
4. Add nothing that the notes do not say. Do not praise, and do not advise.
5. description: who or what the topic is, in at most {LONGEST_DESCRIPTION} characters.
6. Write in the language of most of the notes.

{DATA_RULE.format(what="the notes")}"""
"""Who tells, and how.

Source: sections newest first, the assistant in the first person and others in the third, that
newer overrides older and the length of a description are seed 003's; the words are ours.
"""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a topic.

    Attributes:
        description: What it is, on one line.
        content: What is known of it, in paragraphs.
    """

    description: str
    content: str


def voice(topic: Topic) -> str:
    """In whose person a topic is written of."""
    if topic.slug == ASSISTANT:
        return 'The topic is the AI itself: write as it would of itself, in the first person ("I").'
    if topic.slug == USER:
        return "The topic is the person whom the AI works for: write in the third person."
    return "Write in the third person."


def prompt(topic: Topic, material: Material) -> str:
    """What is asked of a topic; its material is within a budget already."""
    lines = [quoted({"topic": topic.slug, "name": line(topic.name, _NAME_TOKENS)})]
    for section, notes in material.sections:
        lines.append(quoted({"section": section.value}))
        lines += [quoted({"note": note}) for note in notes]
    return f"{fenced('notes', lines)}\n\n{voice(topic)} Write the page."


def _read(answer: object) -> Told:
    content = paragraphs(answered(answer, "content"), KEPT_TOKENS)
    if not content:
        raise ValueError("content says nothing; it is a text in paragraphs")
    said = line(answered(answer, "description"), LONGEST_DESCRIPTION)
    # a page without a description is a page; its beginning says what it is about
    return Told(description_of(said or content), content)


SHAPE: Shape[Told] = Shape(
    name="write_topic",
    description="What is known of a topic.",
    schema=strict_object(
        {
            "description": {
                "type": "string",
                "description": f"Who or what it is, at most {LONGEST_DESCRIPTION} characters.",
            },
            "content": {
                "type": "string",
                "description": f"What is known of it, at most {WORDS} words.",
            },
        }
    ),
    read=_read,
)

__all__ = ["KEPT_TOKENS", "SHAPE", "SYSTEM", "WORDS", "Told", "prompt", "voice"]
