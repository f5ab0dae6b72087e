"""Entries in a JSON file."""

from collections.abc import Sequence
from typing import Any

from .entry import Added, Edited, Entry
from .json_text import Node, added as with_value, parsed, removed


class UnfitError(Exception):
    """Something else stands where an entry belongs; the message names it."""


def put(text: str, entries: Sequence[Entry], frame: Sequence[Entry]) -> Edited:
    """The text with what is missing in it.

    Raises:
        MalformedError: It is no JSON.
        UnfitError: Something else stands in the way.
    """
    if not text.strip("\ufeff \t\r\n"):
        text = "{}\n"
    done: list[Added] = []
    made: list[tuple[str, ...]] = []
    kept: list[str] = []
    for one in frame:
        root = _table(parsed(text), ())
        if root.child(one.path[0]) is None:
            text = with_value(text, root, one.path[0], one.value, is_first=bool(root.children))
            done.append(Added(one.path, one.value, is_item=False))
    for one in entries:
        why = standing(parsed(text).value, one)
        if why is not None:
            kept += [why] if why else []
            continue
        folder = one.path if one.is_item else one.path[:-1]
        for depth in range(1, len(folder) + 1):
            at = folder[:depth]
            within = _table(_found(parsed(text), at[:-1]), at[:-1])
            if within.child(at[-1]) is None:
                is_list = one.is_item and depth == len(folder)
                text = with_value(text, within, at[-1], [] if is_list else {})
                made.append(at)
        node = _found(parsed(text), folder)
        _check(node, folder, list if one.is_item else dict)
        text = with_value(text, node, "" if one.is_item else one.path[-1], one.value)
        done.append(Added(one.path, one.value, one.is_item))
    return Edited(text, tuple(done), tuple(made), tuple(kept))


def take(text: str, gone: Sequence[Added], made: Sequence[tuple[str, ...]]) -> Edited:
    """The text without what was added, as far as it is as it was, and what was made for it.

    Raises:
        MalformedError: It is no JSON.
    """
    kept: list[str] = []
    for one in reversed(gone):
        folder = one.path if one.is_item else one.path[:-1]
        node = _maybe(parsed(text), folder)
        if node is None:
            continue
        if one.is_item:
            same = [child for child in node.children if child.node.value == one.value]
            child = same[-1] if same and isinstance(node.value, list) else None
        else:
            child = node.child(one.path[-1]) if isinstance(node.value, dict) else None
            if child is not None and child.node.value != one.value:
                kept.append(f"{'.'.join(one.path)} was changed since, and stays")
                child = None
        if child is not None:
            text = removed(text, node, child)
    for at in reversed(made):
        within, node = _maybe(parsed(text), at[:-1]), _maybe(parsed(text), at)
        if within is not None and node is not None and node.value in ({}, []):
            child = within.child(at[-1])
            if child is not None:
                text = removed(text, within, child)
    return Edited(text, kept=tuple(kept))


def is_empty(text: str) -> bool:
    """Whether nothing is in it."""
    return not text.strip("\ufeff \t\r\n") or text.strip("\ufeff \t\r\n") == "{}"


def standing(top: Any, entry: Entry) -> str | None:
    """Why an entry is not to be added, in a sentence; ``""`` if it is there, ``None`` if not."""
    held = top
    for key in entry.path:
        held = held.get(key) if isinstance(held, dict) else None
        if held is None:
            return None
    if entry.is_item:
        if not isinstance(held, list):
            return None
        if entry.value in held:
            return ""
        if any(_calls(one, entry.calls) for one in held):
            where = ".".join(entry.path)
            return f"{where} calls {entry.calls!r} in a way of its own already; that stays"
        return None
    if held == entry.value:
        return ""
    return f"{'.'.join(entry.path)} is there already, and says something else; it stays"


def staying(top: Any, entry: Entry) -> str | None:
    """What is there in an entry's place after it was taken out, in a sentence; ``None`` if nothing.

    It is somebody else's, was changed since, or was put in where other receipts are.
    """
    held = top
    for key in entry.path:
        held = held.get(key) if isinstance(held, dict) else None
    where = ".".join(entry.path)
    if not entry.is_item:
        return None if held is None else f"{where} is not what was put in from here, and stays"
    if isinstance(held, list) and any(_calls(one, entry.calls) for one in held):
        return f"{where} calls {entry.calls!r} in a way of its own, and that stays"
    return None


def _calls(one: Any, words: str) -> bool:
    """Whether a hook, or one of a group, has a command with these words."""
    if isinstance(one, dict):
        command = one.get("command")
        return (isinstance(command, str) and words in command) or any(
            _calls(other, words) for other in one.values()
        )
    return isinstance(one, list) and any(_calls(other, words) for other in one)


def _found(node: Node, path: Sequence[str]) -> Node:
    found = _maybe(node, path)
    if found is None:
        raise UnfitError(f"{'.'.join(path)} is no table")
    return found


def _maybe(node: Node, path: Sequence[str]) -> Node | None:
    for key in path:
        child = node.child(key) if isinstance(node.value, dict) else None
        if child is None:
            return None
        node = child.node
    return node


def _table(node: Node, path: Sequence[str]) -> Node:
    _check(node, path, dict)
    return node


def _check(node: Node, path: Sequence[str], kind: type) -> None:
    if not isinstance(node.value, kind):
        what = "list" if kind is list else "table"
        raise UnfitError(f"{'.'.join(path) or 'its top'} is no {what}")
