"""Texts in parts that a record can hold."""

from .rules.sentences import cut


def encoded_bytes(text: str) -> int:
    """Bytes of a text as JSON writes it, in UTF-8, without the quotation marks."""
    controls = sum(char < " " for char in text)
    return len(text.encode()) + 5 * controls + text.count('"') + text.count("\\")


def fitting(text: str, most: int) -> list[str]:
    """A text in parts of at most so many bytes of JSON, cut between sentences where it has any.

    Args:
        text: Some of it is no space.
        most: Bytes, 16 or more.
    """
    size = encoded_bytes(text)
    if size <= most:
        return [text]
    # more than half of what would fit on average, so that few parts are cut again
    longest = max(1, min(len(text) - 1, len(text) * most // size * 9 // 10))
    return [part for some in cut(text, longest) for part in fitting(some, most)]
