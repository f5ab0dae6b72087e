"""Which observation is meant by an id, or by the beginning of one."""

import re
from typing import TYPE_CHECKING

from ...core.errors import UnknownMemoryError
from ..exits import Code, CommandError
from ..freshness import found_somewhere
from .fields import SHOWN_ID

if TYPE_CHECKING:
    from ...core.records.pyramid import Observation
    from ...store import MemoryStore
    from ..session import Session

_BEGINNING = re.compile(r"[0-9a-f]{6,32}")
MOST_NAMED = 5


async def observation_named(session: "Session", store: "MemoryStore", name: str) -> "Observation":
    """The observation, which is looked for on the relays if it is not here.

    Raises:
        CommandError: The name is none, nothing has it, or several begin so; they are named.
    """
    wanted = name.strip().lower()
    if not _BEGINNING.fullmatch(wanted):
        raise CommandError(
            Code.USAGE,
            "an observation is called by its id, 32 hex digits, or by the first 6 or more of them; "
            "`pyramid show TOPIC --observations` prints them",
        )

    async def find() -> "Observation":
        found = [one for one in await store.pyramid.observations() if one.id.startswith(wanted)]
        if not found:
            raise UnknownMemoryError(
                f"no observation's id begins with {wanted}; those of a topic: sense-memory pyramid "
                "show TOPIC --observations"
            )
        if len(found) > 1:
            digits = _telling_apart([one.id for one in found])
            named = ", ".join(one.id[:digits] for one in found[:MOST_NAMED])
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise CommandError(
                Code.USAGE, f"{len(found)} observations begin with {wanted}: {named}{more}"
            )
        return found[0]

    return await found_somewhere(session, store, find)


def _telling_apart(names: list[str]) -> int:
    """So many digits tell them apart."""
    return next(
        (n for n in range(SHOWN_ID, 32) if len({name[:n] for name in names}) == len(names)), 32
    )
