"""What of a text is a statement that is worth keeping, and why the rest is not."""

import re
from collections.abc import Collection

from ...core.learned import NotLearned, Skipped
from ..extracts.sentences import sentences
from ..extracts.words import words_of
from ..pyramid.rules.observing import tells
from ..text import content_of, words

_ASKS = re.compile(r"[?？؟;⁇]\W*$")
_FENCED = re.compile(r"^={3,} .+ ={3,}$")
_END = re.compile(r"^={3,} end of .+ ={3,}$")


def statements(
    text: str, injected: Collection[frozenset[str]] = ()
) -> tuple[list[str], list[Skipped]]:
    """The sentences of a text that state something, in order, and those that do not.

    Args:
        text: What somebody said or noted.
        injected: Content words of what a prompt told, as ``injected_by`` gives them.
    """
    own, quoted = without_fenced(text)
    found: list[str] = []
    skipped = [Skipped(line, NotLearned.INJECTED) for line in quoted]
    for sentence in dict.fromkeys(sentences(own)):
        if is_injected(sentence, injected):
            skipped.append(Skipped(sentence, NotLearned.INJECTED))
        elif is_statement(sentence):
            found.append(sentence)
        else:
            skipped.append(Skipped(sentence, NotLearned.EMPTY))
    return found, skipped


def is_statement(sentence: str) -> bool:
    """Whether a sentence says something that may still be worth knowing in a month."""
    if _ASKS.search(sentence):
        return False
    return tells(sentence, frozenset(), is_user=True)


def without_fenced(text: str) -> tuple[str, list[str]]:
    """A text without the blocks that a prompt quotes memories in, and the lines of those."""
    if "===" not in text:
        return text, []
    kept: list[str] = []
    taken: list[str] = []
    is_inside = False
    for line in text.splitlines():
        bare = line.strip()
        if is_inside and _END.match(bare):
            is_inside = False
        elif not is_inside and _FENCED.match(bare):
            is_inside = True
        elif is_inside:
            taken.append(bare)
        else:
            kept.append(line)
    return "\n".join(kept), [line for line in taken if line]


def injected_by(texts: Collection[str]) -> frozenset[frozenset[str]]:
    """The content words of what was put into a prompt: of each text, and of each sentence."""
    said = (one for text in texts for one in (text, *sentences(text)))
    return frozenset(found for one in said if (found := _content(one)))


def is_injected(sentence: str, injected: Collection[frozenset[str]]) -> bool:
    """Whether a sentence only says again what a prompt told."""
    return bool(injected) and _content(sentence) in injected


def _content(text: str) -> frozenset[str]:
    return frozenset(content_of(words(text)) or words_of(text))
