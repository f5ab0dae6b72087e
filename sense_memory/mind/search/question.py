"""What a search asks for."""

from dataclasses import dataclass

from ...core.errors import InputError
from ...core.records.names import check_text
from ..stop_words import STOP_WORDS
from ..text import query_tokens, tokens, words
from .dates import Asked, date_words, dates_in
from .dialogue import words_as_written


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart.

    Attributes:
        text: As it was asked.
        words: What is looked for, each once; without stop words unless there is nothing else.
        names: Its words as written, by which it names speakers.
        proper: Those of ``words`` that are written with a capital within it, as names are.
        dates: The dates that it names.
        is_only_dates: Whether it asks for nothing else.
    """

    text: str
    words: tuple[str, ...]
    names: frozenset[str]
    proper: frozenset[str]
    dates: tuple[Asked, ...]
    is_only_dates: bool

    @classmethod
    def of(cls, text: str, now: float) -> "Question":
        """Take a question apart.

        Args:
            text: 1–65,000 characters with at least one letter or digit.
            now: What ``yesterday`` counts from, seconds since the epoch.

        Raises:
            InputError: It is not such a text.
        """
        check_text(text, "a search")
        wanted = tuple(query_tokens(text))
        if not wanted:
            raise InputError(f"a search needs a word to look for, got {text[:60]!r}")
        dates = dates_in(text, now)
        is_only_dates = bool(dates) and STOP_WORDS["en"].issuperset(words(date_words(text)))
        return cls(text, wanted, words_as_written(text), _proper(text), dates, is_only_dates)


def _proper(text: str) -> frozenset[str]:
    """The stems of the words with a capital, but for the first one."""
    _, *rest = text.split()
    return frozenset(token for word in rest if word[0].isupper() for token in tokens(word))
