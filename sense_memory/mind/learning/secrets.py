"""Secrets in what people type, which are no knowledge: they are left out before anybody reads it.

A conversation keeps what was said as it was said. What is read of it, by rules or by a model, is
read without the keys, passwords and numbers of cards in it; and a sentence in which one stood is
not learned at all.
"""

import re
from collections.abc import Sequence

from .secret_formats import formats
from .secret_sayings import answers, sayings

LEFT_OUT = "[secret left out]"
"""Stands in the place of a secret."""
_SHORTEST = 4
"""Characters of a value that is left out wherever it is said again."""


def without_secrets(text: str) -> str:
    """A text with ``LEFT_OUT`` in the place of each secret; without any it is the same text."""
    return without_secrets_of([text])[0]


def without_secrets_of(texts: Sequence[str]) -> list[str]:
    """Texts, one said after the other, without the secrets in them.

    What one of them says to be a secret is left out of all of them, and so is what answers the
    question for one.
    """
    found: list[list[tuple[int, int]]] = []
    values: set[str] = set()
    before = ""
    for text in texts:
        said = [*sayings(text), *answers(before, text)]
        spans = list(formats(text))
        values.update(one.value for one in said if len(one.value) >= _SHORTEST)
        values.update(text[begin:end] for begin, end in spans)
        found.append([*spans, *(one.span for one in said)])
        before = text
    if not any(found):
        return list(texts)
    again = _any_of(values)
    return [
        _left_out(text, [*spans, *(one.span() for one in again.finditer(text))])
        for text, spans in zip(texts, found, strict=True)
    ]


def holds_secret(sentence: str) -> bool:
    """Whether a secret stands in a sentence, or stood there and was left out."""
    return LEFT_OUT in sentence or without_secrets(sentence) != sentence


def shown(sentence: str) -> str:
    """What may be shown of a sentence with a secret in it: what stands before that."""
    return f"{without_secrets(sentence).partition(LEFT_OUT)[0].rstrip()} …".lstrip()


def _any_of(values: set[str]) -> re.Pattern[str]:
    longest_first = sorted(values, key=lambda one: (-len(one), one))
    some = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{some})(?!\w)" if some else r"(?!)")


def _left_out(text: str, spans: Sequence[tuple[int, int]]) -> str:
    parts: list[str] = []
    seen = 0
    for begin, end in sorted(spans):
        if end <= seen:
            continue
        if begin > seen or not parts:
            parts += [text[seen:begin], LEFT_OUT]
        seen = end
    return "".join([*parts, text[seen:]])
