"""How safe all that is known here is: one sentence first, then what is wrong and what to do."""

from collections.abc import Sequence

from nips import nip19
from nips.keys import PublicKey

from ...core.finding import Finding, ok, problem, warning
from ...core.status import RelayStatus, Status

_ENOUGH = 2
"""Relays that have to have everything: what one loses, the other still has."""


def overall(status: Status, *, is_one_scope: bool = False) -> tuple[Finding, ...]:
    """What is to be said of the whole, the most important first.

    Args:
        status: The store's.
        is_one_scope: Whether one scope of it is looked into.
    """
    said = (
        "This page looks into one scope. How many records there are, and how far relays have them, "
        "is told here of all scopes together."
    )
    scoped = [ok("file.scopes", said)] if is_one_scope else []
    return (_headline(status), *scoped, *_of_the_file(status))


def _headline(status: Status) -> Finding:
    relays = status.relays
    if status.moved_to is not None:
        npub = nip19.encode_npub(PublicKey.from_hex(status.moved_to))
        return problem(
            "moved",
            f"This mind goes on under another key, {npub}. Nothing is written under this one.",
            "open that mind: sense-memory --profile NAME ui",
        )
    if not relays:
        return _local(status)
    if status.held:
        return warning(
            "delivery",
            f"{_writes(status.held)} until a relay says whether this mind hides its names.",
            "it goes on by itself as soon as one relay can be reached",
        )
    needed = min(_ENOUGH, len(relays))
    proven, taken = _count(relays, is_proven=True), _count(relays, is_proven=False)
    if proven >= needed:
        where = "on its only relay" if len(relays) == 1 else f"on {_of(proven, len(relays))}"
        return ok("delivery", f"Everything known here is {where}, read back.")
    if taken >= needed:
        who = "The only relay has" if len(relays) == 1 else f"{_of(taken, len(relays))} have"
        return ok("delivery", f"{_capital(who)} taken everything; not all of it is read back yet.")
    if taken:
        return warning(
            "delivery",
            f"Everything known here is on one relay only, of {len(relays)}.",
            "see below what keeps the others; until then, what that one loses is here alone",
        )
    return _missing(relays)


def _local(status: Status) -> Finding:
    if status.path is None:
        return problem(
            "delivery",
            "Everything known here is in the memory of one process, and gone when that ends.",
            "give the store a file, or a relay",
        )
    return warning(
        "delivery",
        "Everything known here is in one file on this machine, and on no relay.",
        "sense-memory relays add wss://… gives it a second home; "
        "sense-memory export events FILE makes a copy",
    )


def _missing(relays: Sequence[RelayStatus]) -> Finding:
    if all(relay.state == "offline" and relay.error is not None for relay in relays):
        who = "The only relay cannot" if len(relays) == 1 else "No relay can"
        return problem(
            "delivery",
            f"{who} be reached: what was written since is on this machine alone.",
            "check the connection; all that waits goes out by itself",
        )
    if any(relay.dead or relay.parked for relay in relays):
        return problem(
            "delivery",
            "No relay has everything that is known here: some of it was refused.",
            "see below what each refuses, and why",
        )
    return warning(
        "delivery",
        "No relay is known to have everything yet.",
        "nothing: the relays are being read, and sent what they lack",
    )


def _of_the_file(status: Status) -> list[Finding]:
    """What else is to be known of this mind, whatever its relays do."""
    found = []
    if len(status.relays) == 1:
        found.append(
            warning(
                "relays.number",
                "There is one relay: what it loses is only on this machine.",
                "sense-memory relays add wss://…",
            )
        )
    if status.salvaged is not None:
        found.append(
            warning(
                "file.damage",
                f"The file was damaged, and built anew; what it was is kept as {status.salvaged}.",
                "sense-memory sync brings what the relays have; remove that one when content",
            )
        )
    if status.relays and not status.absence_known:
        found.append(
            warning(
                "relays.read",
                "No relay was ever read to its end from here: there may be more than is shown.",
                "nothing, if one can be reached; else sense-memory doctor says what is wrong",
            )
        )
    if status.unreadable:
        events = "event is" if status.unreadable == 1 else "events are"
        found.append(
            warning(
                "file.unreadable",
                f"{status.unreadable:,} {events} kept aside: a newer release wrote them, or a key "
                "for them has not arrived.",
                "bring sense-memory up to date",
            )
        )
    if status.local_only:
        records = "record stays" if status.local_only == 1 else "records stay"
        said = f"{status.local_only:,} {records} in this file, as was asked for: local-only."
        found.append(ok("file.local-only", said))
    return found


def _count(relays: Sequence[RelayStatus], *, is_proven: bool) -> int:
    """How many relays have everything: as they say, or as was read back from them."""
    return sum(
        relay.verdict is not None
        and not (relay.waiting or relay.parked or relay.dead)
        and not (is_proven and relay.accepted)
        for relay in relays
    )


def _of(some: int, all_: int) -> str:
    if some == all_:
        return "both relays" if all_ == 2 else f"all {all_} relays"
    return f"{some} of {all_} relays"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _writes(count: int) -> str:
    return "One write waits" if count == 1 else f"{count:,} writes wait"
