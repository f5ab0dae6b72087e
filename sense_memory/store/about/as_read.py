"""A line that is changed as it was read: where it says something else by then, nothing is done."""

from functools import partial
from typing import Any

from ...core.change import Alter, Amend
from ...core.errors import UnknownMemoryError
from ...core.expected import ChangedMeanwhileError
from ...core.records.conversation import Turn, message_and_part
from ...core.ref import Ref
from ...mind.told import Telling, told
from ..context import Context
from ..conversation import known
from .collecting import Line


def unless_moved(line: Line) -> Amend[Any]:
    """Writes nothing, and ends a commit where the record says something else than it did.

    It comes before what writes the record. That somebody used it is nothing that it says.
    """
    return Amend(line.ref, partial(_kept, line.record), forgotten())


def back(ref: Ref[Any], record: Any) -> Alter[Any]:
    """Lets a record stand again, and ends a commit where another one stands that says otherwise."""

    def put(standing: Any) -> Any:
        if standing is not None:
            _kept(record, standing)
        return record

    return Alter(ref, put)


def _kept(read: Any, standing: Any) -> Any:
    if _says(standing) != _says(read):
        raise ChangedMeanwhileError
    return standing


def _says(record: Any) -> object:
    return told(record, str, "").text if isinstance(record, Telling) else record


async def whole_message(context: Context, read: Turn) -> str:
    """What the message says that a turn is, or is a part of.

    Raises:
        UnknownMemoryError: It was forgotten meanwhile.
        ChangedMeanwhileError: It says something else than when the turn was read.
    """
    there = await known.known(context, read.conversation)
    message = there.message(message_and_part(read.id)[0])
    if message is None:
        raise forgotten()
    if all((one.id, one.text) != (read.id, read.text) for one in message.records):
        raise ChangedMeanwhileError
    return message.turn.text


def forgotten() -> UnknownMemoryError:
    """What a line is that nobody finds any more."""
    return UnknownMemoryError("it was forgotten meanwhile")
