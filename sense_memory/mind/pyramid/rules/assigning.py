"""Which topic an observation belongs to, by names and words.

A topic that is named is known; a name that several observations share becomes one. What says
nothing of itself waits, and is in the end filed with what nobody finds a topic for.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ....core.records.pyramid import ASSISTANT, USER, Observation
from ...search.dialogue import speaker_of
from ...text import fold
from ..noted import Sampled
from ..topics import slug_of
from .vocabulary import CALENDAR, COMMON, FILLERS, STOP
from .weighing import PLAIN, terms

SPEAKERS_FROM = 3
"""Observations that must come from a speaker who is to be a topic."""
NAMES_FROM = 5
"""Observations that must share a name that is to be a topic."""
SHARED_FROM = 2
"""Words that an observation must share with what is known of a topic."""

_SAID_BY = re.compile(r"\s*[^:\n]{1,40}:\s")
_NAME = re.compile(
    r"(?<![.!?…:。\"“(] )(?<!^)\b[^\W\d_a-zß-öø-ÿ][^\W_]*(?:[ -][^\W\d_a-zß-öø-ÿ][^\W_]*){0,2}"
)
_WORD = re.compile(r"[^\W_]+")
_ABOUT_USER = re.compile(r"(?:the )?user(?:'s|’s)?\b", re.IGNORECASE)
_ABOUT_ASSISTANT = re.compile(r"(?:the )?(?:assistant|agent)(?:'s|’s)?\b", re.IGNORECASE)


def assigned(
    batch: Sequence[Observation], topics: Sequence[Sampled], waiting: Sequence[Observation]
) -> dict[str, str]:
    """Observation id to the name of a topic; what none is found for is left out.

    Args:
        batch: For these a topic is wanted.
        topics: All that there are.
        waiting: All observations that have no topic; names that several of them share become
            topics.
    """
    known = {one.topic.slug: one.topic.name for one in topics}
    for new in discovered(waiting):
        known.setdefault(slug_of(new), new)
    by_words = {tuple(_words(name)): name for slug, name in sorted(known.items()) if _words(name)}
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for words in sorted(by_words, key=lambda words: (-len(words), words)):
        by_first.setdefault(words[0], []).append(words)
    vocabularies = [(one.topic.name, _vocabulary(one)) for one in topics]
    found = {}
    for one in batch:
        name = _named(one.text, by_words, by_first) or _alike(one.text, vocabularies)
        if name is not None:
            found[one.id] = name
    return found


def discovered(waiting: Iterable[Observation]) -> list[str]:
    """The names that become topics, by how many share them, then by letters."""
    speakers: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for one in waiting:
        speaker, mentioned = _mentions(one.text)
        if speaker:
            speakers[speaker] += 1
        names.update(mentioned)
    found = {name: count for name, count in names.items() if count >= NAMES_FROM}
    found |= {name: count for name, count in speakers.items() if count >= SPEAKERS_FROM}
    return sorted(found, key=lambda name: (-found[name], name))


@lru_cache(maxsize=65_536)
def _mentions(text: str) -> tuple[str | None, frozenset[str]]:
    """Who says a text, and the names in it."""
    speaker = speaker_of(text)
    said = _SAID_BY.sub("", text, count=1) if speaker else text
    names = (match[0] for match in _NAME.finditer(said))
    return speaker, frozenset(name for name in names if _is_name(name))


def _is_name(name: str) -> bool:
    words = _words(name)
    return len(name) > 2 and not any(
        word in some for word in words for some in (CALENDAR, COMMON, FILLERS, STOP)
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _named(
    text: str,
    by_words: dict[tuple[str, ...], str],
    by_first: dict[str, list[tuple[str, ...]]],
) -> str | None:
    """The topic that a text names: who says it, or the first that is mentioned."""
    if _ABOUT_USER.match(text):
        return USER
    if _ABOUT_ASSISTANT.match(text):
        return ASSISTANT
    speaker = speaker_of(text)
    if speaker is not None and (name := by_words.get(tuple(_words(speaker)))):
        return name
    words = _words(text)
    for at, word in enumerate(words):
        for phrase in by_first.get(word, ()):
            if by_words[phrase] in (USER, ASSISTANT):
                continue
            if tuple(words[at : at + len(phrase)]) == phrase:
                return by_words[phrase]
    return None


def _vocabulary(known: Sampled) -> frozenset[str]:
    return frozenset(
        term.key for one in known.samples for term in terms(one.text) if term.weight >= PLAIN
    )


def _alike(text: str, vocabularies: Sequence[tuple[str, frozenset[str]]]) -> str | None:
    """The topic whose newest observations have most of a text's rare words, if it is one."""
    said = {term.key for term in terms(text) if term.weight >= PLAIN}
    counts = sorted(((len(said & words), name) for name, words in vocabularies), reverse=True)
    if not counts or counts[0][0] < SHARED_FROM:
        return None
    if len(counts) > 1 and counts[1][0] == counts[0][0]:
        return None
    return counts[0][1]
