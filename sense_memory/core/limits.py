"""What a store may hold and do, for those who ration it; by itself it has no limits."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Upper bounds."""
