"""A JSON file of somebody else's as text, with what stands where in it.

It is changed where something is added or taken away and nowhere else, so that order, indentation,
numbers and, in those files where hosts allow them, comments and trailing commas stay.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

_BLANK = re.compile(r"(?:[ \t\r\n\ufeff]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_SAID_OF_IT = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/(?=[ \t]*\r?\n))")
"""A comment on what stands before it on its line."""
_DEEPEST = 100
"""Brackets within each other."""


class MalformedError(Exception):
    """A text that is no JSON.

    Attributes:
        line: Where, from 1.
        column: Where, from 1.
        why: What is wrong there.
    """

    def __init__(self, text: str, position: int, why: str) -> None:
        self.line = text.count("\n", 0, position) + 1
        self.column = position - (text.rfind("\n", 0, position) + 1) + 1
        self.why = why
        super().__init__(f"line {self.line}, column {self.column}: {why}")


@dataclass(frozen=True, slots=True)
class Child:
    """What stands in an object or a list.

    Attributes:
        start: Of its key, or of itself in a list.
        key: Its key; ``""`` in a list.
        node: It.
        comma: Where the comma behind it stands; ``None`` if there is none.
    """

    start: int
    key: str
    node: "Node"
    comma: int | None


@dataclass(frozen=True, slots=True)
class Node:
    """A value.

    Attributes:
        start: Its first character.
        end: Behind its last.
        value: What it is.
        children: What stands in it, if it is an object or a list.
    """

    start: int
    end: int
    value: Any = field(repr=False)
    children: tuple[Child, ...] = ()

    def child(self, key: str) -> "Child | None":
        """The one of a key; where it stands twice the last, as it is read everywhere."""
        return next((one for one in reversed(self.children) if one.key == key), None)


def parsed(text: str) -> Node:
    """The value of a text.

    Comments, and a comma behind the last of an object or list, are allowed.

    Raises:
        MalformedError: It is no JSON.
    """
    reader = _Reader(text)
    node = reader.value(reader.blank(0), 0)
    end = reader.blank(node.end)
    if end != len(text):
        raise MalformedError(text, end, "something follows the end")
    return node


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str

    def blank(self, position: int) -> int:
        """Behind what stands between values."""
        found = _BLANK.match(self.text, position)
        return position if found is None else found.end()

    def value(self, position: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise MalformedError(self.text, position, "brackets are nested too deeply")
        first = self.text[position : position + 1]
        if first in ("{", "["):
            return self._filled(position, depth, is_object=first == "{")
        found = _STRING.match(self.text, position) or _SCALAR.match(self.text, position)
        if found is None:
            raise MalformedError(self.text, position, "a value is expected")
        return Node(position, found.end(), json.loads(found[0]))

    def _filled(self, start: int, depth: int, *, is_object: bool) -> Node:
        children: list[Child] = []
        closing = "}" if is_object else "]"
        position = self.blank(start + 1)
        while not self.text.startswith(closing, position):
            if children and children[-1].comma is None:
                raise MalformedError(self.text, position, f"a comma or {closing} is expected")
            begin, key = position, ""
            if is_object:
                key, position = self._key(position)
            node = self.value(position, depth + 1)
            behind = self.blank(node.end)
            has_comma = self.text.startswith(",", behind)
            children.append(Child(begin, key, node, behind if has_comma else None))
            position = self.blank(behind + 1) if has_comma else behind
        held: Any = [one.node.value for one in children]
        if is_object:
            held = {one.key: one.node.value for one in children}
        return Node(start, position + 1, held, tuple(children))

    def _key(self, position: int) -> tuple[str, int]:
        found = _STRING.match(self.text, position)
        if found is None:
            raise MalformedError(self.text, position, "a key in quotes is expected")
        colon = self.blank(found.end())
        if not self.text.startswith(":", colon):
            raise MalformedError(self.text, colon, "a colon is expected")
        return json.loads(found[0]), self.blank(colon + 1)


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is laid out.

    Attributes:
        indent: What a level is moved in by.
        newline: How a line ends.
    """

    indent: str
    newline: str


