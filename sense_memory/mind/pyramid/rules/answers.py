"""Answers of a word or two, which say something only with the question that they answer."""

import re
from collections.abc import Collection, Sequence

from ...extracts.names import is_called
from ...extracts.vocabulary import SECOND_PERSON, YES_AND_NO
from ...extracts.weighing import LITTLE, terms
from ...extracts.words import words_of
from ...search.dialogue import is_question

MOST_WORDS = 3
"""Words of an answer that is not understood by itself."""
MOST_LETTERS = 8
"""The same in scripts without spaces."""
_TO_SOMEBODY = re.compile("你|您|あなた|당신")


def answered(question: str, answer: str, names: Collection[str], *, tells: bool) -> str | None:
    """Both, as they were said, where one says nothing without the other.

    Args:
        question: The last sentence that was said before.
        answer: The first one that was said then, by somebody else.
        names: Folded words by which those who speak call each other.
        tells: Whether the answer tells anything by itself.
    """
    said = words_of(answer)
    if not said or len(said) > MOST_WORDS or is_question(answer) or not is_question(question):
        return None
    if not answer.isascii() and len(said) == 1 and len(said[0]) > MOST_LETTERS * 2:
        return None
    if not tells and YES_AND_NO.isdisjoint(said):
        return None
    return f"{question} {answer}" if _is_personal(question, words_of(question), names) else None


def _is_personal(question: str, asked: Sequence[str], names: Collection[str]) -> bool:
    """Whether a question is about whom it is put to, and about something."""
    if SECOND_PERSON.isdisjoint(asked) and not _TO_SOMEBODY.search(question):
        return False
    return any(term.weight > LITTLE and not is_called(term.key, names) for term in terms(question))
