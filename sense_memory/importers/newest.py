"""The newest of what a source has, without keeping the rest."""

import heapq
from collections.abc import Iterable, Iterator

from ..core.items import Item, Named, Said, Stated


def newest(items: Iterable[Item], limit: int | None) -> Iterator[Item]:
    """The items of a source, of messages, statements and names at most ``limit``.

    Without a limit they come as they stand, while the source is read. With one, whatever does not
    count comes at once, and after the source has ended its newest others, oldest first: what has
    no time before all others, and of equal times what stands later is newer.

    Args:
        items: What a source has.
        limit: How many, 1 or more, or ``None``. So many are held in memory.
    """
    if limit is None:
        yield from items
        return
    kept: list[tuple[float, int, Said | Stated | Named]] = []
    for ordinal, item in enumerate(items):
        if not isinstance(item, Said | Stated | Named):
            yield item
            continue
        # the ordinal is unique, so no two items are ever compared
        entry = (0.0 if item.at is None else item.at, ordinal, item)
        if len(kept) < limit:
            heapq.heappush(kept, entry)
        else:
            heapq.heappushpop(kept, entry)
    for _, _, item in sorted(kept):
        yield item
