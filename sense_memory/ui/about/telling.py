"""What is believed of somebody or something, for the page. It is no use of anything."""

from dataclasses import dataclass

from ...core.about import AboutLine
from ...store import MemoryStore


@dataclass(frozen=True, slots=True)
class Told:
    """All that is believed of one name.

    Attributes:
        name: Whom or what it is about.
        lines: Each in a sentence, room by room, the newest first within each.
    """

    name: str
    lines: tuple[AboutLine, ...]


async def tell(store: MemoryStore, name: str, *, past: bool) -> Told:
    """What is believed.

    Args:
        store: Who believes it.
        name: Of whom or what.
        past: Also what was believed before, or has ended.

    Raises:
        InputError: There is nothing in the name.
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    about = store.about(name)
    return Told(about.name, tuple(await about.lines(past=past)))
