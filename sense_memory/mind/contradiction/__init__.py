"""Whether two memories can both hold: rules and words, no model, nothing asked of anybody.

Two memories of one domain and facet contradict each other where they say different things about
the same subject and slot, and the slot takes one value at a time; where one denies the other; or
where they say opposites. What goes together (likes tea, likes coffee) never does.
"""

from .claim import Claim, Kind, Reading
from .comparing import Finding, compare
from .detection import detect, reading_of, suggested
from .index import Index, may_be_same
from .reading import read

__all__ = [
    "Claim",
    "Finding",
    "Index",
    "Kind",
    "Reading",
    "compare",
    "detect",
    "may_be_same",
    "read",
    "reading_of",
    "suggested",
]
