"""What was promised, and whether it was kept.

The oracle reads no stamps and no version vectors, since these are what may be wrong. Of every edit
it knows the text that it wrote, and the texts that stood in its author's file when it was made.
"""

import contextlib
import contextvars
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from unittest import mock

from sense_memory.wire import merge
from sense_memory.wire.body import Body

CURRENT: contextvars.ContextVar["Edit | None"] = contextvars.ContextVar("edit", default=None)
"""The edit that the running task makes."""


class Kind(StrEnum):
    """What an edit does."""

    WRITE = "write"
    FORGET = "forget"
    PLAIN = "plain write"
    USE = "use"
    SESSION = "session"
    PART = "forgetting of a peer"
    TURN = "turn"
    CORRECT = "correction of a turn"
    DROP = "forgetting of a turn"
    END = "forgetting of a conversation"
    RELATE = "version of an edge"
    CLOSE = "end of an edge"
    NOTE = "note"
    LOOK = "use of an edge"
    ERASE = "forgetting in the graph"


JUDGED_APART = (
    *(Kind.SESSION, Kind.PART),
    *(Kind.TURN, Kind.CORRECT, Kind.DROP, Kind.END),
    *(Kind.RELATE, Kind.CLOSE, Kind.NOTE, Kind.LOOK, Kind.ERASE),
)
"""Edits that ``sessions``, ``conversations`` and ``relations`` judge."""


@dataclass(slots=True, eq=False)
class Edit:
    """One edit, and what its author had seen.

    Attributes:
        number: Of the edit in this run.
        kind: What it does.
        text: The value it writes; unlike any other.
        path: Where; known once it is planned.
        seen: The texts that stood there in the author's file.
        theme: A theme that it adds, unlike any other; it takes away those that it had seen.
        seen_themes: The themes that stood there.
        links: Paths it links with, and the edit's own, as the record names them.
        holders: Devices in whose files it is.
        is_acknowledged: The call returned.
        is_replicated: It was read back from as many relays as it takes.
        may_return: It was forgotten by one of two copies of a file that both held it before any
            relay had shown it; the other copy cannot tell that from an edit of its own, and keeps
            it rather than lose it.
        at: When it was made; the true date.
    """

    number: int
    kind: Kind
    text: str
    path: str = ""
    seen: frozenset[str] = frozenset()
    theme: str | None = None
    seen_themes: frozenset[str] = frozenset()
    links: tuple[str, ...] = ()
    holders: set[str] = field(default_factory=set)
    is_acknowledged: bool = False
    is_replicated: bool = False
    may_return: bool = False
    at: float = 0.0

    @property
    def is_safe(self) -> bool:
        """Whether nothing that happened excuses its loss."""
        return self.is_acknowledged and (self.is_replicated or bool(self.holders))


@dataclass(frozen=True, slots=True)
class Dissolution:
    """A memory was let go because nobody had used it.

    Attributes:
        path: Which.
        seen: The texts that stood there.
        at: When; the true date.
    """

    path: str
    seen: frozenset[str]
    at: float


LIFE = 229 * 86_400.0
"""Seconds for which a memory stays after it was written or used, less than a day more."""


def texts(body: Body | None) -> frozenset[str]:
    """The values that stand in a body, siblings included."""
    fields = body.fields if body is not None else {}
    standing = [*fields.get("value", {}).values(), *fields.get("content", {}).values()]
    return frozenset(str(text) for text in standing)


