"""JSON Lines in: every line is checked before anything is stored."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..core.errors import InputError
from .exits import Code, CommandError
from .values import read_stdin

if TYPE_CHECKING:
    from ..core.records.kv import Memory
    from ..store import Insight

INSIGHT_FIELDS = {
    "domain": str,
    "facet": str,
    "key": str,
    "value": str,
    "themes": list,
    "connections": list,
    "source": str,
    "confidence": float,
    "halflife_days": float,
    "pinned": bool,
    "due_at": datetime,
}
MEMORY_FIELDS = {"key": str, "value": str}

Triple = tuple[str, str, str]
"""Domain, facet and key."""


@dataclass(frozen=True, slots=True)
class NumberedMemory:
    """A key-value memory, and the line it came from."""

    line: int
    memory: "Memory"


@dataclass(frozen=True, slots=True)
class NumberedInsight:
    """An insight, and the line it came from."""

    line: int
    insight: "Insight"

    @property
    def triple(self) -> Triple:
        """Where it is kept."""
        return self.insight.domain, self.insight.facet, self.insight.key


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a file, not yet understood."""

    name: str
    lines: tuple[tuple[int, bytes], ...]

    @classmethod
    def read(cls, source: str) -> Self:
        """Read a file, or standard input for ``-``; empty lines count but say nothing."""
        if source == "-":
            content = read_stdin("JSON objects, one on a line")
            name = "standard input"
        else:
            name = source
            try:
                content = Path(source).expanduser().read_bytes()
            except OSError as error:
                raise CommandError(Code.USAGE, f"cannot read {source}: {error.strerror}") from None
        numbered = enumerate(content.split(b"\n"), 1)
        return cls(name, tuple((number, line) for number, line in numbered if line.strip()))

    def bad(self, line: int, why: str) -> CommandError:
        """What to raise for a line that cannot be taken."""
        return CommandError(Code.USAGE, f"{self.name}, line {line}: {why}; nothing was stored")

    def memories(self) -> list[NumberedMemory]:
        """The lines as key-value memories."""
        from ..core.records.kv import Memory

        found: list[NumberedMemory] = []
        for line, fields in self._objects(MEMORY_FIELDS, required=("key", "value")):
            try:
                memory = Memory(fields["key"], fields["value"], 0.0)
            except InputError as error:
                raise self.bad(line, str(error)) from None
            found.append(NumberedMemory(line, memory))
        return found

    def insights(self) -> list[NumberedInsight]:
        """The lines as persona memories; each pair is linked at the later of its two lines."""
        from ..core.clock import system_now
        from ..core.records.persona import PersonaMemory
        from ..core.since import moment_to_come
        from ..store import Insight

        now = system_now()
        found: list[NumberedInsight] = []
        required = ("domain", "facet", "key", "value")
        for line, fields in self._objects(INSIGHT_FIELDS, required=required):
            try:
                if "due_at" in fields:
                    fields["due_at"] = moment_to_come(fields["due_at"], now)
                PersonaMemory(
                    fields["domain"],
                    fields["facet"],
                    fields["key"],
                    fields["value"],
                    confidence=fields.get("confidence", 1.0),
                    halflife_days=fields.get("halflife_days", 1.0),
                )
            except InputError as error:
                raise self.bad(line, str(error)) from None
            if fields["domain"] == "flat":
                raise self.bad(line, "the domain 'flat' shows key-value memories; use remember")
            found.append(NumberedInsight(line, Insight(**fields)))
        return self._linked_backwards(found)

    def _objects(
        self, types: Mapping[str, type], *, required: tuple[str, ...]
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        for line, content in self.lines:
            try:
                fields = json.loads(content)
            except (ValueError, RecursionError):
                raise self.bad(line, "this is not JSON") from None
            if not isinstance(fields, dict):
                raise self.bad(line, "a JSON object is needed")
            for name in required:
                if fields.get(name) is None:
                    raise self.bad(line, f"{name!r} is missing")
            for name, value in fields.items():
                if name not in types:
                    raise self.bad(line, f"there is no field {name!r}, only {', '.join(types)}")
                if value is not None and not _fits(value, types[name]):
                    raise self.bad(line, f"{name!r} is not {_WORDS[types[name]]}")
            yield line, {name: value for name, value in fields.items() if value is not None}

    def _linked_backwards(self, found: list[NumberedInsight]) -> list[NumberedInsight]:
        """Move each link to the later of its two lines: the library links only with what exists."""
        first: dict[Triple, int] = {}
        for index, numbered in enumerate(found):
            first.setdefault(numbered.triple, index)
        links: list[list[str] | None] = []
        moved: dict[int, list[str]] = {}
        for index, numbered in enumerate(found):
            if numbered.insight.connections is None:
                links.append(None)
                continue
            kept: list[str] = []
            for name in numbered.insight.connections:
                target = self.target(numbered, name)
                later = index if target is None else first.get(target, index)
                if later > index:
                    moved.setdefault(later, []).append("/".join(numbered.triple))
                else:
                    kept.append(name)
            links.append(kept)
        for index, names in moved.items():
            links[index] = [*(links[index] or []), *names]
        return [
            replace(numbered, insight=replace(numbered.insight, connections=names))
            for numbered, names in zip(found, links, strict=True)
        ]

    def target(self, numbered: NumberedInsight, name: str) -> Triple | None:
        """The memory that a connection names; ``None`` if it is a node or an edge of the graph."""
        from ..core.records.graph import is_in_graph

        if is_in_graph(name):
            return None
        parts = name.split("/")
        insight = numbered.insight
        if len(parts) == 1:
            parts = [insight.domain, insight.facet, name]
        if len(parts) != 3 or not all(parts):
            raise self.bad(
                numbered.line,
                f"a connection is a key of the same facet or domain/facet/key, got {name!r}",
            )
        target = (parts[0], parts[1], parts[2])
        if target == numbered.triple:
            raise self.bad(numbered.line, f"a memory cannot be linked with itself: {name!r}")
        return target


_WORDS = {
    str: "a string",
    float: "a number",
    list: "a list of strings",
    bool: "true or false",
    datetime: "a date, such as 2026-12-24",
}


def _fits(value: object, wanted: type) -> bool:
    if wanted is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if wanted is list:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if wanted is datetime:
        return isinstance(value, str)
    return isinstance(value, wanted)
