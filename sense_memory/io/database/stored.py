"""What a row of the file says, if it is what was written."""

from nips.nip01 import Event

from ...core.errors import CorruptDatabaseError
from ..connections import REOPEN
from ..rows import Head
from ..tables import text_sum
from .engine import Row


def head_of(row: Row) -> Head:
    """The head in a row of the columns ``HEAD``.

    Raises:
        CorruptDatabaseError: Its event is not what was written.
    """
    address, bucket, own, deleted, seq, sum_, event = row
    return Head(address, event_of(sum_, event), bucket, bool(own), bool(deleted), seq, own == 2)


def event_of(sum_: int, text: str) -> Event:
    """An event of the file.

    Raises:
        CorruptDatabaseError: It is not what was written.
    """
    check_text(sum_, text)
    return Event.from_json(text)


def check_text(sum_: int, text: object) -> None:
    """Raise if the text of an event is not what was written.

    Raises:
        CorruptDatabaseError: It is not.
    """
    if not isinstance(text, str) or text_sum(text) != sum_:
        raise CorruptDatabaseError(f"an event in the file is damaged. {REOPEN}")
