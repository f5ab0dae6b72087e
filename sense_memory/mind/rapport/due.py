"""When the three texts about a peer are to be condensed anew."""

from collections.abc import Iterable

from ...core.records.rapport import Layer


def is_due(sessions: int, layers: Iterable[Layer], every: int) -> bool:
    """Whether the texts are behind: a multiple of so many sessions was passed, or one is blank.

    It asks for the multiple that was passed, and not for the one that is met: sessions of two
    devices arrive several at once, and none may be missed by that.

    Args:
        sessions: How many there are that count.
        layers: The three texts.
        every: Sessions between two condensations.
    """
    if any(layer.text is None for layer in layers):
        return True
    condensed = max((layer.sessions for layer in layers), default=0)
    return sessions // every > condensed // every
