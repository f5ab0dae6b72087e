"""Secrets in what people type, which are no knowledge: they are left out before anybody reads it.

A conversation keeps what was said as it was said. What is read of it, by rules or by a model, is
read without the keys, passwords and numbers of cards in it; and a sentence in which one stood is
not learned at all.
"""

from collections.abc import Iterable, Iterator, Sequence

from .secret_formats import formats
from .secret_sayings import answers, sayings

LEFT_OUT = "[secret left out]"
"""Stands in the place of a secret."""
_SHORTEST = 4
_LONGEST = 500
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
        values.update(text[begin:end] for begin, end in spans if end - begin <= _LONGEST)
        found.append([*spans, *(one.span for one in said)])
        before = text
    if not any(found):
        return list(texts)
    return [
        _left_out(text, [*spans, *_again(text, values)])
        for text, spans in zip(texts, found, strict=True)
    ]


def holds_secret(sentence: str) -> bool:
    """Whether a secret stands in a sentence, or stood there and was left out."""
    return LEFT_OUT in sentence or without_secrets(sentence) != sentence


def shown(sentence: str) -> str:
    """What may be shown of a sentence with a secret in it: what stands before that."""
    return f"{without_secrets(sentence).partition(LEFT_OUT)[0].rstrip()} …".lstrip()


def _again(text: str, values: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where one of some values stands by itself."""
    for value in values:
        begin = text.find(value)
        while begin >= 0:
            end = begin + len(value)
            beside = text[begin - 1 : begin] + text[end : end + 1]
            if not any(char.isalnum() or char == "_" for char in beside):
                yield begin, end
            begin = text.find(value, end)


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
