"""The scopes that stay in a file: what is written there goes to no relay.

That a scope is one of them is in its name, and the name is in the path of every record. So nothing
has to be remembered beside a record to keep it here: a copy of the file, its events written out and
read in again, and the same mind under another key all know it.
"""

from dataclasses import dataclass
from typing import Any

from .ref import Ref

LOCAL_ONLY = "local-only"
"""The scope that stands beside the root; ``local-only:NAME`` stands beside the scope ``NAME``."""

_OF_A_SCOPE = LOCAL_ONLY + ":"


def is_local_only(scope: str) -> bool:
    """Whether the records of a scope go to no relay."""
    return scope == LOCAL_ONLY or scope.startswith(_OF_A_SCOPE)


def local_only(scope: str) -> str:
    """The scope beside another one whose records go to no relay; of such a one, itself."""
    if is_local_only(scope):
        return scope
    return _OF_A_SCOPE + scope if scope else LOCAL_ONLY


def beside(scope: str) -> str:
    """The scope that such a one stands beside: where its records go when they may leave."""
    return scope.removeprefix(_OF_A_SCOPE) if scope != LOCAL_ONLY else ""


@dataclass(frozen=True, slots=True)
class Released:
    """What came of letting out what was local-only.

    Attributes:
        records: How many records left, to go to the relays.
        left: Those that stay local-only: another record has that name in the scope where they would
            go, or had it and was forgotten, or they are too large for it.
    """

    records: int
    left: tuple[Ref[Any], ...]
