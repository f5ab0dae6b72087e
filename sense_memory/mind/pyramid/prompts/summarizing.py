"""How a model is asked to say shorter what ten pieces say."""

from ....core.llm import Shape, strict_object
from ....core.records.pyramid import Topic
from ...prompting.answers import answered, line
from ...prompting.quoted import DATA_RULE, fenced, quoted, shortened
from ..making import Task
from ..telling import days_of
from .telling import voice

WORDS = 120
"""Words that a summary is asked to have at most."""
KEPT_TOKENS = 400
"""Tokens of a summary that are kept; nobody counts exactly."""
ENVELOPE = 35
"""Tokens that a piece costs beside its text."""

SYSTEM = f"""\
You keep the memory of an AI. You are given some notes about one topic, oldest first, and write \
one paragraph that takes their place: whoever reads it later has nothing else.

1. At most {WORDS} words, in plain sentences. No heading, no list, no introduction.
2. Keep what will still matter: names, numbers, dates, decisions and their reasons, wishes, what \
changed. Let go of what is said twice, and of details on which nothing hangs.
3. Where notes contradict each other the newer one holds. Say that it changed if that matters: \
"moved from Vienna to Prague in May 2031".
4. Give dates as dates, never "recently" or "last week".
5. Add nothing that the notes do not say, and do not judge.
6. Write in the language of most of the notes.

{DATA_RULE.format(what="the notes")}"""
"""Who summarises, and how. Source: tiers of ten in prose are seed 003's; the words are ours."""


def prompt(task: Task, topic: Topic, tokens: int) -> str:
    """What is asked of some pieces, within so many tokens, about; the longest are cut."""
    room = tokens - ENVELOPE * len(task.parts)
    texts = shortened((" ".join((one.text or "").split()) for one in task.parts), room)
    kind = "observation" if task.tier == 0 else "summary"
    lines = (
        quoted({"note": kind, "date": days_of(one), "text": said})
        for one, said in zip(task.parts, texts, strict=True)
    )
    about = quoted({"topic": topic.slug, "name": line(topic.name, ENVELOPE)})
    return f"{fenced('notes', [about, *lines])}\n\n{voice(topic)} Write the paragraph."


def _read(answer: object) -> str:
    said = line(answered(answer, "summary"), KEPT_TOKENS)
    if not said:
        raise ValueError("summary says nothing; it is one paragraph")
    return said


SHAPE: Shape[str] = Shape(
    name="write_summary",
    description="What some notes say, in one paragraph.",
    schema=strict_object(
        {"summary": {"type": "string", "description": f"The paragraph, at most {WORDS} words."}}
    ),
    read=_read,
)

__all__ = ["KEPT_TOKENS", "SHAPE", "SYSTEM", "WORDS", "prompt"]
