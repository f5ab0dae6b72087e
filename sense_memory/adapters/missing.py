"""What an adapter stands on, and how to get it."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Say which extra brings what is imported within.

    Raises:
        ImportError: Something is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed; pip install 'sense-memory[{extra}]' brings it",
            name=error.name,
        ) from error
