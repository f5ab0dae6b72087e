"""What devices wrote without having seen each other, and how somebody decides."""

from collections.abc import Sequence
from typing import Any

from ..core.change import Settle
from ..core.conflict import Conflict, Sibling
from ..core.errors import InputError
from ..core.records.conversation import Turn
from ..core.records.graph import Edge, Node
from ..core.records.kv import Memory
from ..core.records.persona import PersonaMemory
from ..core.records.pyramid import Observation, Topic
from ..core.records.rapport import Layer
from ..core.ref import Ref
from ..io.repository import Repository
from ..wire.body import Body, Policy, Values, shown
from ..wire.body_json import whole
from ..wire.canonical import dumps, normalised
from ..wire.schemas import schema_of
from ..wire.stamp import Dot, hlc_seconds

_KINDS = (Memory, PersonaMemory, Layer, Observation, Topic, Turn, Node, Edge)
"""What people write and write over; all else is written once."""
_FILED = ((Observation, "topic"), (Node, "name"))
"""What machines file: of two places the shown one will do, and nobody needs to decide. Names of one
node differ in case and blanks only."""


async def conflicts(
    repository: Repository, scope: str, kinds: Sequence[type] = _KINDS
) -> list[Conflict]:
    """Every conflict among the memories of a scope, by name; what a memory says before the rest."""
    found = [
        conflict
        for ref, body in await repository.disputed(scope, kinds)
        for conflict in _in(ref, body)
    ]
    return sorted(found, key=_order)


def _order(one: Conflict) -> tuple[str, str, bool, str]:
    # to decide about another field says anew what the memory says, so this is decided first
    is_rest = one.field != schema_of(one.ref.kind).alive
    return one.ref.kind.__name__, one.ref.name, is_rest, one.field


async def resolve(repository: Repository, scope: str, conflict: Conflict, value: object) -> str:
    """Write what was decided, on top of what the conflict is made of; the event's id."""
    if not isinstance(conflict, Conflict):
        raise InputError(f"one of conflicts() is needed, got {type(conflict).__name__}")
    if conflict.ref.scope != scope:
        where = f"the scope {conflict.ref.scope!r}" if conflict.ref.scope else "the root scope"
        raise InputError(f"this conflict is one of {where}; resolve it there")
    schema = schema_of(conflict.ref.kind)
    if schema.fields.get(conflict.field) is not Policy.REGISTER:
        raise InputError(f"the field {conflict.field!r} has one value at a time, or none")
    chosen = value.value if isinstance(value, Sibling) else value
    edit = Settle(conflict.ref, conflict.field, chosen, conflict.seen)
    return (await repository.commit(edit)).event_ids[0]


def _in(ref: Ref[Any], body: Body) -> list[Conflict]:
    """The conflicts in one record."""
    registers = (
        name
        for name, policy in schema_of(ref.kind).fields.items()
        if policy is Policy.REGISTER
        and len(body.fields.get(name, ())) > 1
        and (ref.kind, name) not in _FILED
    )
    return [
        Conflict(
            ref, name, first, others, frozenset((dot.t, dot.device) for dot in body.fields[name])
        )
        for name in registers
        for first, *rest in [_siblings(body.fields[name])]
        if (others := tuple(rest))
    ]


def _siblings(values: Values) -> list[Sibling]:
    """The values of a field, each once: the shown one, then the latest first."""
    latest: dict[str, Dot] = {}
    for dot in sorted(values):
        latest[dumps(normalised(values[dot]))] = dot
    first = dumps(normalised(shown(values, Policy.REGISTER)))
    order = sorted(latest, key=lambda text: (text == first, latest[text]), reverse=True)
    return [
        Sibling(values[latest[text]], whole(latest[text]).device, hlc_seconds(latest[text].t))
        for text in order
    ]
