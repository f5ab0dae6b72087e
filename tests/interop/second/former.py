"""S-3.5: the values that a persona memory had before, kept in it as a list."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .bodies import Body, Dot, Json, canonical, seconds

MOST = 10
MOST_BYTES = 4_096
_USUAL: dict[str, Json] = {"value": None, "why": "replaced", "source": "", "confidence": 1}


def with_past(before: Body, after: Body, dot: Dot) -> Body:
    """Return a version with what it wrote over, as of the write that did, or a part of it."""
    if after.record is None or "past" not in after.record.last or not before.stands:
        return after
    now = {canonical(value) for value in after.values[after.record.value].values()}
    gone = [one for one in _living(before) if canonical(one["value"]) not in now]
    if not gone:
        return after
    until = seconds(dot[0])
    ended = [{**one, "until": max(until, one["since"])} for one in gone]
    seen = before.values.get("past", {})
    beside = {at: some for at, some in after.values.get("past", {}).items() if at not in seen}
    after.values["past"] = {**beside, dot: _bounded([*_former(before), *ended])}
    after.known[dot[1]] = max(dot[0], after.known.get(dot[1], ""))
    return after


def _living(body: Body) -> list[dict[str, Any]]:
    """Return the values that stand, each since when it does."""
    ends = [one["until"] for one in _listed(body)]
    first: dict[str, tuple[Dot, Json]] = {}
    for dot, value in sorted(body.values["value"].items()):
        first.setdefault(canonical(value), (dot, value))
    found = []
    for dot, value in first.values():
        since = seconds(dot[0])
        if earlier := [end for end in ends if end <= since]:
            since = max(earlier)
        elif len(first) == 1 and not body.values.get("past") and body.values.get("created_at"):
            since = min(since, body.shown("created_at"))
        about = {
            name: body.shown(name) for name in ("source", "confidence") if body.values.get(name)
        }
        by = dot[1][:17] if dot[1].startswith("~") else dot[1]
        found.append({**_USUAL, **about, "value": value, "since": since, "by": by})
    return found


def _former(body: Body) -> list[dict[str, Any]]:
    """Return what any list says, each value once, with the end that came first."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in _listed(body):
        name = (one["value"], one["since"], one["by"])
        if name not in found or one["until"] < found[name]["until"]:
            found[name] = one
    return list(found.values())


def _listed(body: Body) -> list[dict[str, Any]]:
    lists: Collection[list[dict[str, Any]]] = body.values.get("past", {}).values()
    return [{**_USUAL, **one} for some in lists for one in some]


def _bounded(found: list[dict[str, Any]]) -> list[Json]:
    """Return the newest, the oldest of them first; of what is too long only when it was."""
    left: list[Json] = []
    size = 2
    for one in sorted(found, key=_order, reverse=True)[:MOST]:
        fields = _short(one)
        if len(canonical(fields).encode()) + 3 > MOST_BYTES:
            fields = _short({**one, "value": None, "source": ""})
        size += len(canonical(fields).encode()) + 1
        if size > MOST_BYTES:
            break
        left.insert(0, fields)
    return left


def _order(one: dict[str, Any]) -> tuple[float, float, str, str]:
    return one["until"], one["since"], one["by"], one["value"] or ""


def _short(one: dict[str, Any]) -> dict[str, Json]:
    return {n: value for n, value in one.items() if n not in _USUAL or value != _USUAL[n]}
