"""Reading what a model answered: mended where it can be, refused where it says nothing."""

from collections.abc import Mapping
from typing import Any

from ..compress.phrases import cut_to
from ..rapport.line import one_line


def answered(answer: object, name: str) -> Any:
    """A field of an answer.

    Raises:
        ValueError: It is not there.
    """
    if not isinstance(answer, Mapping) or name not in answer:
        raise ValueError(f"the answer is one JSON object with {name}")
    return answer[name]


def entries(answer: object, name: str) -> list[Mapping[str, Any]]:
    """A list of objects; what is none of them is left out.

    Raises:
        ValueError: There is no list.
    """
    given = answered(answer, name)
    if not isinstance(given, list):
        raise ValueError(f"{name} is a list of objects")  # noqa: TRY004
    return [one for one in given if isinstance(one, Mapping)]


def line(given: object, tokens: int) -> str:
    """A text as one line of so many tokens at most; ``""`` for what is no text."""
    return cut_to(one_line(given), tokens) if isinstance(given, str) else ""


def paragraphs(given: object, tokens: int) -> str:
    """A text of lines that hide nothing, of so many tokens at most; ``""`` for what is no text."""
    if not isinstance(given, str):
        return ""
    lines = [one_line(each) for each in given.splitlines()]
    kept = (each for each, before in zip(lines, ["", *lines], strict=False) if each or before)
    return cut_to("\n".join(kept).strip(), tokens)


def number(given: object) -> int | None:
    """A number, also where it was written as a text or with a point; else ``None``."""
    if isinstance(given, bool):
        return None
    if isinstance(given, float) and given.is_integer():
        return int(given)
    if isinstance(given, str):
        digits = given.strip().strip("#[]().")
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
    return given if isinstance(given, int) else None
