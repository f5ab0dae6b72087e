"""How a model is asked which topics observations belong to."""

from collections.abc import Mapping, Sequence

from ....core.errors import InputError
from ....core.llm import Shape, strict_object
from ....core.records.pyramid import ASSISTANT, USER, Observation
from ... import text
from ...compress.phrases import cut_to
from ...prompting.answers import entries, line, number
from ...prompting.quoted import DATA_RULE, fenced, quoted, shortened
from ...token_count import token_count
from ..noted import Sampled
from ..telling import days_of
from ..topics import SAMPLES, slug_of

LONGEST_NAME = 200
"""Characters of a topic's name."""
SAMPLE_TOKENS = 40
"""Tokens of a sample; what is longer is cut."""
ENVELOPE = 35
"""Tokens that an observation costs beside its text."""

SYSTEM = f"""\
You keep the memory of an AI in order. You are given its topics, each with a few of the newest \
observations that are filed under it, and some observations that are filed nowhere yet. Say for \
each of those which topic it belongs to.

1. What says something of the person whom the AI works for belongs to "{USER}"; what says \
something of the AI itself, to "{ASSISTANT}".
2. What is about another person, a project, an organisation, a place or a thing that will come up \
again belongs to a topic of its own. Use one that is there if it fits, by exactly what stands \
there as "topic".
3. Only where none fits, name a new one: the name of whom or what it is about, in one to three \
words. A topic is somebody or something, never a mood, a day, or a kind of fact.
4. An observation has one topic: whom or what it tells most about.
5. Leave out an observation of which you cannot say; it is asked about again.

{DATA_RULE.format(what="the topics and the observations")}"""
"""Who assigns, and by which rules.

Source: topics of persons and projects beside the two that are always there, names as answers, and
that some are left out are seed 003's; the words are ours.
"""


def prompt(batch: Sequence[Observation], topics: Sequence[Sampled], tokens: int) -> str:
    """What is asked of a batch.

    Args:
        batch: What is to be assigned.
        topics: All that there are.
        tokens: What all of it costs at most, about. Where there is not room for it, the samples
            go first, then descriptions, then topics that have no word in common with the batch.
    """
    room = max(0, tokens // 2)
    texts = shortened((one.text for one in batch), room - ENVELOPE * len(batch))
    asked = [
        quoted({"observation": place, "date": days_of(one), "text": said})
        for place, (one, said) in enumerate(zip(batch, texts, strict=True), start=1)
    ]
    lines = _topics(batch, topics, tokens - sum(map(token_count, asked)))
    return f"{fenced('topics and observations', [*lines, *asked])}\n\nWhich topic has each?"


def _topics(batch: Sequence[Observation], topics: Sequence[Sampled], tokens: int) -> list[str]:
    """The topics in as many words as there is room for."""
    for samples in (SAMPLES, 2, 0):
        lines = [_topic(one, samples) for one in topics]
        if sum(map(token_count, lines)) + len(lines) <= tokens:
            return lines
    lines = [_topic(one, 0, is_described=False) for one in topics]
    wanted = frozenset(word for one in batch for word in text.tokens(one.text))
    near = sorted(
        range(len(topics)),
        key=lambda place: (
            not topics[place].topic.is_base,
            wanted.isdisjoint(text.key_tokens(topics[place].topic.name)),
            place,
        ),
    )
    kept = list[int]()
    for place in near:
        tokens -= token_count(lines[place]) + 1
        if tokens < 0:
            break
        kept.append(place)
    return [lines[place] for place in sorted(kept)]


def _topic(one: Sampled, samples: int, *, is_described: bool = True) -> str:
    topic = one.topic
    return quoted(
        {
            "topic": topic.slug,
            "name": line(topic.name, SAMPLE_TOKENS) if topic.name != topic.slug else "",
            "description": line(topic.description, SAMPLE_TOKENS) if is_described else "",
            "newest": [
                cut_to(" ".join(each.text.split()), SAMPLE_TOKENS)
                for each in (one.samples[-samples:] if samples else ())
            ],
        }
    )


def shape(batch: Sequence[Observation]) -> Shape[Mapping[str, str]]:
    """Observation id to the name of a topic.

    An assignment of an observation that was not asked about, or to what cannot be a topic's name,
    is none; of two for one observation the first counts.
    """

    def read(answer: object) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for one in entries(answer, "assignments"):
            place, name = number(one.get("observation")), _named(one.get("topic"))
            if place is not None and 1 <= place <= len(batch) and name:
                found.setdefault(batch[place - 1].id, name)
        return found

    assignment = strict_object(
        {
            "observation": {
                "type": "integer",
                "description": f"Its number, 1 to {len(batch)}.",
            },
            "topic": {"type": "string", "description": "The topic's name."},
        }
    )
    return Shape(
        name="assign_topics",
        description="Which topics observations belong to.",
        schema=strict_object({"assignments": {"type": "array", "items": assignment}}),
        read=read,
    )


def _named(given: object) -> str:
    """A topic's name; ``""`` for what can be none."""
    name = line(given, LONGEST_NAME)[:LONGEST_NAME].strip()
    try:
        slug_of(name)
    except InputError:
        return ""
    return name