class Oracle:
    """All edits of a run, and every rule that they are judged by."""

    def __init__(self) -> None:
        self.edits: list[Edit] = []
        self.broken: list[str] = []
        self.dissolutions: list[Dissolution] = []
        self.now: Callable[[], float] = float
        self._shown: dict[tuple[str, str], frozenset[str]] = {}
        self._gone: dict[tuple[str, str], set[str]] = defaultdict(set)

    def begin(self, kind: Kind, device: str, text: str) -> Edit:
        """An edit is about to be made."""
        edit = Edit(len(self.edits), kind, text, holders={device}, at=self.now())
        self.edits.append(edit)
        return edit

    def breaks(self, rule: str, what: str) -> None:
        """A rule was broken."""
        self.broken.append(f"{rule}: {what}")

    # ------------------------------------------------------------- on the way

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what every edit is built on."""
        put, forgotten = merge.put, merge.forgotten

        def heard_put(
            before: Body | None, path: str, new: Mapping[str, Any], *rest: Any, **more: Any
        ) -> Body:
            edit = CURRENT.get()
            if edit is not None and edit.text in (new.get("value"), new.get("content")):
                self._hear(edit, before, path)
            return put(before, path, new, *rest, **more)

        def heard_forgotten(before: Body | None, path: str, *rest: Any, **more: Any) -> Body:
            edit = CURRENT.get()
            if rest[1:] == ("dissolve",):
                self.dissolutions.append(Dissolution(path, texts(before), self.now()))
            if edit is not None and edit.kind is Kind.FORGET:
                self._hear(edit, before, path)
            return forgotten(before, path, *rest, **more)

        with (
            mock.patch.object(merge, "put", heard_put),
            mock.patch.object(merge, "forgotten", heard_forgotten),
        ):
            yield

    def _hear(self, edit: Edit, before: Body | None, path: str) -> None:
        standing = texts(before)
        if edit.text in standing:
            return  # the second step of one edit, on top of its first
        edit.path = path
        edit.seen = standing
        if before is not None:
            edit.seen_themes = frozenset(before.sets.get("themes", {}))
        for device in sorted(edit.holders):
            self.look(device, path, standing)

    def look(self, device: str, path: str, standing: frozenset[str]) -> None:
        """What stands at a path of a device: what is gone there stays gone."""
        place = (device, path)
        self._gone[place] |= self._shown.get(place, frozenset()) - standing
        self._shown[place] = standing
        for text in sorted((self._gone[place] & standing) - self._may_return()):
            self.breaks("I5", f"{text} at {path} is readable again on {device}")

    def _may_return(self) -> set[str]:
        # what was used elsewhere while it was let go here comes back
        dissolved = {text for one in self.dissolutions for text in one.seen}
        return dissolved | {edit.text for edit in self.edits if edit.may_return}

    def _has_dissolved(self, path: str, text: str) -> bool:
        """Whether a value was let go, and nobody who is still heard of had to do with it."""

        def is_about_it(edit: Edit) -> bool:
            is_of_it = text == edit.text or (edit.kind is Kind.USE and text in edit.seen)
            return edit.is_safe and edit.path == path and is_of_it

        return any(
            one.path == path
            and text in one.seen
            and not any(is_about_it(edit) and edit.at > one.at - LIFE for edit in self.edits)
            for one in self.dissolutions
        )

    def forget_looks(self, device: str) -> None:
        """A device begins anew: with an older file, or with none."""
        for known in (self._shown, self._gone):
            for place in [place for place in known if place[0] == device]:
                del known[place]

    def replicated(self, device: str, standing: Mapping[str, frozenset[str]]) -> None:
        """These paths, with what stands there, were read back from as many relays as it takes."""
        for edit in self.edits:
            if edit.kind is Kind.USE:
                continue  # it may be in no record yet
            is_ours = device in edit.holders and edit.is_acknowledged
            if edit.path in standing and (is_ours or edit.text in standing[edit.path]):
                edit.is_replicated = True

    def copied(self, device: str, standing: Mapping[str, frozenset[str]]) -> None:
        """A file was copied while relays had shown it what stands at these paths, and no more."""
        for edit in self.edits:
            if device in edit.holders and edit.text not in standing.get(edit.path, frozenset()):
                edit.may_return = True

    def lose(self, device: str, edits: Iterable[Edit] | None = None) -> None:
        """A device is gone, or these edits are gone from it."""
        for edit in self.edits if edits is None else edits:
            edit.holders.discard(device)

    # ------------------------------------------------------------- at the end

    def judge(self, device: str, bodies: Mapping[str, Body]) -> None:
        """Whether a device shows what it must, and nothing that it must not."""
        covered: dict[str, set[str]] = defaultdict(set)
        surely: dict[str, dict[str, Edit]] = defaultdict(dict)
        for edit in self.edits:
            if edit.kind is Kind.USE or edit.kind in JUDGED_APART:
                continue  # it replaces nothing
            covered[edit.path] |= edit.seen
            if edit.is_safe:
                surely[edit.path].update((text, edit) for text in edit.seen)
        for edit in self.edits:
            standing = texts(bodies.get(edit.path))
            if edit.is_safe and edit.kind not in (Kind.FORGET, Kind.USE, *JUDGED_APART):
                if self._has_dissolved(edit.path, edit.text):
                    continue
                if edit.text not in standing | covered[edit.path]:
                    rule = "I1" if edit.is_replicated else "I2"
                    self.breaks(rule, f"{edit.text} at {edit.path} is lost on {device}")
                self._judge_themes(edit, device, bodies.get(edit.path))
        for path, by_text in surely.items():
            for text in sorted((by_text.keys() & texts(bodies.get(path))) - self._may_return()):
                other = by_text[text]
                self.breaks(
                    "I5", f"{text} at {path} stands on {device}, though {other.text} covers it"
                )

    def _went_with_a_memory(self, edit: Edit) -> bool:
        """Whether what an edit left beside the value was let go later, with another value."""
        return any(
            one.path == edit.path and one.at >= edit.at and self._has_dissolved(one.path, text)
            for one in self.dissolutions
            for text in one.seen
        )

    def _judge_themes(self, edit: Edit, device: str, body: Body | None) -> None:
        if body is None or self._went_with_a_memory(edit):
            return
        taken = {
            theme
            for other in self.edits
            if other.path == edit.path and other.theme is not None
            for theme in other.seen_themes
        }
        is_there = edit.theme in body.sets.get("themes", {}) or edit.theme in taken
        if edit.theme is not None and not is_there:
            self.breaks("I1" if edit.is_replicated else "I2", f"{edit.theme} is lost on {device}")
        gone = {one.path for one in self.dissolutions}
        for link in edit.links:
            # nothing names what was let go, even if it is there again
            other = f"{edit.path.rpartition('/')[0]}/{link}"
            if other not in gone and link not in body.sets.get("connections", {}):
                self.breaks("I2", f"the link {edit.path} - {link} is lost on {device}")