def style_of(text: str) -> Style:
    """How a text is laid out; two spaces where it does not say."""
    newline = "\r\n" if "\r\n" in text else "\n"
    found = re.search(r"[{\[][ \t]*\r?\n([ \t]+)\S", text)
    return Style(found[1] if found else "  ", newline)


def added(text: str, into: Node, key: str, value: object, *, is_first: bool = False) -> str:
    """The text with one more value in an object or list: behind all others, if that shows nothing.

    A comma changes the line that it is put on, which is shown to whoever is asked. So a line that
    holds more than a bracket stays as it is, and the new value comes before all others.

    Args:
        text: It.
        into: Where to; a node of this very text.
        key: The key in an object; ``""`` in a list.
        value: What.
        is_first: Before all others in any case.
    """
    style = style_of(text)
    name = f"{json.dumps(key, ensure_ascii=False)}: " if text[into.start] == "{" else ""
    if not into.children and "\n" not in text.strip() and text.strip() not in ("{}", "[]"):
        body = name + json.dumps(value, ensure_ascii=False)
        return text[: into.end - 1] + body + text[into.end - 1 :]
    if not into.children:
        outer = _margin(text, into.start)
        inner = outer + style.indent
        body = name + _written(value, style, inner)
        blank = text[into.start + 1 : into.end - 1]
        kept = blank.rstrip() if blank.strip() else ""  # a comment
        inside = f"{kept}{style.newline}{inner}{body}{style.newline}{outer}"
        return text[: into.start + 1] + inside + text[into.end - 1 :]
    last = into.children[-1]
    line = _line_before(text, last.start)
    if line is None:
        body = name + json.dumps(value, ensure_ascii=False)
        gap = " "
    else:
        body = name + _written(value, style, line)
        gap = style.newline + line
    if is_first or (last.comma is None and line is not None and _is_telling(text, last.node.end)):
        start = into.children[0].start
        return f"{text[:start]}{body},{gap}{text[start:]}"
    if last.comma is None:
        text = f"{text[: last.node.end]},{text[last.node.end :]}"
        behind = last.node.end + 1
    else:  # a file that ends its last ones with a comma goes on to do so
        body += ","
        behind = last.comma + 1
    if (said := _SAID_OF_IT.match(text, behind)) and line is not None:
        behind = said.end()
    return text[:behind] + gap + body + text[behind:]


def removed(text: str, within: Node, child: Child) -> str:
    """The text without one of an object or list, and without the comma that it took.

    Args:
        text: It.
        within: The object or list; a node of this very text.
        child: Which.
    """
    start = len(text[: child.start].rstrip(" \t\r\n"))
    end = child.node.end
    cuts = [(start, end)]
    place = within.children.index(child)
    if child.comma is not None:
        cuts.append((child.comma, child.comma + 1))
    elif place and (before := within.children[place - 1].comma) is not None:
        cuts.append((before, before + 1))
    if len(within.children) == 1:
        inside = text[within.start + 1 : start] + text[end : within.end - 1]
        if not inside.replace(",", "").strip():
            return text[: within.start + 1] + text[within.end - 1 :]
    for first, last in sorted(cuts, reverse=True):
        text = text[:first] + text[last:]
    return text


def _written(value: object, style: Style, margin: str) -> str:
    """A value as it stands in lines behind a margin."""
    lines = json.dumps(value, indent=style.indent, ensure_ascii=False).split("\n")
    return (style.newline + margin).join(lines)


def _is_telling(text: str, end: int) -> bool:
    """Whether a line that ends with a value has more in it than its last bracket."""
    return text[text.rfind("\n", 0, end) + 1 : end].strip() not in ("}", "]")


def _margin(text: str, position: int) -> str:
    """What the line of a place is moved in by."""
    start = text.rfind("\n", 0, position) + 1
    line = text[start:position]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _line_before(text: str, position: int) -> str | None:
    """What stands before something on its line; ``None`` if that is more than blanks."""
    start = text.rfind("\n", 0, position) + 1
    line = text[start:position]
    return line if start and not line.strip(" \t") else None
