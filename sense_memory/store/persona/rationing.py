"""Whether the store's limits have room for what is to be remembered."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from ...core.errors import LimitError
from ...core.limits import Limits
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ..context import Context
from .naming import catalogued


async def counted(context: Context) -> None:
    """Know what there is, if it is limited."""
    if context.limits is not None:
        await catalogued(context)


@contextmanager
def admitted(
    context: Context, refs: Sequence[Ref[PersonaMemory]], halflives: Iterable[float | None]
) -> Iterator[None]:
    """Keep room for some memories while they are being written.

    What is being written at the same time takes room, too, so that many calls at once cannot take
    more than there is. What exists takes none: it can always be written again.

    Raises:
        LimitError: There is not so much room.
    """
    if context.limits is None:
        yield
        return
    _check_halflives(context.limits, halflives)
    catalogue, scope = context.views.catalogue, context.scope
    names = [ref.name for ref in refs]
    _check_room(context.limits, catalogue.names(scope), names)
    catalogue.expect(scope, names)
    try:
        yield
    finally:
        catalogue.expect_no_more(scope, names)


def _check_halflives(limits: Limits, halflives: Iterable[float | None]) -> None:
    fixed = limits.halflife_days
    for days in halflives:
        if fixed is not None and days not in (None, fixed):
            raise LimitError(
                "halflife_days",
                fixed,
                f"the limits fix the half-life at {fixed:g} days, got {days:g}; leave "
                "halflife_days out",
            )


def _check_room(limits: Limits, known: frozenset[str], names: Iterable[str]) -> None:
    """Refuse what would be more than the limits allow, beginning with the first that would be."""
    taken = set(known)
    domains = {name.split("/")[0] for name in taken}
    facets = {tuple(name.split("/")[:2]) for name in taken}
    for name in names:
        if name in taken:
            continue
        domain, facet, _ = name.split("/")
        if domain not in domains:
            _check("domains", limits.domains, len(domains), f"the domain {domain!r}")
        elif (domain, facet) not in facets:
            there = sum(found == domain for found, _ in facets)
            _check("facets", limits.facets, there, f"the facet {facet!r} of the domain {domain!r}")
        _check("memories", limits.memories, len(taken), f"the memory {name!r}")
        taken.add(name)
        domains.add(domain)
        facets.add((domain, facet))


def _check(limit: str, allowed: int | None, there: int, what: str) -> None:
    if allowed is None or there < allowed:
        return
    each = " in a domain" if limit == "facets" else ""
    raise LimitError(
        limit,
        allowed,
        f"the limit of {limit}{each} is {allowed}, and "
        f"{what} would be one more; nothing was written. Forget something, or write over it",
    )
