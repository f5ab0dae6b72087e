"""Reports of reviews, and what somebody said to their suggestions.

A report names many memories, and must name none that was forgotten. So the names stand beside what
is counted, each finding an element of a set: the name of the list and of what it found there,
``orphaned//people/facts/vergel``. No part of a memory's name is empty, so ``//`` is in none.
"""

from collections.abc import Mapping
from typing import Any

from ...core.records.introspection import (
    COUNTS,
    INTROSPECTION_D_TAG_PREFIX,
    LISTS,
    PAIRS,
    SUGGESTION_ID_LENGTH,
    Decision,
    Dismissal,
    IntrospectionReport,
    SuggestionKind,
)
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ..body import Policy
from ..schema import OnceForgotten, Reference, Schema, number, text

BETWEEN = "//"


def _memory(ref: Ref[Any], name: str) -> Ref[Any] | None:
    """The memory that a full name means; a domain's or a facet's name means none."""
    return Ref(PersonaMemory, name, ref.scope) if name.count("/") == 2 else None


def _memories(ref: Ref[Any], finding: str) -> tuple[Ref[Any], ...]:
    """The memories that a finding names."""
    found = (_memory(ref, name) for name in finding.split(BETWEEN)[1:])
    return tuple(memory for memory in found if memory is not None)


def _encode(report: IntrospectionReport) -> dict[str, Any]:
    counted: dict[str, Any] = {name: getattr(report, name) for name in COUNTS}
    counted["timestamp"] = report.timestamp
    counted["left_out"] = dict(report.left_out)
    counted["slept"] = report.slept
    found = sorted(BETWEEN.join((name, *names)) for name, names in report.findings())
    return {"report": counted, "found": tuple(found)}


def _decode(_name: str, fields: Mapping[str, Any], written_at: float) -> IntrospectionReport:
    counted = fields["report"]
    if not isinstance(counted, dict) or not isinstance(counted.get("left_out", {}), dict):
        raise TypeError("a report counts what it found")
    read: dict[str, Any] = {name: _count(counted.get(name, 0)) for name in COUNTS}
    lists: dict[str, list[Any]] = {name: [] for name in LISTS}
    for finding in sorted(fields.get("found", ())):
        name, *names = text(finding).split(BETWEEN)
        if name in PAIRS and len(names) == 2:
            lists[name].append(tuple(names))
        elif name in lists and name not in PAIRS and len(names) == 1:
            lists[name] += names
        # else a later release knows what it is
    read.update((name, tuple(found)) for name, found in lists.items())
    left_out = counted.get("left_out", {})
    return IntrospectionReport(
        **read,
        timestamp=number(counted.get("timestamp", written_at)),
        left_out=tuple((name, _count(left_out[name])) for name in LISTS if name in left_out),
        slept=counted.get("slept") is True,
    )


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("a count is needed")
    return value


INTROSPECTION = Schema(
    record=IntrospectionReport,
    type="sense-memory:introspection",
    root=INTROSPECTION_D_TAG_PREFIX,
    fields={"report": Policy.REGISTER, "found": Policy.SET},
    alive="report",
    encode=_encode,
    decode=_decode,
    name=lambda _fields: None,
    is_name=lambda name: bool(name) and "/" not in name,
    references={"found": Reference((PersonaMemory,), OnceForgotten.UNLINK, _memories)},
)


def _said(name: str, fields: Mapping[str, Any], written_at: float) -> Dismissal:
    said = fields["said"]
    if not isinstance(said, dict):
        raise TypeError("a verdict about a suggestion is needed")
    return Dismissal(
        name,
        SuggestionKind(said["kind"]),
        tuple(sorted(text(one) for one in fields.get("names", ()))),
        Decision(said["verdict"]),
        number(said.get("at", written_at)),
    )


DISMISSAL = Schema(
    record=Dismissal,
    type="sense-memory:dismissal",
    root=f"{INTROSPECTION_D_TAG_PREFIX}dismissed/",
    fields={"said": Policy.REGISTER, "names": Policy.SET},
    alive="said",
    encode=lambda one: {
        "said": {"kind": one.kind.value, "verdict": one.verdict.value, "at": one.at},
        "names": one.names,
    },
    decode=_said,
    name=lambda _fields: None,
    is_name=lambda name: len(name) == SUGGESTION_ID_LENGTH and "/" not in name,
    # nothing is left to be said of a memory that is gone
    references={"names": Reference((PersonaMemory,), OnceForgotten.CASCADE, _memory)},
)
