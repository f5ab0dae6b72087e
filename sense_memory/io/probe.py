"""Trying a relay with a throw-away key: what it takes, shows, replaces and deletes.

Nothing here belongs to anybody: key and records are random, and are deleted at the end. The
questions that matter most come first, since some relays take only a few events from a stranger.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from nips import nip09, nip40, nip44, nip70, nip78
from nips.keys import SecretKey
from nips.messages import Ok, Prefix, split_reply
from nips.nip01 import Address, Event, Filter, UnsignedEvent, sign

from ..core.config import RelayConfig
from ..core.errors import RelayError, UnreachableError
from ..core.ports import Clock
from ..core.relay_probe import RECORD_BYTES, Protected, RelayProbe
from .conversation import Conversation, converse
from .relay_greeting import fetch_greeting

log = logging.getLogger("sense_memory.io.probe")

BURST = 20
"""Records sent at once, at most."""
TOTAL = 120.0
"""Seconds after which the probe gives up."""
CLEAN_UP = 20.0
"""Seconds for the clean-up."""
CHALLENGE_WAIT = 0.1
"""The part of the patience in which a relay may ask who we are before it is asked anything."""
REACH_BACK = 120
"""Seconds before now at which the records' dates begin: none of them lies in the future."""
CHUNK = 40
"""Events that one deletion request names, by address and by id each."""


async def probe(
    url: str, *, clock: Clock, config: RelayConfig | None = None, patience: float = 3.0
) -> RelayProbe:
    """Try a relay; what it does wrong is in the result, not raised.

    Args:
        url: The relay.
        clock: Dates the test records.
        config: Time-outs.
        patience: Seconds that something may take to be seen after the relay's OK, and to wait
            where it asks to slow down.
    """
    return await _Probe(url, clock, config or RelayConfig(), patience).run()


class _SlowDownError(RelayError):
    """It wants no more events for now."""


