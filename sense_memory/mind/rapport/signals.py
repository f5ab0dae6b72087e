"""What somebody says a session was like, as far as it can be taken at its word."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.errors import InputError
from ...core.rapport import Signals
from ...core.records.rapport import (
    DIMENSIONS,
    MOST_MISSING,
    STYLE,
    Correction,
    Direction,
    ResilienceType,
    Score,
)


def signals_of(raw: Mapping[str, Any]) -> Signals:
    """The scores and corrections in a decoded answer of a model, or in what a caller says.

    Of each dimension there is ``{"value", "signal", "evidence"}``, or the number alone. A value
    beyond 0–1 becomes the nearer of the two; one that is no finite number is as good as missing,
    and so is a switch (``True`` is not 1). A number in quotes is one. ``resilience`` has a ``type``
    too: one that is not known is ``untested``. ``explicit_corrections`` (or, as the seed keeps it,
    ``_explicit_corrections``) is a list of ``{"dimension", "direction", "quote"}``; an entry with
    no dimension is left out, and a direction other than ``higher`` and ``lower`` is none. Other
    keys are nobody's. Texts are as long as they are: ``bounds.within_bounds`` cuts them.

    Raises:
        InputError: It is no mapping; more than two dimensions are missing or of no use; or a
            correction is about something that is no dimension. It says which, and quotes nothing.

    Source: seed 000; that not-a-number and switches are refused is chosen here.
    """
    if not isinstance(raw, Mapping):
        raise InputError(
            f"a reading is an object with a value for each dimension, got {type(raw).__name__}"
        )
    scores = tuple(
        score for name in DIMENSIONS if (score := _score(name, raw.get(name))) is not None
    )
    if len(scores) < len(DIMENSIONS) - MOST_MISSING:
        there = {score.dimension for score in scores}
        missing = ", ".join(name for name in DIMENSIONS if name not in there)
        raise InputError(
            f"each dimension needs a value, a finite number from 0 to 1, and at most "
            f"{MOST_MISSING} may be without one; without one are: {missing}"
        )
    corrections = raw.get("explicit_corrections", raw.get("_explicit_corrections"))
    return Signals(scores, _corrections(corrections), _resilience_type(raw.get("resilience")))


def _score(dimension: str, given: object) -> Score | None:
    parts = given if isinstance(given, Mapping) else {"value": given}
    value = _number(parts.get("value"))
    if value is None:
        return None
    signal, evidence = (
        said if isinstance(said := parts.get(part), str) else "" for part in ("signal", "evidence")
    )
    return Score(dimension, min(1.0, max(0.0, value)), signal, evidence)


def _number(given: object) -> float | None:
    """A finite number; ``None`` if it is none."""
    if isinstance(given, bool) or not isinstance(given, (int, float, str)):
        return None
    try:
        value = float(given)
    except (ValueError, OverflowError):
        return None
    return value if math.isfinite(value) else None


def _resilience_type(given: object) -> ResilienceType:
    said = _word(given.get("type")) if isinstance(given, Mapping) else ""
    return next((one for one in ResilienceType if one == said), ResilienceType.UNTESTED)


def _corrections(given: object) -> tuple[Correction, ...]:
    if given is None:
        return ()
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise InputError(
            "explicit_corrections is a list of objects with dimension, direction and quote, got "
            f"{type(given).__name__}"
        )
    found = []
    for index, one in enumerate(given):
        if not isinstance(one, Mapping) or not (dimension := _word(one.get("dimension"))):
            continue
        if dimension not in (*DIMENSIONS, STYLE):
            raise InputError(
                f"the dimension of correction {index} is one of {', '.join(DIMENSIONS)}, or "
                f"{STYLE} for what is none of them"
            )
        said, quote = _word(one.get("direction")), one.get("quote")
        direction = next((way for way in Direction if way == said), None)
        found.append(Correction(dimension, direction, quote if isinstance(quote, str) else ""))
    return tuple(found)


def _word(given: object) -> str:
    return given.strip().lower() if isinstance(given, str) else ""


__all__ = ["signals_of"]
