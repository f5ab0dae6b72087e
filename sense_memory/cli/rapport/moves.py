"""What a session moved, and what was condensed, for people and for programs."""

from typing import TYPE_CHECKING, Any

from ..output import is_unicode

if TYPE_CHECKING:
    from ...core.rapport import Condensed, Observed

COARSE = 0.01
"""Where no step is as large, a third decimal shows them."""


def moved(observed: "Observed") -> str:
    """Each dimension that moved, from where and to where, the largest step first."""
    arrow = "→" if is_unicode() else "to"
    largest = max((abs(step) for _, step in observed.moved), default=0.0)
    digits = 2 if largest >= COARSE else 3
    steps = [
        (name, f"{observed.before[name]:.{digits}f}", f"{observed.after[name]:.{digits}f}")
        for name, _ in observed.moved
    ]
    shown = [f"{name} {old} {arrow} {new}" for name, old, new in steps if old != new]
    return ", ".join(shown) or "nothing moved"


def observed_fields(observed: "Observed") -> dict[str, Any]:
    """A session that was read."""
    reading = observed.reading
    return {
        "peer": reading.peer,
        "session": reading.id,
        "sessions": observed.after.session_count,
        "reader": reading.reader,
        "confidence": reading.confidence,
        "turns": reading.turns,
        "moved": [
            {
                "dimension": name,
                "from": round(observed.before[name], 6),
                "to": round(observed.after[name], 6),
            }
            for name, _ in observed.moved
        ],
    }


def condensed(done: "Condensed") -> str:
    """What a condensation came to."""
    layers = ", ".join(layer.value for layer in done.written)
    said = f"condensed {done.readings} sessions by {done.condenser}: "
    said += f"{layers} say something new" if layers else "the layers say the same as before"
    if done.dropped_patterns:
        said += f"; {done.dropped_patterns} patterns no longer hold and are gone"
    if done.version is not None:
        said += f"; what they said before is version {done.version}"
    return said


def condensed_fields(done: "Condensed | None") -> dict[str, Any] | None:
    """The same for programs."""
    if done is None:
        return None
    return {
        "readings": done.readings,
        "written": [layer.value for layer in done.written],
        "version": done.version,
        "dropped_patterns": done.dropped_patterns,
        "condenser": done.condenser,
    }
