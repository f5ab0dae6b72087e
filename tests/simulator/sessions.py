"""What was promised of sessions with a peer, and whether it was kept.

As everywhere here no stamps are read. A session must count unless somebody forgot the peer who may
have meant it: anybody, but for a forgetting that its own author had made before. It must not stand
where somebody who saw it forgot the peer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from sense_memory import DIMENSIONS, MemoryStore, RapportVector
from sense_memory.core.records.rapport import Checkpoint, Reading, checkpoint_name, reading_name
from sense_memory.core.ref import Ref
from sense_memory.wire.address import path_of

from .oracle import Edit, Kind, Oracle

PEER = "vergel"


def where(session: str | None = None) -> str:
    """The path of a session's reading, or of the peer's checkpoint."""
    if session is None:
        return path_of(Ref(Checkpoint, checkpoint_name(PEER)))
    return path_of(Ref(Reading, reading_name(PEER, session)))


def signals(number: int) -> dict[str, Any]:
    """What a session was like: no two alike, so that their order matters."""
    return {name: (number * 37 + n * 11) % 101 / 100 for n, name in enumerate(DIMENSIONS)}


@dataclass(frozen=True, slots=True)
class Talk:
    """What a device knows of the peer at the end.

    Attributes:
        vector: What it derives.
        readings: The sessions that stand.
        folded: Those that its checkpoint contains.
    """

    vector: RapportVector
    readings: tuple[str, ...]
    folded: frozenset[str]

    @classmethod
    async def of(cls, store: MemoryStore) -> Self:
        """Ask a store."""
        context = await store._context()
        checkpoint = await context.records.get(context.ref(Checkpoint, checkpoint_name(PEER)))
        rapport = store.rapport(PEER)
        return cls(
            await rapport.vector(),
            tuple(one.id for one in await rapport.readings()),
            checkpoint.folded if checkpoint is not None else frozenset(),
        )


class Talks:
    """All sessions of a run.

    Args:
        oracle: Which knows of every edit who made it, and who lost it.
    """

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def _edits(self, kind: Kind) -> list[Edit]:
        return [edit for edit in self._oracle.edits if edit.kind is kind]

    def parts_known_to(self, device: str) -> frozenset[str]:
        """The forgettings that a device has made itself."""
        return frozenset(
            part.text
            for part in self._edits(Kind.PART)
            if part.is_acknowledged and device in part.holders
        )

    def judge(self, talks: Mapping[str, Talk]) -> None:
        """Whether all devices show what they must, and the same."""
        breaks = self._oracle.breaks
        first, *others = talks
        for name in others:
            if talks[name] != talks[first]:
                breaks("I3", f"of the peer {first} knows {talks[first]}, {name} {talks[name]}")
        parts = self._edits(Kind.PART)
        for name, talk in talks.items():
            counting = {*talk.readings, *talk.folded}
            if talk.vector.session_count != len(counting):
                breaks("sessions", f"{len(counting)} count as {talk.vector} on {name}")
            for session in self._edits(Kind.SESSION):
                is_excused = any(part.text not in session.seen for part in parts)
                if session.is_safe and not is_excused and session.text not in counting:
                    rule = "I1" if session.is_replicated else "I2"
                    breaks(rule, f"the session {session.text} is lost on {name}")
                is_over = any(part.is_safe and session.text in part.seen for part in parts)
                if is_over and not session.may_return and session.text in talk.readings:
                    breaks("I5", f"the forgotten session {session.text} stands on {name}")
