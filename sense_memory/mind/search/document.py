"""What search must know of anything that it finds."""

from typing import Protocol


class Document(Protocol):
    """A record as search sees it; a persona memory is one as it is.

    What fades is a persona memory; anything else is as relevant as it was.
    """

    @property
    def key(self) -> str:
        """A name that has words in it, or nothing."""
        ...

    @property
    def themes(self) -> tuple[str, ...]:
        """Words that it is found by."""
        ...

    @property
    def value(self) -> str:
        """What it says."""
        ...

    @property
    def domain(self) -> str:
        """What it belongs to, of the first order."""
        ...

    @property
    def facet(self) -> str:
        """And of the second."""
        ...

    @property
    def source(self) -> str:
        """Where it comes from: documents of one source are neighbours in time; ``""`` is none."""
        ...

    @property
    def created_at(self) -> float:
        """When it was said or stored, seconds since the epoch; minus infinity if nobody knows."""
        ...

    @property
    def due_at(self) -> float | None:
        """The date that it is about, seconds since the epoch, if it is about one."""
        ...
