"""What a body still knows of how it came about: who wrote when, and what of it stands.

A body keeps the newest stamp of every device, and the dots of what is alive. So of several writes
by one device to one field only the last is known, and of what was written over only when, not what.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from .body import Body, Policy
from .body_json import whole
from .schema import Schema
from .stamp import Dot, hlc_seconds

REMEMBERED = "remembered"
REPLACED = "replaced"
"""Something was written that another device has written over since, or forgotten."""
_FORGETTINGS = {"forget": "forgotten", "dissolve": "dissolved", "fold": "folded"}

_TOUCHED = (Policy.MAX, Policy.COUNTER)
"""Fields that say when a record was used, not what was written."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One write that a body remembers.

    Attributes:
        dot: When and by which device.
        word: ``remembered``, ``forgotten``, ``dissolved``, ``folded`` or ``replaced``.
        fields: What of it stands, in the seed's spelling; empty but for ``remembered``.
    """

    dot: Dot
    word: str
    fields: tuple[str, ...] = ()

    @property
    def at(self) -> float:
        """Seconds since the epoch, as the writer's clock said."""
        return hlc_seconds(self.dot.t)


def traces(body: Body, schema: Schema[Any]) -> list[Trace]:
    """Every write that a body remembers, newest first."""
    standing: dict[Dot, set[str]] = defaultdict(set)
    used: set[str] = set()
    for name, values in body.fields.items():
        for dot in map(whole, values):
            used.add(dot.device)
            if schema.fields.get(name, Policy.REGISTER) not in _TOUCHED:
                standing[dot].add(name)
    for name, elements in body.sets.items():
        for dots in elements.values():
            for dot in map(whole, dots):
                standing[dot].add(name)
    found = [Trace(dot, REMEMBERED, tuple(sorted(names))) for dot, names in standing.items()]
    found += [
        Trace(dot, _FORGETTINGS.get(str(why), "forgotten")) for dot, why in body.marks.items()
    ]
    used |= {trace.dot.device for trace in found}
    writes = {whole(Dot(t, device)) for device, t in body.known.items()}
    found += [Trace(dot, REPLACED) for dot in writes if dot.device not in used]
    return sorted(found, key=lambda trace: trace.dot, reverse=True)
