"""Which items and namespaces a search is about, by LangGraph's rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.errors import InputError

_ORDER: dict[str, Callable[[float, float], bool]] = {
    "$gt": lambda one, other: one > other,
    "$gte": lambda one, other: one >= other,
    "$lt": lambda one, other: one < other,
    "$lte": lambda one, other: one <= other,
}
OPERATORS = ("$eq", "$ne", *_ORDER)


def check_filter(wanted: object) -> None:
    """Refuse a filter of which no item can be told whether it passes.

    Raises:
        InputError: It is no dict, an operator in it is unknown, or one that compares numbers is
            given none.
    """
    if not isinstance(wanted, Mapping):
        raise InputError(f"a filter is a dict of fields, got {type(wanted).__name__}")
    for one in wanted.values():
        _check(one)


def passes(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a value has all that a filter asks for."""
    return all(_is_like(value.get(name), one) for name, one in wanted.items())


def has_labels(namespace: Sequence[str], path: Sequence[str], at_end: bool) -> bool:
    """Whether a namespace begins, or ends, with some labels, of which ``*`` is any."""
    if len(namespace) < len(path):
        return False
    labels = namespace[len(namespace) - len(path) :] if at_end else namespace
    return all(one in ("*", label) for label, one in zip(labels, path, strict=False))


def _check(wanted: Any) -> None:
    if isinstance(wanted, list | tuple):
        for one in wanted:
            _check(one)
    elif isinstance(wanted, Mapping) and any(name.startswith("$") for name in wanted):
        for operator, one in wanted.items():
            if operator not in OPERATORS:
                raise InputError(
                    f"Unsupported operator: {operator}; a filter knows {', '.join(OPERATORS)}"
                )
            if operator in _ORDER and _number(one) is None:
                raise InputError(f"{operator} compares numbers, got {type(one).__name__}")
    elif isinstance(wanted, Mapping):
        for one in wanted.values():
            _check(one)


def _is_like(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_holds(value, operator, one) for operator, one in wanted.items())
        return isinstance(value, Mapping) and passes(value, wanted)
    if isinstance(wanted, list | tuple):
        return (
            isinstance(value, list | tuple)
            and len(value) == len(wanted)
            and all(map(_is_like, value, wanted))
        )
    return bool(value == wanted)


def _holds(value: Any, operator: str, wanted: Any) -> bool:
    if operator == "$eq":
        return bool(value == wanted)
    if operator == "$ne":
        return bool(value != wanted)
    here, there = _number(value), _number(wanted)
    # what is no number is neither more nor less than one
    return here is not None and there is not None and _ORDER[operator](here, there)


def _number(value: Any) -> float | None:
    """A number, or a text that says one."""
    if isinstance(value, int | float):
        return value
    try:
        return float(value) if isinstance(value, str) else None
    except ValueError:
        return None
