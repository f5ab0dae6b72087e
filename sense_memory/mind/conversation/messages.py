"""Messages of the records that they are kept in, in the order in which all devices show them.

Every part says how many there are, and the first has the message's own id. Of a message that two
devices changed at once a part may be left that the shown text does not have; it is not shown, and
goes with the message.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...core.records.conversation import Turn, message_and_part

Place: TypeAlias = tuple[bool, float, int, str]
"""By what messages are in order."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message, whole.

    Attributes:
        turn: It, as one turn, with the id of its first part.
        records: All that are of it, in their order, those that are not shown too.
    """

    turn: Turn
    records: tuple[Turn, ...]

    @property
    def kept(self) -> tuple[str, ...]:
        """The ids of all its records."""
        return tuple(one.id for one in self.records)


def messages(turns: Iterable[Turn]) -> list[Message]:
    """What was said, message by message, in the order in which it was said on every device.

    By time, then by the order that was given, then by id; what nobody knows the time of comes
    first. A message of which parts have not arrived yet is shown up to there; one whose beginning
    has not arrived is not shown.
    """
    found: dict[str, dict[int, Turn]] = {}
    for turn in turns:
        message, part = message_and_part(turn.id)
        found.setdefault(message, {})[part] = turn
    whole = [one for parts in found.values() if (one := joined(parts)) is not None]
    return sorted(whole, key=lambda one: in_order(one.turn))


def joined(parts: Mapping[int, Turn]) -> Message | None:
    """A message of those of its records that are here; ``None`` without its beginning."""
    if (first := parts.get(0)) is None:
        return None
    if first.parts == 1 and len(parts) == 1:
        return Message(first, (first,))
    texts = list[str]()
    for number in range(first.parts):
        if number not in parts:
            break
        texts.append(parts[number].text)
    return Message(
        replace(first, text="".join(texts)), tuple(one for _, one in sorted(parts.items()))
    )


def in_order(turn: Turn) -> Place:
    """By what messages are sorted."""
    return turn.at is not None, turn.at or 0.0, turn.order, turn.id


def numbered(turns: Iterable[Turn]) -> list[int]:
    """The number of each message, in their order: its own, or the one after that before it."""
    numbers = list[int]()
    last = 0
    for one in turns:
        last = one.turn or last + 1
        numbers.append(last)
    return numbers
