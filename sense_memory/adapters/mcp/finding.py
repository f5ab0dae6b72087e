"""Whatever answers a question, of all rooms; and all that is believed of somebody."""

from ...core.about import AboutLine
from ...core.errors import InputError
from ...core.found import Found as Hit
from ...store import MemoryStore
from .arguments import MOST, About, Search
from .hosted import Hosted
from .names import called, given_name, name_of
from .results import Found, Shown, cut, day
from .whose import whose


async def search(hosted: Hosted, given: Search) -> Found:
    """Find whatever answers, the best first; which counts as no use of it.

    Raises:
        InputError: There is nothing in the query.
    """
    store = await hosted.reading()
    found = await store.search(given.query, limit=given.limit, explain=True)
    if not found.hits and await hosted.looked():
        found = await store.search(given.query, limit=given.limit, explain=True)
    trusted = await whose(store, found.hits)
    note = "" if found.warning is None else f"Searched by words alone: {found.warning}."
    hits = [_hit(hit, of) for hit, of in zip(found.hits, trusted, strict=True)]
    return Found(hits, note=note)


async def about(hosted: Hosted, given: About) -> Found:
    """What is believed of somebody or something, room by room.

    Raises:
        InputError: There is nothing in the name, or it is that of a record.
    """
    store = await hosted.reading()
    whom = store.about(called(given.name))
    lines = await whom.lines()
    if not lines and await hosted.looked():
        lines = await whom.lines()
    if not lines and await _is_record(store, given.name):
        raise InputError(
            f"{given.name!r} is one record, and recall reads it; about tells all of somebody or "
            "something: give the name of that"
        )
    first = lines[:MOST]
    trusted = await whose(store, first)
    shown = [_line(line, of) for line, of in zip(first, trusted, strict=True)]
    return Found(shown, len(lines) - len(first))


async def _is_record(store: MemoryStore, name: str) -> bool:
    """Whether something is called so that tools name, and nobody is."""
    if "/" not in name:
        return False
    try:
        await store.reference(given_name(name))
    except InputError:
        return False
    return True


def _hit(hit: Hit, of: str) -> Shown:
    return Shown(
        name_of(hit.reference),
        *cut(hit.text),
        kind=hit.room.value,
        written=day(hit.at),
        source=hit.source,
        whose=of,
        state="superseded" if hit.is_superseded else "",
        score=round(hit.score, 2),
    )


def _line(line: AboutLine, of: str) -> Shown:
    return Shown(
        name_of(line.reference),
        *cut(line.text),
        kind=line.room.value,
        written=day(line.since),
        source=line.source,
        whose=of,
    )
