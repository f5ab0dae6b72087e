"""Who names a record, and what becomes of them once it is forgotten."""

from dataclasses import dataclass
from typing import Any

from .ref import Ref


@dataclass(frozen=True, slots=True)
class Mention:
    """A record names another one.

    Attributes:
        ref: Which record names it.
        field: Where: ``connections``, ``contradicts``, ``superseded_by``, …; ``name`` if it belongs
            to the other one and is named after it.
        once_forgotten: What becomes of it when the other one is forgotten: ``cascade`` (it is
            forgotten too), ``unlink`` (it names the other no more) or ``rebuild`` (that, and what
            was made of the other is taken out of it and made anew).
    """

    ref: Ref[Any]
    field: str
    once_forgotten: str
