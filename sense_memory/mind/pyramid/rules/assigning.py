"""Which topic an observation belongs to, by names and words.

A topic that is named is known; a name that several observations share becomes one. What says
nothing of itself waits, and is in the end filed with what nobody finds a topic for.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....core.records.pyramid import ASSISTANT, USER, Observation
from ...extracts.vocabulary import CALENDAR, COMMON_STEMS, FILLERS, STOP
from ...extracts.weighing import PLAIN, terms
from ...extracts.words import words_of
from ...search.dialogue import speaker_of
from ...stemming import stem
from ...stop_words import language_of
from ...text import fold
from ..noted import Sampled
from ..topics import slug_of

SPEAKERS_FROM = 3
"""Observations that must come from a speaker who is to be a topic."""
NAMES_FROM = 5
"""Observations that must share a name that is to be a topic."""
MOST_NAMES = 200
"""A name must be shared by one in so many of those that wait, so that a long history has no more
topics than anybody reads."""
SHARED_FROM = 2
"""Words that an observation must share with what is known of a topic."""

_SAID_BY = re.compile(r"\s*[^:\n]{1,40}:\s")
_RAW = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_BEGINS = re.compile(r"(?:^|[.!?…:。！？\"“„«(])\s*$")
_LONGEST = 3
"""Words that a name has at most."""
_TITLED = 0.6
"""Share of words with capitals from which on capitals say nothing."""
_ABOUT_USER = re.compile(
    r"(?:the )?user(?:['’]s)?\b(?!\s(?:interface|experience|manual|guide|stor|account|group|agent"
    r"|test|error|input|id|name|data|base|research))",
    re.IGNORECASE,
)
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
    return filed(batch, topics, discovered(waiting))


def filed(
    batch: Iterable[Observation], topics: Sequence[Sampled], names: Iterable[str]
) -> dict[str, str]:
    """The same, where it is known which names become topics."""
    known = {one.topic.slug: one.topic.name for one in topics}
    for new in names:
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


def discovered(waiting: Sequence[Observation]) -> list[str]:
    """The names that become topics, by how many share them, then by letters.

    A word with a capital is a name where it stands within a sentence, or where nobody writes it
    without. In German, which writes all nouns so, two of them beside one another are.
    """
    speakers: Counter[str] = Counter()
    within: Counter[str] = Counter()
    first: Counter[str] = Counter()
    plain: set[str] = set()
    for one in waiting:
        found = _mentions(one.text)
        if found.speaker:
            speakers[found.speaker] += 1
        within.update(found.names)
        first.update(found.first - found.names)
        plain |= found.plain
    for name, count in first.items():
        if name in within or fold(name) not in plain:
            within[name] += count
    least = max(NAMES_FROM, len(waiting) // MOST_NAMES)
    names = {name: count for name, count in within.items() if count >= least}
    names |= {name: count for name, count in speakers.items() if count >= SPEAKERS_FROM}
    return sorted(names, key=lambda name: (-names[name], name))


@dataclass(frozen=True, slots=True)
class _Mentions:
    """What a text names.

    Attributes:
        speaker: Who says it.
        names: Names within its sentences.
        first: What may be names, but begins a sentence.
        plain: The words without capitals, folded.
    """

    speaker: str | None
    names: frozenset[str]
    first: frozenset[str]
    plain: frozenset[str]


def _mentions(text: str) -> _Mentions:
    speaker = speaker_of(text)
    said = _SAID_BY.sub("", text, count=1) if speaker else text
    raw = list(_RAW.finditer(said))
    capitals = [match for match in raw if match[0][0].isupper()]
    plain = frozenset(fold(match[0]) for match in raw if match[0][0].islower())
    if len(raw) > 3 and len(capitals) > _TITLED * len(raw):
        return _Mentions(speaker, frozenset(), frozenset(), plain)
    is_german = language_of(fold(match[0]) for match in raw) == "de"
    names: set[str] = set()
    first: set[str] = set()
    run: list[re.Match[str]] = []
    for match in [*capitals, None]:
        if run and (match is None or said[run[-1].end() : match.start()] not in (" ", "-")):
            name = said[run[0].start() : run[-1].end()]
            name = re.sub(r"['’]s?$", "", name)
            if _is_name(name) and not (is_german and len(run) == 1):
                begins = _BEGINS.search(said, 0, run[0].start()) is not None
                (first if begins and len(run) == 1 else names).add(name)
            run = []
        if match is not None:
            run = [*run, match] if len(run) < _LONGEST else [match]
    return _Mentions(speaker, frozenset(names), frozenset(first), plain)


def _is_name(name: str) -> bool:
    words = _words(name)
    return len(name) > 2 and not any(
        word in some or stem(word) in COMMON_STEMS
        for word in words
        for some in (CALENDAR, FILLERS, STOP)
    )


def _words(text: str) -> list[str]:
    return words_of(text)


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
