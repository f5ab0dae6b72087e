"""Writing over a text only as long as it is the one that somebody saw."""

from .errors import InputError, UnknownMemoryError


class ChangedMeanwhileError(InputError):
    """A record says something else by now than what was seen of it."""

    def __init__(self) -> None:
        super().__init__("it says something else by now; nothing was written")


def check_expected(now: str | None, expected: str | None) -> None:
    """Nobody else wrote since; to be called by the edit that the commit applies.

    Args:
        now: What stands there; ``None`` where nothing does.
        expected: What was seen there.

    Raises:
        UnknownMemoryError: Somebody forgot it.
        ChangedMeanwhileError: Somebody changed it, or wrote what was not there.
    """
    if now == expected:
        return
    if now is None:
        raise UnknownMemoryError("it was forgotten meanwhile")
    raise ChangedMeanwhileError