class _Probe:
    """One relay, tried once."""

    def __init__(self, url: str, clock: Clock, config: RelayConfig, patience: float) -> None:
        self.found = RelayProbe(url=url)
        self._url = url
        self._clock = clock
        self._config = config
        self._patience = patience
        self._secret = SecretKey.generate()
        self._public_key = self._secret.public_key.hex
        self._conversation_key = nip44.conversation_key(self._secret, self._secret.public_key)
        self._at = int(clock.now()) - REACH_BACK
        self._sent: list[Event] = []
        self._accepted = 0
        self._was_refused = False
        self._stack = contextlib.AsyncExitStack()
        self._talk: Conversation

    async def run(self) -> RelayProbe:
        try:
            async with self._stack:
                try:
                    async with asyncio.timeout(TOTAL):
                        await self._try()
                except TimeoutError:
                    self._note(error=f"it took longer than {TOTAL:g} s")
                except RelayError as error:
                    self._note(error=str(error).removeprefix(f"{self._url}: "))
                finally:
                    await self._clean_up()
        except RelayError as error:
            log.info("%s", error)
        return self.found

    def _note(self, **facts: object) -> None:
        self.found = replace(self.found, **facts)  # type: ignore[arg-type]

    async def _try(self) -> None:
        await self._read_information()
        loop = asyncio.get_running_loop()
        began = loop.time()
        await self._connect()
        self._note(latency=loop.time() - began)
        self._talk.stage = "on connecting"
        await self._talk.listen(max(CHALLENGE_WAIT * self._patience, 2 * (loop.time() - began)))
        for stage in (self._read, self._write):
            if not await stage():
                return
        for check in (
            self._replace,
            self._until,
            self._negentropy,
            self._sizes,
            self._delete_by_address,
            self._delete_by_id,
            self._protection,
            self._expiration,
            self._burst,
        ):
            await self._survive(check)

    async def _survive(self, check: Callable[[], Awaitable[None]]) -> None:
        """Go on after a check that came to nothing, and after a refusal on a new connection."""
        try:
            await check()
        except _SlowDownError:
            raise
        except RelayError as error:
            self._note(error=str(error).removeprefix(f"{self._url}: "))
        finally:
            self._note_proof()
        await self._renew()

    async def _renew(self) -> None:
        """Some relays make a connection wait that they refused something on, ever longer."""
        if self._was_refused or self._talk.is_closed:
            await self._connect()

    async def _connect(self) -> None:
        await self._stack.aclose()
        self._was_refused = False
        self._talk = await self._stack.enter_async_context(
            converse(self._url, self._public_key, self._sign, self._clock, self._config)
        )

    def _note_proof(self) -> None:
        talk = self._talk
        if talk.asked_who is not None and self.found.auth == "never":
            self._note(auth=talk.asked_who)
        if talk.is_proven is not None:
            self._note(auth_accepted=talk.is_proven)

    # ------------------------------------------------------------------ checks

    async def _read_information(self) -> None:
        greeting = await fetch_greeting(self._url, self._clock, self._config.information_timeout)
        information = greeting.information
        if information is not None:
            self._note(
                serves_information=True,
                name=information.name,
                software=information.software,
                announced_nips=information.supported_nips,
                page_limit=information.limitation.max_limit,
            )

    async def _read(self) -> bool:
        self._talk.stage = "on reading"
        said = await self._talk.ask(self._filter(limit=1))
        self._note_proof()
        if said.refusal is not None:
            self._note(reads=False, said=said.refusal[:200])
            return False
        if not said.is_answered:
            self._note(error=f"no end of an answer within {self._talk.seconds:g} s")
            return False
        self._note(reads=True, hints_completeness=bool(said.hints))
        return True

    async def _write(self) -> bool:
        self._talk.stage = "on writing"
        self._first = self._record(RECORD_BYTES[0])
        ok = await self._publish(self._first)
        self._note_proof()
        if ok is None:
            self._note(error=f"no OK within {self._talk.seconds:g} s")
            return False
        if not ok.accepted:
            self._note(writes=False, said=ok.message[:200] or "no reason given")
            return False
        self._note(writes=True)
        loop = asyncio.get_running_loop()
        began = loop.time()
        if not await self._is_shown(self._first):
            return False
        self._note(shows_after=loop.time() - began, largest_bytes=RECORD_BYTES[0])
        return True

    async def _replace(self) -> None:
        older = self._record(RECORD_BYTES[0], self._first.d, at=self._first.created_at - 1)
        newer = self._record(RECORD_BYTES[0], self._first.d)
        self._expect(await self._publish(newer))
        replaces = await self._shows(self._first.d, {newer.id})
        await self._publish(older)
        shown = await self._ids_at(self._first.d)
        self._note(replaces=replaces and shown == {newer.id}, newest_wins=newer.id in shown)
        self._first = newer

    async def _sizes(self) -> None:
        """Find the largest of the sizes, by halves."""
        low, high = 0, len(RECORD_BYTES)
        while high - low > 1:
            middle = (low + high) // 2
            if await self._fits(RECORD_BYTES[middle]):
                low = middle
                self._note(largest_bytes=RECORD_BYTES[low])
            else:
                high = middle

    async def _fits(self, size: int) -> bool:
        event = self._record(size)
        with contextlib.suppress(UnreachableError):  # too large a frame ends the connection
            if _is_taken(await self._publish(event)) and await self._is_shown(event):
                return True
        await self._renew()
        return False

    async def _delete_by_address(self) -> None:
        event = self._record(RECORD_BYTES[0])
        self._expect(await self._publish(event))
        place = Address(nip78.KIND, self._public_key, event.d)
        request = self._deletion(addresses=[place])
        is_gone = _is_taken(await self._publish(request)) and await self._shows(event.d, set())
        self._note(deletes_by_address=is_gone)
        said = await self._talk.ask(
            Filter(kinds=(nip09.KIND,), authors=(self._public_key,), limit=20)
        )
        self._note(serves_deletions=request.id in said.ids)
        again = self._record(RECORD_BYTES[0], event.d)
        is_back = _is_taken(await self._publish(again)) and await self._is_shown(again)
        self._note(writes_again=is_back)

    async def _delete_by_id(self) -> None:
        event = self._record(RECORD_BYTES[0])
        self._expect(await self._publish(event))
        request = self._deletion(ids=[event.id])
        is_gone = _is_taken(await self._publish(request)) and await self._shows(event.d, set())
        self._note(deletes_by_id=is_gone)
        if is_gone:
            is_back = _is_taken(await self._publish(event)) and await self._is_shown(event)
            self._note(resurrects=is_back)

    async def _until(self) -> None:
        newest = self._first
        said = await self._talk.ask(self._filter(until=newest.created_at, limit=20))
        if said.is_answered and said.refusal is None:
            self._note(until_exclusive=newest.id not in said.ids)

    async def _protection(self) -> None:
        self._talk.stage = "for protected events"
        event = self._record(RECORD_BYTES[0], tags=(nip70.TAG,))
        ok = await self._publish(event)
        if ok is None:
            return
        if not ok.accepted:
            self._note(protected=Protected.REFUSED)
        else:
            # NIP-70: "a relay MUST … require NIP-42 AUTH" before it takes such an event
            proven = bool(self._talk.is_proven)
            self._note(protected=Protected.TAKEN if proven else Protected.IGNORED)

    async def _expiration(self) -> None:
        over = nip40.expiration_tag(int(self._clock.now()) - 60)
        event = self._record(RECORD_BYTES[0], tags=(over,))
        ok = await self._publish(event)
        if ok is not None:
            self._note(expires=not ok.accepted or not await self._ids_at(event.d))

    async def _negentropy(self) -> None:
        negotiates = await self._talk.negotiates(self._filter(), min(self._patience, 2.0))
        self._note(negotiates=negotiates)

    async def _burst(self) -> None:
        events = [self._record(RECORD_BYTES[0]) for _ in range(BURST)]
        self._sent += events
        self._note(burst_sent=len(events))
        oks = await self._talk.publish_all(events)
        refused = [ok.message for ok in oks if ok is not None and not ok.accepted]
        self._was_refused |= not all(map(_is_taken, oks))
        self._note(
            burst_accepted=sum(map(_is_taken, oks)),
            burst_said=refused[0][:200] if refused else None,
        )

    # --------------------------------------------------------------- clean-up

    async def _clean_up(self) -> None:
        if not self._sent:
            return
        try:
            async with asyncio.timeout(CLEAN_UP):
                await self._renew()
                for attempt in range(3):
                    await self._request_deletion()
                    shown = await self._talk.ask(self._filter(limit=100))
                    self._note(left_behind=len(shown.ids & {event.id for event in self._sent}))
                    if not self.found.left_behind:
                        return
                    await asyncio.sleep(self._patience * (attempt + 1))
        except (TimeoutError, RelayError) as error:
            log.info("%s: the clean-up broke off: %s", self._url, error)

    async def _request_deletion(self) -> None:
        for start in range(0, len(self._sent), CHUNK):
            some = self._sent[start : start + CHUNK]
            places = dict.fromkeys(Address(nip78.KIND, self._public_key, e.d) for e in some)
            request = self._deletion(addresses=list(places), ids=[event.id for event in some])
            await self._talk.publish(request)

    # ---------------------------------------------------------------- records

    def _next_second(self) -> int:
        self._at += 1
        return self._at

    def _record(
        self,
        size: int,
        d: str | None = None,
        *,
        at: int | None = None,
        tags: Sequence[tuple[str, ...]] = (),
    ) -> Event:
        """A record like those of a blinded store: random address, padded ciphertext."""
        payload = nip44.encrypt(
            "{}".ljust(size), self._conversation_key, nonce=secrets.token_bytes(32)
        )
        d = d or secrets.token_hex(32)
        unsigned = nip78.app_data(self._public_key, at or self._next_second(), d, payload)
        return sign(replace(unsigned, tags=(*unsigned.tags, *tags)), self._secret)

    def _deletion(self, *, addresses: Sequence[Address] = (), ids: Sequence[str] = ()) -> Event:
        unsigned = nip09.deletion_request(
            self._public_key, self._next_second(), addresses=addresses, event_ids=ids
        )
        return sign(unsigned, self._secret)

    async def _sign(self, unsigned: UnsignedEvent) -> Event:
        return sign(unsigned, self._secret)

    def _filter(self, *, limit: int | None = None, until: int | None = None) -> Filter:
        return Filter(kinds=(nip78.KIND,), authors=(self._public_key,), until=until, limit=limit)

    # --------------------------------------------------------------- questions

    async def _publish(self, event: Event) -> Ok | None:
        """Send an event; asked to slow down, wait once.

        Raises:
            _SlowDownError: It wants no more events.
        """
        if event.kind == nip78.KIND:
            self._sent.append(event)
        ok = await self._talk.publish(event)
        if _is_rate_limit(ok):
            await asyncio.sleep(self._patience)
            ok = await self._talk.publish(event)
            if ok is not None and _is_rate_limit(ok):
                raise _SlowDownError(
                    self._url, f"it took {self._accepted} events, then said: {ok.message[:200]}"
                )
        self._accepted += _is_taken(ok)
        self._was_refused |= not _is_taken(ok)
        return ok

    def _expect(self, ok: Ok | None) -> None:
        """A write that a check is built on.

        Raises:
            RelayError: It was not taken.
        """
        if ok is None:
            raise RelayError(self._url, f"no OK within {self._talk.seconds:g} s")
        if not ok.accepted:
            raise RelayError(self._url, f"it refused a record like others: {ok.message[:200]}")

    async def _is_shown(self, event: Event) -> bool:
        return await self._shows(event.d, {event.id}, others=True)

    async def _shows(self, d: str, wanted: set[str], *, others: bool = False) -> bool:
        """Wait a little until exactly these versions are shown at an address, or at least they."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        delay = 0.05
        while True:
            shown = await self._ids_at(d)
            if shown == wanted or (others and wanted <= shown):
                return True
            if loop.time() + delay > deadline:
                return False
            await asyncio.sleep(delay)
            delay = min(1.0, delay * 2)

    async def _ids_at(self, d: str) -> frozenset[object]:
        question = Filter(
            kinds=(nip78.KIND,), authors=(self._public_key,), tags={"d": (d,)}, limit=20
        )
        return (await self._talk.ask(question)).ids


def _is_taken(ok: Ok | None) -> bool:
    return ok is not None and ok.accepted


def _is_rate_limit(ok: Ok | None) -> bool:
    return (
        ok is not None and not ok.accepted and split_reply(ok.message).prefix is Prefix.RATE_LIMITED
    )
