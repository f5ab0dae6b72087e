"""Where a mind went, and where it came from, when its key was changed."""

from collections.abc import Mapping
from typing import Any

from ...core.records.succession import Succession
from ..body import Policy
from ..schema import Schema, text

TO = "to"
"""Kept under the key that was given up."""
FROM = "from"
"""Kept under the key that took its place."""


def _decode(_name: str, fields: Mapping[str, Any], _at: float) -> Succession:
    return Succession(text(fields["from"]), text(fields["to"]), text(fields["proof"]))


SUCCESSION = Schema(
    record=Succession,
    type="sense-memory:moved",
    root="sense-memory/v1/moved/",
    fields={"from": Policy.REGISTER, "to": Policy.REGISTER, "proof": Policy.REGISTER},
    alive="proof",
    encode=lambda record: {
        "from": record.predecessor,
        "to": record.successor,
        "proof": record.proof,
    },
    decode=_decode,
    name=lambda _fields: None,
    is_name=lambda name: name in (TO, FROM),
    is_of_store=True,
)
