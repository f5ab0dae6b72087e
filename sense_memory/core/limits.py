"""What a store may hold and do, for those who ration it; by itself it has no limits."""

import math
from dataclasses import dataclass
from typing import ClassVar

from .errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Upper bounds for what this process writes and does; ``None`` is no bound.

    They concern persona memories: key-value memories and the journal are unlimited. What is there
    already can always be written again, read, and forgotten, and what relays bring is never
    refused: another device may have other limits, and nobody loses a memory by them. Each scope has
    them for itself.

    Attributes:
        domains: How many domains, 1 or more.
        facets: How many facets in a domain, 1 or more.
        memories: How many memories, 1 or more.
        halflife_days: The half-life that every new memory has; ``None`` lets each have its own.
        scheduled_introspection: Whether ``run()`` may review the memories; by hand everybody may.
        embeddings: Whether search goes by meaning, with an encoder, or by words alone.
        full_compression: Whether compression abbreviates; else memories are written out.
    """

    domains: int | None = None
    facets: int | None = None
    memories: int | None = None
    halflife_days: float | None = None
    scheduled_introspection: bool = True
    embeddings: bool = True
    full_compression: bool = True

    free: ClassVar["Limits"]
    """The seed's tier without charge."""
    keep: ClassVar["Limits"]
    """The seed's paid tier."""

    def __post_init__(self) -> None:
        for name in ("domains", "facets", "memories"):
            most = getattr(self, name)
            is_whole = isinstance(most, int) and not isinstance(most, bool)
            if most is not None and not (is_whole and most >= 1):
                raise InputError(
                    f"Limits.{name} is a whole number of 1 or more, or None, got {most!r}"
                )
        days: object = self.halflife_days
        if days is not None and not (
            isinstance(days, int | float) and not isinstance(days, bool) and 0 < days < math.inf
        ):
            raise InputError(f"Limits.halflife_days is a number above 0, or None, got {days!r}")
        for name in ("scheduled_introspection", "embeddings", "full_compression"):
            allowed = getattr(self, name)
            if not isinstance(allowed, bool):
                raise InputError(f"Limits.{name} is True or False, got {allowed!r}")


Limits.free = Limits(
    domains=1,
    facets=1,
    memories=100,
    halflife_days=30.0,
    scheduled_introspection=False,
    embeddings=False,
    full_compression=False,
)
Limits.keep = Limits(memories=10_000)
