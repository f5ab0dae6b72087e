"""One direction of one connection, on which a fault plan works."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from relay_fixtures.fault_plan import Direction, Fate, Fault, FaultPlan, corrupted

__all__ = ["Carried", "Frame", "Lane", "pump"]

Frame: TypeAlias = str | bytes

REORDER_PATIENCE = 0.2
"""Seconds a frame waits for the one it is to change places with."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What comes out of a lane when a frame goes in.

    Attributes:
        frames: what to deliver, each that many seconds after the one before it.
        cut: whether to cut the connection then.
    """

    frames: tuple[tuple[float, Frame], ...] = ()
    cut: bool = False


class Lane:
    """Carries frames as the plan has it. Knows no clock and no socket.

    Args:
        plan: what happens.
        connection: number of the connection, from 0.
        direction: of the frames.
    """

    def __init__(self, plan: FaultPlan, connection: int, direction: Direction) -> None:
        self.fates: list[Fate] = []
        """What happened, frame by frame."""
        self._plan = plan
        self._connection = connection
        self._direction = direction
        self._held: list[tuple[float, Frame]] = []

    @property
    def holds(self) -> bool:
        """Whether a frame waits for the next one."""
        return bool(self._held)

    def carry(self, frame: Frame) -> Carried:
        """A frame goes in. Binary frames pass, like any other that chance spares."""
        fate = self._plan.fate(self._connection, self._direction, len(self.fates))
        self.fates.append(fate)
        held, self._held = self._held, []
        match fate.fault:
            case Fault.DROP:
                out = Carried()
            case Fault.DUPLICATE:
                out = Carried(((0.0, frame), (0.0, frame)))
            case Fault.REORDER:
                self._held = [(0.0, frame)]
                out = Carried()
            case Fault.CORRUPT if isinstance(frame, str):
                out = Carried(((0.0, corrupted(frame, fate.salt)),))
            case Fault.CLOSE_BEFORE:
                out = Carried(cut=True)
            case Fault.CLOSE_AFTER:
                out = Carried(((0.0, frame),), cut=True)
            case _:
                out = Carried(((fate.seconds, frame),))
        return Carried((*out.frames, *held), out.cut)

    def flush(self) -> Carried:
        """No further frame came: what waited for it passes."""
        held, self._held = self._held, []
        return Carried(tuple(held))


async def pump(
    lane: Lane,
    receive: Callable[[], Awaitable[Frame]],
    deliver: Callable[[Frame], Awaitable[None]],
) -> None:
    """Carry frames until the plan cuts the connection; what `receive` raises passes through.

    Args:
        lane: what happens on the way.
        receive: the next frame; may be cancelled without losing one.
        deliver: takes a frame to its end.
    """
    while True:
        try:
            async with asyncio.timeout(REORDER_PATIENCE if lane.holds else None):
                frame = await receive()
        except TimeoutError:
            carried = lane.flush()
        else:
            carried = lane.carry(frame)
        for seconds, one in carried.frames:
            await asyncio.sleep(seconds)
            await deliver(one)
        if carried.cut:
            return
