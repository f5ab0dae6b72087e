"""``MemoryStore``: what a caller holds."""

import logging
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, overload

from ..core import results
from ..core.clock import SystemClock
from ..core.config import Config
from ..core.errors import (
    InputError,
    InvalidIdentityError,
    InvalidKeyError,
    MovedError,
    StorageError,
    StoreClosedError,
)
from ..core.items import Item, Mark, Marked
from ..core.limits import Limits
from ..core.llm import LLM, Message
from ..core.local_only import Released, beside, is_local_only, local_only
from ..core.mention import Mention
from ..core.ports import Clock, Encoder, Judge
from ..core.pyramid import Watcher
from ..core.records.belief import Belief
from ..core.records.introspection import IntrospectionReport, Suggestion
from ..core.records.journal import JournalEntry
from ..core.records.kv import Memory
from ..core.records.persona import PersonaMemory
from ..core.records.store_settings import Addressing
from ..core.ref import check_scope
from ..core.search_result import SHOWN_STATES, Explanation, Filters
from ..core.since import moment
from ..io.database import SQLiteDatabase
from ..io.identity import Identity, public_key_of
from ..io.profile import Profile, load_profile
from ..io.relay_load import loads
from ..io.relay_url import check_relay_url, is_same_relay
from ..io.repository import Repository
from . import intervals, rooms
from .changes import Changes
from .context import Context
from .lifetime import Lifetime, Source
from .means import Means
from .persona import Insight

if TYPE_CHECKING:
    from nips.nip11 import RelayInformation

    from .about_handle import About
    from .conversation_handle import Conversation
    from .entities_handle import Entities
    from .graph_handle import Graph
    from .pyramid_handle import Pyramid
    from .rapport_handle import Layers, Rapport

_log = logging.getLogger("sense_memory.store")

__all__ = [
    "About",
    "Changes",
    "Conversation",
    "Entities",
    "Graph",
    "Insight",
    "Layers",
    "MemoryStore",
    "Pyramid",
    "Rapport",
]

if not TYPE_CHECKING:  # a type checker would take any name at all to be there

    def __getattr__(name: str) -> object:
        """What a store hands out, imported when it is first asked for (PEP 562)."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(rooms, name)


class MemoryStore:
    """An agent's memory: a fast local file, encrypted copies on relays, one mind on every machine.

    Nothing happens before the first call: no key is touched, no file made, no relay contacted. Use
    it with ``async with``, or call ``close()`` when done; without either, what was acknowledged is
    safe and what was not delivered goes out the next time.

    Args:
        identity: An ``Identity``, or any object with ``public_key_hex``, ``private_key_hex`` and
            ``sign_event``.
        relay_url: One relay or several; ``wss://``, or ``ws://`` to this machine. Left out, the
            store is local.
        path: The file; ``None`` keeps everything in memory and on relays.
        addressing: ``"plain"`` or ``"blinded"`` for a new store; ``None`` does what the store's
            settings say, and plain for a new one.
        config: Numbers to change.
        clock: Where the time comes from.
        encoder: Makes vectors for search by meaning; none without it.
        judge: Decides whether a new memory contradicts an old one, in place of the rules.
        llm: Reads sessions with a peer and writes about them, in place of the rules.
        limits: What the store may hold and do; ``None`` is no limit.

    Raises:
        InvalidRelayURLError: A relay URL is not taken.
        InputError: The list of relays is empty, or addressing is another word.
    """

    def __init__(
        self,
        identity: object,
        relay_url: str | Sequence[str] | None = None,
        *,
        path: str | Path | None = None,
        addressing: str | None = None,
        config: Config | None = None,
        clock: Clock | None = None,
        encoder: Encoder | None = None,
        judge: Judge | None = None,
        llm: LLM | None = None,
        limits: Limits | None = None,
    ) -> None:
        relays = _relay_urls(relay_url)
        if path is not None and not _names_file(path):
            raise InputError(f"path names a file; leave it out for a store in memory, got {path!r}")
        source = Source(
            identity,
            relays,
            Path(path).expanduser() if path is not None else None,
            _addressing(addressing),
            Addressing.PLAIN,
        )
        means = Means(clock or SystemClock(), config or Config(), encoder, judge, llm, limits)
        self._begin(lambda: source, identity, relays, means)

    def _begin(
        self,
        resolve: Callable[[], Source],
        identity: object | None,
        relays: tuple[str, ...] | None,
        means: Means,
        profile: str | None = None,
    ) -> None:
        self._identity = identity
        self._relay_urls = relays
        self._means = means
        self._scope = ""
        self._profile = profile
        self._lifetime = Lifetime(resolve, means.clock, means.config)

    @classmethod
    def of_profile(
        cls,
        profile: Profile,
        identity: Identity,
        *,
        with_relays: bool = True,
        config: Config | None = None,
        clock: Clock | None = None,
        encoder: Encoder | None = None,
        judge: Judge | None = None,
        llm: LLM | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """The store of a profile that was loaded, with a key that was opened already.

        Args:
            profile: Its file, relays and addressing.
            identity: Its key.
            with_relays: Whether its relays are used.
            config: Numbers to change.
            clock: Where the time comes from.
            encoder: Makes vectors for search by meaning; none without it.
            judge: Decides whether a new memory contradicts an old one, in place of the rules.
            llm: Reads sessions with a peer and writes about them, in place of the rules.
            limits: What the store may hold and do; ``None`` is no limit.
        """
        store = cls.__new__(cls)
        relays = _relay_urls(profile.relays if with_relays and profile.relays else None)
        source = Source(identity, relays, profile.database, profile.addressing, Addressing.BLINDED)
        means = Means(clock or SystemClock(), config or Config(), encoder, judge, llm, limits)
        store._begin(lambda: source, identity, relays, means)
        return store

    @classmethod
    def open(
        cls,
        profile: str = "default",
        *,
        relays: Sequence[str] | None = None,
        config: Config | None = None,
        clock: Clock | None = None,
        encoder: Encoder | None = None,
        judge: Judge | None = None,
        llm: LLM | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """The store of a profile: its key, file and relays are made on first use.

        Args:
            profile: Its name.
            relays: Relays to use from now on; kept in the profile. ``None`` uses what it has.
            config: Numbers to change.
            clock: Where the time comes from.
            encoder: Makes vectors for search by meaning; none without it.
            judge: Decides whether a new memory contradicts an old one, in place of the rules.
            llm: Reads sessions with a peer and writes about them, in place of the rules.
            limits: What the store may hold and do; ``None`` is no limit.
        """
        wanted = None if relays is None else tuple(check_relay_url(url) for url in relays)
        load_profile(profile)

        def resolve() -> Source:
            found = load_profile(profile)
            if wanted is not None and wanted != found.relays:
                found = found.with_relays(wanted)
                if found.exists:
                    found.save()
            existed = found.exists
            store._identity = identity = found.identity()
            if not existed:
                if not identity.is_new:
                    # a key from elsewhere may have a store already, and that one says
                    found = replace(found, addressing=None)
                found.belonging_to(identity).save()
            store._relay_urls = found.relays
            return Source(
                identity, found.relays, found.database, found.addressing, Addressing.BLINDED
            )

        store = cls.__new__(cls)
        means = Means(clock or SystemClock(), config or Config(), encoder, judge, llm, limits)
        store._begin(resolve, None, None, means, profile)
        return store

    def scope(self, scope: str) -> Self:
        """The same store, restricted to one user, project or tenant.

        What is written here is read only here. The scope's name is part of every record's path,
        and like the path encrypted, and in a blinded store invisible.

        Args:
            scope: 1–64 characters without slash, backslash, NUL or ``..``: ``"user:alice"``.
        """
        if self._scope:
            raise InvalidKeyError(
                "this store is restricted to a scope already; ask the store it came from"
            )
        store = type(self).__new__(type(self))
        store.__dict__.update(self.__dict__)
        store._scope = check_scope(scope)
        return store

    def local_only(self) -> Self:
        """The same store, in the scope beside its own whose records never leave the file.

        What is written here, and all that is made of it, goes to no relay, counts as nothing that
        waits for one, and no other device has it. Its copy is what ``export_events`` writes. It is
        the scope ``local-only``, or ``local-only:NAME`` beside the scope ``NAME``: like any scope
        it is searched, listed and told by itself.

        Raises:
            InvalidKeyError: The name of that scope would be longer than 64 characters.
        """
        store = type(self).__new__(type(self))
        store.__dict__.update(self.__dict__)
        store._scope = check_scope(local_only(self._scope))
        return store

    @property
    def is_local_only(self) -> bool:
        """Whether what is written here stays in the file."""
        return is_local_only(self._scope)

    async def release_local(self) -> Released:
        """Let all that is local-only beside this scope move into it, and from there to the relays.

        Each record keeps what it remembers. What relays have taken cannot be taken back. Broken off
        and called again, it goes on.

        Returns:
            How many records left, and which did not: where this scope has, or had and forgot,
            another record of the same name, nothing is written over it.

        Raises:
            MovedError: This mind goes on under another key.
            StorageError: The file could not be written; what left before has left.
        """
        repository, _ = await self._parts()
        return await repository.release(local_only(self._scope))

    # ------------------------------------------------------------------ life

    async def __aenter__(self) -> Self:
        await self._lifetime.opened()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Deliver what can be delivered within a few seconds, then let go of everything.

        What could not be delivered stays in the file and goes out the next time.
        """
        await self._lifetime.close()

    def __repr__(self) -> str:
        key = public_key_of(self._identity) if self._identity is not None else None
        scope = f", scope={self._scope!r}" if self._scope else ""
        relays = list(self._relay_urls or ())
        return f"MemoryStore(pubkey={(key or 'unknown')[:8]}..., relay_urls={relays!r}{scope})"

    @property
    def pubkey(self) -> str:
        """The agent's public key, 64 hex digits.

        Raises:
            InvalidIdentityError: It is not known before the store was used (profiles, signers).
        """
        if self._lifetime.repository is not None:
            return self._lifetime.repository.naming.public_key
        key = public_key_of(self._identity)
        if key is None:
            raise InvalidIdentityError(
                "the public key is known once the store was used; enter it with 'async with' first"
            )
        return key

    @property
    def relay_url(self) -> str:
        """The first relay URL, or ``""`` for a local store."""
        return next(iter(self._relay_urls or ()), "")

    @property
    def relay_urls(self) -> list[str]:
        """All relay URLs."""
        return list(self._relay_urls or ())

    async def _context(self) -> Context:
        records = await self._lifetime.opened()
        return Context(
            records=records,
            clock=self._means.clock,
            config=self._means.config,
            views=self._lifetime.views,
            scope=self._scope,
            # what is told here may be let out, and is told by the same user there
            user=beside(self._scope) or records.naming.public_key,
            encoder=self._means.encoder,
            judge=self._means.judge,
            llm=self._means.llm,
            limits=self._means.limits,
            # inside a scope they are blinded in every store; what is undecided may become plain
            names_are_seen=(records.has_file or bool(self._relay_urls))
            and not self._scope
            and records.naming.addressing is not Addressing.BLINDED,
        )

    # ----------------------------------------------------- key-value memories

    async def remember(self, key: str, value: str) -> str:
        """Store a value under a key, replacing what was there.

        Returns when the write is in the file, on disk; a store without a file returns when a relay
        has accepted it.

        Args:
            key: 1–256 characters without slash, backslash, NUL or ``..``.
            value: Up to 65,000 characters and 40,960 bytes of record.

        Returns:
            The event id, 64 hex digits.

        Raises:
            InvalidKeyError: The key or value is not taken.
            TooLargeError: The record is larger than relays keep.
            PublishFailedError: The store has no file and no relay accepted the write.
            MovedError: This mind goes on under another key.
            StorageError: The file could not be written.
        """
        return await rooms.kv.remember(await self._context(), key, value)

    async def recall(self, key: str) -> Memory | None:
        """The memory under a key, or ``None`` if the store knows that there is none.

        Args:
            key: As for ``remember``.

        Raises:
            InvalidKeyError: The key is not taken.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.kv.recall(await self._context(), key)

    async def recall_all(self) -> list[Memory]:
        """Every key-value memory, by key.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.kv.recall_all(await self._context())

    async def forget(self, key: "rooms.Named") -> str:
        """Forget a memory, here and on every relay; what names it names it no more.

        Args:
            key: The key of a key-value memory, as for ``remember``: it is no error if there is
                none. Or what means a record of any type that is there: ``domain/facet/key``,
                ``TYPE:NAME`` of a node where no memory is called so, what ``reference`` says, a
                ``Ref``, or what ``log``, ``changes``, recalling, searching and asking the graph
                give.

        Returns:
            The event id of the tombstone that stands in its place; the deletion request follows it
            to each relay that has shown it, and ``receipt`` says how far that is.

        Raises:
            InvalidKeyError: The key is not taken.
            UnknownMemoryError: There is no such record, and it is no plain key; nothing was
                written.
            InputError: It is a record of another scope, or one of the store's own.
            ReadFailedError: Whether there is one is not known, and no relay could be read.
            PublishFailedError: The store has no file and no relay accepted the write.
            MovedError: This mind goes on under another key.
            StorageError: The file could not be written.
        """
        return await rooms.forgetting.forget(await self._context(), key)

    async def references(self, named: "rooms.Named") -> list[Mention]:
        """Which records name a record, and what becomes of each of them when it is forgotten.

        Nothing is changed, and nothing counts as used.

        Args:
            named: As for ``forget``.

        Returns:
            By type and name of what names it; empty if nothing does.

        Raises:
            InvalidKeyError: The name is not taken.
            UnknownMemoryError: There is no such record.
            InputError: It is a record of another scope, or one of the store's own.
            ReadFailedError: Whether there is one is not known, and no relay could be read.
        """
        return await rooms.mentions.references(await self._context(), named)

    async def reference(self, named: "rooms.Named") -> str:
        """The text by which others name a record: the ``origin`` of what was learned from it.

        What is learned from a record that is named so is forgotten with it; a node that is
        connected with it (``graph.connect``) names it no more. The scope is left out.

        Args:
            named: As for ``forget``; it must be there.

        Returns:
            ``graph/node/person:ada``, ``stream/{conversation}/turn/{id}``,
            ``rapport/{peer}/vector``, ``persona/{domain}/{facet}/{key}``, and so on; of a key-value
            memory ``persona/flat/facts/{key}``.

        Raises:
            InvalidKeyError: The name is not taken.
            UnknownMemoryError: There is no such record.
            InputError: It is a record of another scope, one of the store's own, or one that nothing
                refers to.
            ReadFailedError: Whether there is one is not known, and no relay could be read.
        """
        return await rooms.mentions.reference(await self._context(), named)

    # ---------------------------------------------------------------- journal

    async def journal(self, content: str) -> str:
        """Add a journal entry.

        Args:
            content: 1–65,000 characters and at most 40,960 bytes of record.

        Returns:
            The event id, 64 hex digits.

        Raises:
            InputError, TooLargeError: The content is not taken.
            PublishFailedError, MovedError, StorageError: As for ``remember``.
        """
        return await rooms.journals.journal(await self._context(), content)

    async def recent(self, limit: int = 20) -> list[JournalEntry]:
        """The newest journal entries, newest first.

        Args:
            limit: How many; below 1 counts as 1, above 100 as 100.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.journals.recent(await self._context(), limit)

    async def forget_entry(self, entry_id: str) -> str:
        """Forget a journal entry, here and on every relay.

        Args:
            entry_id: What ``journal`` returned, on the device that wrote it; or the entry's name,
                as ``log`` and ``changes`` have it, on any.

        Returns:
            The event id of the tombstone that stands in its place.

        Raises:
            UnknownMemoryError: There is none; nothing was written.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.journals.forget_entry(await self._context(), entry_id)

    # -------------------------------------------------------------------- log

    async def log(
        self, *, since: float | str | None = None, limit: int | None = None
    ) -> "list[results.LogEntry]":
        """What changed when, newest first, as the records themselves remember it.

        A record keeps the last write of every device, so of several writes by one device to one
        field only the last is listed.

        Args:
            since: Seconds since the epoch; or a duration before now (``"2d"``), or a date
                (``"2026-11-01"``, ``"2026-11-01T12:30"``).
            limit: How many entries at most.

        Raises:
            InputError: ``since`` is no moment that was, or ``limit`` is below 1.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        if limit is not None and limit < 1:
            raise InputError(f"limit is 1 or more, got {limit!r}")
        at = moment(since, self._means.clock.now()) if isinstance(since, str) else since
        return await rooms.logs.log(await self._lifetime.opened(), self._scope, at, limit)

    def changes(self) -> Changes:
        """Every change of a memory from now on: made here, on other devices, by other processes.

        ``async for change in store.changes():`` ends when the store is closed. What is made here
        comes at once, what other devices made when a relay shows it, what other processes made
        within the file's poll interval. Of those only the outcome is seen: ``before`` is ``None``
        and ``is_before_known`` false. A restricted store sees its own scope.

        Whoever is slower than the changes gets one for each memory, from what it was to what it
        has become, and keeps nobody waiting. What the store notes of itself is left out.

        Raises:
            StoreClosedError: The store was closed.
        """
        return self._lifetime.watched(self._scope)

    # -------------------------------------------------------------- conflicts

    async def conflicts(self) -> "list[results.Conflict]":
        """The memories of which devices wrote different things, not having seen each other.

        All devices show the latest; nothing is lost until somebody decides, with ``resolve`` or by
        remembering something else.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.decisions.conflicts(await self._lifetime.opened(), self._scope)

    async def resolve(self, conflict: "results.Conflict", value: object) -> str:
        """Let one value stand where several do, on all devices.

        It covers what ``conflict`` is made of. What came in meanwhile nobody has looked at: it
        stays beside the value, as a conflict of its own.

        Args:
            conflict: One of ``conflicts()``.
            value: One of its ``values``, or another text (or number) instead of them all.

        Returns:
            The event id, 64 hex digits.

        Raises:
            InputError: The memory was forgotten meanwhile, the value is none for that field, or
                the conflict is one of another scope.
            TooLargeError: The record is larger than relays keep.
        """
        repository = await self._lifetime.opened()
        return await rooms.decisions.resolve(repository, self._scope, conflict, value)

    # ---------------------------------------------------------------- persona

    async def persona_remember(
        self,
        domain: str,
        facet: str,
        key: str,
        value: str,
        themes: Sequence[str] | None = None,
        connections: Sequence[str] | None = None,
        *,
        source: str | None = None,
        confidence: float | None = None,
        halflife_days: float | None = None,
        pinned: bool | None = None,
        due_at: float | None = None,
    ) -> str:
        """Store a persona memory; on an existing one only the arguments given change.

        Args:
            domain: Broad area, 1–64 characters: ``self``, ``people``, ``projects``, ``world``, …
            facet: Kind of knowledge, 1–64 characters: ``facts``, ``beliefs``, ``decisions``, …
            key: Name within the facet, 1–256 characters.
            value: The insight.
            themes: Words to search by.
            connections: Memories to link with, both ways: a key of the same facet, or
                ``domain/facet/key``.
            source: Where it comes from.
            confidence: 0–1.
            halflife_days: Days in which its relevance halves, above 0.
            pinned: Whether it does not fade, as ``persona_pin``.
            due_at: The date before which it does not fade, as ``persona_due``.

        Returns:
            The event id, 64 hex digits.

        Raises:
            InvalidKeyError: The domain, facet or key is not taken.
            InputError: Another argument is not.
            UnknownMemoryError: A memory to link with does not exist; nothing was written.
            TooLargeError, PublishFailedError, MovedError, StorageError: As for ``remember``.
        """
        insight = Insight(
            domain,
            facet,
            key,
            value,
            themes,
            connections,
            source,
            confidence,
            halflife_days,
            pinned,
            due_at,
        )
        return (await self.persona_remember_many([insight]))[0]

    @overload
    async def persona_remember_many(
        self, insights: Iterable[Insight], *, explain: Literal[False] = False
    ) -> list[str]: ...

    @overload
    async def persona_remember_many(
        self, insights: Iterable[Insight], *, explain: Literal[True]
    ) -> "list[results.Remembered]": ...

    async def persona_remember_many(
        self, insights: Iterable[Insight], *, explain: bool = False
    ) -> "list[str] | list[results.Remembered]":
        """Store many persona memories in one transaction: all of them or none.

        A memory that contradicts another one of its domain and facet supersedes it in the same
        transaction, as ``persona_contradict`` does, if that is sure enough
        (``ContradictionConfig``); if it is not, ``persona_suggestions`` has it. Of several memories
        given at once a later one is newer. What was taken back by ``persona_reconcile`` or
        dismissed is not said again.

        Args:
            insights: What to store.
            explain: Whether to say what each of them contradicts.

        Returns:
            Their event ids, in order; with ``explain`` also what each contradicts.

        Raises:
            SenseMemoryError: As for ``persona_remember``; nothing was written.
        """
        stored = await rooms.memories.remember(await self._context(), insights)
        return stored if explain else [one.event_id for one in stored]

    async def persona_embed(self, *, force: bool = False) -> "results.EmbedReport":
        """Bring the vectors of all memories of this scope up to date, key-value memories included.

        A store with an encoder makes the vector of a memory when it is remembered here. This makes
        those that are missing: of memories from before there was an encoder, from devices without
        one, or from a time when it failed. What was made stays when it is broken off, and another
        call goes on from there. Vectors of other encoders are left alone.

        Args:
            force: Make those anew that are there, too.

        Raises:
            InputError: The store has no encoder.
            LimitError: Its limits leave out vectors.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        context = await self._context()
        return await rooms.embedding.embed(context, context.views.vectors, force=force)

    async def persona_recall(
        self, domain: str | None = None, facet: str | None = None, key: str | None = None
    ) -> list[PersonaMemory]:
        """The persona memories that match what is given, by domain, facet and key.

        Key-value memories appear in the domain ``flat``. What is asked for by its whole name counts
        as used; a list does not.

        Args:
            domain: Only of this domain; ``None`` for all.
            facet: Only of this facet.
            key: Only under this key.

        Raises:
            InvalidKeyError: A domain or facet is not taken.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.memories.recall(await self._context(), domain, facet, key)

    @overload
    async def persona_search(
        self,
        query: str,
        limit: int = 10,
        *,
        domain: str | None = None,
        facet: str | None = None,
        theme: str | None = None,
        source: str | None = None,
        states: Collection[str] = SHOWN_STATES,
        since: float | None = None,
        until: float | None = None,
        explain: Literal[False] = False,
    ) -> list[PersonaMemory]: ...

    @overload
    async def persona_search(
        self,
        query: str,
        limit: int = 10,
        *,
        domain: str | None = None,
        facet: str | None = None,
        theme: str | None = None,
        source: str | None = None,
        states: Collection[str] = SHOWN_STATES,
        since: float | None = None,
        until: float | None = None,
        explain: Literal[True],
    ) -> Explanation: ...

    async def persona_search(
        self,
        query: str,
        limit: int = 10,
        *,
        domain: str | None = None,
        facet: str | None = None,
        theme: str | None = None,
        source: str | None = None,
        states: Collection[str] = SHOWN_STATES,
        since: float | None = None,
        until: float | None = None,
        explain: bool = False,
    ) -> list[PersonaMemory] | Explanation:
        """The memories that answer a question, best first; which counts as no use of them.

        It goes by the words of any script, by dates and speakers that the question names, by the
        lines around a line of a conversation, and by meaning where the store has an encoder.
        Key-value memories are found in the domain ``flat``. What was superseded comes after what
        superseded it, and of memories that say the same only the best is shown.

        Args:
            query: 1–65,000 characters with a letter or digit among them.
            limit: How many at most, 1 or more.
            domain: Only of this domain.
            facet: Only of this facet.
            theme: Only with this theme, whatever its capitals and accents.
            source: Only from this source.
            states: Only of these states. A fading memory is found only if it is directly relevant
                (a word in its key or a theme, or a near vector), unless forgotten or dissolved
                ones are asked for, too.
            since: Only created then or later, seconds since the epoch.
            until: Only created before then, seconds since the epoch.
            explain: Return an ``Explanation``: what each part gave each score, and what answers
                but was not shown.

        Raises:
            InputError: There is nothing to look for, or an argument is out of its range.
            InvalidKeyError: A domain or facet is not taken.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        filters = Filters(
            states=states,
            domain=domain,
            facet=facet,
            theme=theme,
            source=source,
            since=since,
            until=until,
        )
        if explain:
            return await rooms.searching.explain(await self._context(), query, limit, filters)
        return await rooms.searching.search(await self._context(), query, limit, filters)

    async def persona_connect(self, key1: str, key2: str) -> None:
        """Link two persona memories, both ways; which reinforces them.

        Or a memory with a node or an edge of the graph, by what ``reference`` says of that: the
        memory names it until it is forgotten.

        Of a link that one device makes and another one takes away at the same time, the making
        counts. A memory that is forgotten at the same time stays forgotten.

        Args:
            key1: A memory: its key, if no other has it, or ``domain/facet/key``.
            key2: Another one; or ``graph/node/{key}``, ``graph/edge/{id}``.

        Raises:
            AmbiguousKeyError: Several have this key; it names them.
            UnknownMemoryError: There is none.
            InvalidKeyError: It is no name, or the same memory twice, or neither is a memory.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        await rooms.links.connect(await self._context(), key1, key2)

    async def persona_disconnect(self, key1: str, key2: str) -> None:
        """Let two persona memories be linked no more, either way.

        Names and errors are those of ``persona_connect``.
        """
        await rooms.links.disconnect(await self._context(), key1, key2)

    async def persona_contradict(self, old: str, new: str) -> None:
        """Let a persona memory be superseded by another one, which starts at full relevance.

        The old one counts half and fades four times as fast; it is not changed otherwise. If it
        was said before that it contradicts the new one, that is taken back.

        Names and errors are those of ``persona_connect``.
        """
        await rooms.links.contradict(await self._context(), old, new)

    async def persona_reconcile(self, old: str, new: str) -> None:
        """Take ``persona_contradict`` back: the old memory is as relevant as it was.

        The same is not said of these two again by itself, on any device, nor suggested.

        Names and errors are those of ``persona_connect``.
        """
        await rooms.links.reconcile(await self._context(), old, new)

    async def persona_pin(self, name: str) -> None:
        """Let a memory fade no more: it keeps the relevance that it had when it was used last.

        The published client does not know pins, and shows it fading.

        Args:
            name: As for ``persona_connect``.

        Raises:
            UnknownMemoryError: There is none; nothing was written.
            AmbiguousKeyError: Several have this key.
            ReadFailedError: That is not known, and no relay could be read to its end.
            MovedError, StorageError, PublishFailedError: As for ``remember``.
        """
        await rooms.keep.pin(await self._context(), name, pinned=True)

    async def persona_unpin(self, name: str) -> None:
        """Let a pinned memory fade from now on. Name and errors are those of ``persona_pin``."""
        await rooms.keep.pin(await self._context(), name, pinned=False)

    async def persona_due(self, name: str, due_at: float | None) -> None:
        """Let a memory not fade before a date.

        Errors as for ``persona_pin``.

        Args:
            name: As for ``persona_connect``.
            due_at: Seconds since the epoch, to come; ``None`` takes the date away, and the memory
                fades from now on.

        Raises:
            InputError: It is no date, or has passed.
        """
        await rooms.keep.due(await self._context(), name, due_at)

    async def persona_history(self, name: str) -> list[Belief]:
        """What was believed when, and why it changed, the oldest first.

        A memory keeps the values that were written over, the newest ten of them and 4 KiB at most.
        Memories that it superseded are among it, and those that superseded it.

        Args:
            name: As for ``persona_connect``.

        Raises:
            UnknownMemoryError: There is none.
            AmbiguousKeyError: Several have this key.
            ReadFailedError: That is not known, and no relay could be read to its end.
        """
        return await rooms.histories.history(await self._context(), name)

    async def persona_prune(self) -> int:
        """Let go of memories that dissolved at least thirty days ago.

        A memory goes only if every relay was read to its end within a day, this machine's clock is
        to be believed, and every other device has synced since it dissolved; what waits for that is
        in ``prune_plan()``. At most fifty go at a time, or a hundredth of all if that is more. What
        names one names it no more. Nothing but these deletions is written: what state a memory has
        follows from the time.

        Returns:
            How many memories have another state than when somebody last looked, on this device, or
            are gone.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
            MovedError, StorageError, PublishFailedError: As for ``remember``.
        """
        return await rooms.pruning.prune(await self._context())

    async def prune_plan(self) -> "results.PrunePlan":
        """What ``persona_prune`` would do now, and what stands in the way; nothing is deleted.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.pruning.plan(await self._context())

    async def persona_forget(self, domain: str, facet: str, key: str) -> str:
        """Forget a persona memory, here and on every relay; what names it names it no more.

        It is no error if there is none.

        Args:
            domain: The first part of its name, as for ``persona_remember``.
            facet: The second.
            key: The third.

        Returns:
            The event id of the tombstone that stands in its place.

        Raises:
            InvalidKeyError: A part of the name is not taken.
            PublishFailedError, MovedError, StorageError: As for ``remember``.
        """
        from .forget import let_names_go

        context = await self._context()
        event_id = await rooms.memories.forget(context, domain, facet, key)
        await let_names_go(context)
        return event_id

    async def persona_domains(self) -> list[str]:
        """Every domain that holds a memory, sorted."""
        return await rooms.memories.domains(await self._context())

    async def persona_facets(self, domain: str) -> list[str]:
        """Every facet of a domain that holds a memory, sorted."""
        return await rooms.memories.facets(await self._context(), domain)

    async def persona_compress(self, domain: str | None = None, budget: int = 500) -> str:
        """The active memories as a few short lines for a prompt, which counts as no use of them.

        A header ``[domain:people/facet:facts]`` stands above each facet. A line is a key and what
        is known, without sentences, or the first word of several keys and what each of them says;
        ``a>b (c)`` is a chosen over b because of c. ``parse_compressed`` reads it back. The most
        relevant come first and the budget drops the least relevant; the last line says how many.
        What was superseded or contradicted by an active memory is not there.

        Args:
            domain: Only of this domain; ``None`` for all.
            budget: Tokens, 0 or more, which are never exceeded; they are counted from above,
                without the tables of any model.

        Returns:
            The lines; ``""`` if nothing is active, or the budget is below the five tokens that it
            takes to say that something was left out.

        Raises:
            InputError: The budget is no such number.
            InvalidKeyError: The domain is not taken.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return (await self.persona_compression(domain, budget)).text

    async def persona_compression(
        self, domain: str | None = None, budget: int = 500
    ) -> "results.Compression":
        """The same with what it cost, which memories are in it, and which were left out and why.

        Arguments and errors as for ``persona_compress``.
        """
        return await rooms.compressing.compression(await self._context(), domain, budget)

    async def persona_forecast(
        self, days: float = 30.0, *, domain: str | None = None
    ) -> "list[results.ExpectedChange]":
        """What fades, is forgotten, dissolves, and may be deleted within some days, the next first.

        That is, unless somebody uses it, links it or writes it meanwhile. It follows from the
        records alone, and looking counts as no use.

        Args:
            days: How far to look ahead, up to 36,500.
            domain: Only of this domain; ``None`` for all.

        Raises:
            InputError: The days are no such number.
            InvalidKeyError: The domain is not taken.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.forecasts.forecast(await self._context(), days, domain)

    # ----------------------------------------------------------------- review

    async def persona_stats(self) -> Mapping[str, Any]:
        """How many memories there are, in which states, domains and facets.

        A mapping that cannot be changed: ``total``; ``states``, ``domains`` and ``facets``
        (``domain/facet``), each with its counts; ``links``, in pairs; ``bytes`` of all values.
        Key-value memories are in the domain ``flat``; they do not fade.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.stats.stats(await self._context())

    async def persona_introspect(self, *, keep: bool = True) -> IntrospectionReport:
        """Review the persona memories: what fades, what contradicts what, what belongs together.

        It counts as no use of any memory. Devices with the same memories find the same.

        Args:
            keep: Whether the report is written down for ``persona_introspections``: names, and
                nothing that a memory says. The newest ten are kept.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
            PublishFailedError, MovedError, StorageError: It could not be written down.
        """
        return await rooms.review.introspect(await self._context(), keep=keep)

    async def persona_introspections(self, limit: int = 10) -> list[IntrospectionReport]:
        """The reports that were kept, newest first; each as far as it fits a record.

        They name no memory that was forgotten since.

        Args:
            limit: How many, 1 or more.

        Raises:
            InputError: The limit is below 1.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.review.introspections(await self._context(), limit)

    async def persona_named(self, names: Iterable[str]) -> list[PersonaMemory]:
        """The memories that a report or a suggestion names; this is no use of them.

        Args:
            names: Each ``domain/facet/key``.

        Returns:
            The memories in the order of their names, without those that are gone.

        Raises:
            InputError: A name is none.
        """
        return await rooms.review.named(await self._context(), names)

    async def persona_suggestions(self) -> list[Suggestion]:
        """What could be done about the memories, and nobody has decided about.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.review.suggestions(await self._context())

    async def persona_accept(self, suggestion_id: str) -> Suggestion:
        """Do what is suggested, and let no device suggest it again.

        A connection is made; of a contradiction, the newer memory supersedes the older one. What a
        belief should say instead, or how a domain becomes smaller, is for whoever accepts it:
        remember it anew, and accept the suggestion as done.

        Args:
            suggestion_id: The ``id`` of a suggestion.

        Returns:
            What was suggested.

        Raises:
            InputError: Nothing is suggested under this id.
            PublishFailedError, MovedError, StorageError: As for ``remember``; nothing was done.
        """
        return await rooms.review.accept(await self._context(), suggestion_id)

    async def persona_dismiss(self, suggestion_id: str) -> Suggestion:
        """Let no device suggest something again, as long as the memories are remembered.

        Arguments, result and errors are those of ``persona_accept``.
        """
        return await rooms.review.dismiss(await self._context(), suggestion_id)

    # ------------------------------------------------------------------ sleep

    async def sleep(self, *, dry_run: bool = False) -> "results.SleepReport":
        """Do what a mind does when nobody needs it: review what it knows, sum it up, and let go.

        Each step has its own outcome, and one that fails does not stop the others. No memory is
        deleted unless ``LifecycleConfig.auto_dissolve`` says so; notes of the graph go once they
        count no more. A restricted store sleeps for its own scope.

        Args:
            dry_run: Only look what there is to do; nothing is written.

        Raises:
            MovedError: This mind goes on under another key.
        """
        return await rooms.sleeping.sleep(await self._context(), dry_run=dry_run)

    def run(
        self,
        *,
        sync_every: float | None = intervals.SYNC_EVERY,
        sleep_every: float | None = intervals.SLEEP_EVERY,
        once: bool = False,
    ) -> "AsyncIterator[results.RunReport]":
        """Sync and sleep at intervals; ``async for report in store.run()`` says what came of it.

        What fails is reported and tried again. It ends when the store is closed, and stops where
        it is when its task is cancelled. Of several processes, or devices that are in touch, one
        sleeps; the others see that it did.

        Args:
            sync_every: Seconds between two syncs, from one to those of 365 days; ``None`` does
                not. A local store has nobody to sync with.
            sleep_every: Seconds between two sleeps, the same; they count from the last one, on
                whichever device.
            once: Do what is due now, and end.

        Raises:
            InputError: An interval is none, or there is nothing to do.
            LimitError: The limits do not allow a scheduled review.
            MovedError: This mind goes on under another key.
        """
        rooms.schedule.check_intervals(sync_every, sleep_every, self._means.limits)

        async def slept(report_name: str) -> "results.SleepReport":
            return await rooms.sleeping.sleep(await self._context(), report_name=report_name)

        async def last() -> float | None:
            return await rooms.review.last_sleep(await self._context())

        work = rooms.schedule.Work(self.sync, slept, last, lambda: self._lifetime.is_closed)
        return rooms.schedule.run(work, self._means.clock, sync_every, sleep_every, once=once)

    # ----------------------------------------------------------------- rapport

    def rapport(self, peer: str) -> "rooms.Rapport":
        """How the agent talks with one peer.

        Args:
            peer: Its name, 1–64 characters without slash, backslash, NUL or ``..``.

        Raises:
            InvalidKeyError: The name is not taken.
        """
        return rooms.Rapport(self._context, peer)

    async def rapports(self) -> "list[results.PeerStatus]":
        """Every peer of the scope, by name.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        return await rooms.peers.peers(await self._context())

    # --------------------------------------------- graph, pyramid, conversations

    @property
    def graph(self) -> "rooms.Graph":
        """Who and what there is, how they relate, and since when."""
        return rooms.Graph(self._context)

    @property
    def pyramid(self) -> "rooms.Pyramid":
        """What was observed, the topics it is about, and what it adds up to."""
        return rooms.Pyramid(self._context)

    def conversation(self, conversation: str) -> "rooms.Conversation":
        """What was said in one conversation, verbatim.

        Args:
            conversation: Its id, 1–64 characters without slash, backslash, NUL or ``..``.

        Raises:
            InvalidKeyError: The id is not taken.
        """
        return rooms.Conversation(self._context, conversation)

    async def conversations(self) -> "list[results.ConversationStatus]":
        """Every conversation of the scope, the one with the newest turn first.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .conversation import turns

        return await turns.conversations(await self._context())

    # ---------------------------------------------------------------- moving in

    # -------------------------------------------------------- one front door

    async def prompt(
        self,
        message: str,
        *,
        about: str | None = None,
        conversation: str | None = None,
        budget: int | None = None,
        shown: Collection[str] = (),
    ) -> "results.Prompt":
        """Everything that this mind has to say to a message, within a budget of tokens.

        How to talk with somebody, what is known, what was observed, who and what is related, what
        was said before. Each memory is quoted as data, with where it comes from and how far that is
        to be believed; nothing is said twice, and nothing of another scope is in it. No model is
        asked, and nothing is written but that a piece of a conversation was used.

        Args:
            message: What is asked next.
            about: With whom the agent talks, or whom it is about: the name of a peer, as in
                ``rapport``; what is known of them comes first.
            conversation: The conversation that goes on; ``None`` leaves conversations out.
            budget: Tokens that memory may add; ``None`` is ``PromptConfig.budget``.
            shown: Texts that the model is shown anyway, and nothing quotes once more.

        Raises:
            InputError: There is nothing in the message, or the budget is less than 50.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from . import prompt

        return await prompt.prompt(
            await self._context(), message, about, conversation, budget, shown
        )

    async def learn(
        self,
        said: str | Sequence[Message | Mapping[str, Any]],
        *,
        about: str | None = None,
        conversation: str | None = None,
        prompt: "results.Prompt | None" = None,
        source: str = "",
    ) -> "results.Learned":
        """Let every room learn from a text, or from messages.

        Sentences that say something become memories, observations, and, where they tell how two
        are related, edges; messages also become turns of a conversation, and a session of rapport.
        With ``llm=`` the model of the store reads them, else rules do. What is forgotten later
        takes along what was learned from it. Learning the same again adds nothing.

        What ``conversation.add`` or ``conversation.learn`` kept is not kept twice, but read: what
        the user said in a turn that was not kept by this and that no record names as what it was
        learned from. What was forgotten since stays so. A turn in which nothing was found leaves no
        trace, unless a session with somebody was read with it; so it is read again the next time,
        by rules; a model is asked again only where those find something in what nobody has read.

        A memory is called by what it says, ``people/facts/vergel-prefers-vanilla-js``. Where others
        see names (a plain store with a file or relays, outside scopes) it is called by whom it is
        about and a hash; what is returned names it.

        Args:
            said: A text, or messages as the SDKs have them, oldest first.
            about: Of whom it tells, or with whom it was: a name.
            conversation: Where messages are kept, verbatim; ``None`` keeps them in ``about``, or in
                ``main``.
            prompt: What the model was told before it answered: nothing of that is learned anew.
            source: Where a text comes from, in words or as a reference.

        Raises:
            InputError: There is nothing in it, a message has no role or no text, or the prompt is
                one of another scope.
        """
        from . import learn

        return await learn.learn(await self._context(), said, about, conversation, prompt, source)

    @overload
    async def search(
        self, query: str, *, limit: int = 10, explain: Literal[False] = False
    ) -> "list[results.Found]": ...

    @overload
    async def search(
        self, query: str, *, limit: int = 10, explain: Literal[True]
    ) -> "results.SearchedMind": ...

    async def search(
        self, query: str, *, limit: int = 10, explain: bool = False
    ) -> "list[results.Found] | results.SearchedMind":
        """Whatever answers a query, of all rooms, by one measure; nothing of it counts as used.

        Memories, observations, summaries, topics, nodes, edges, turns of conversations, the journal
        and the texts about how to talk with somebody.

        Args:
            query: A question or words.
            limit: How many are wanted at most.
            explain: Also why, and what nearly was.

        Raises:
            InputError: There is nothing in the query, or the limit is not 1 or more.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from . import search

        found = await search.search(await self._context(), query, limit)
        return found if explain else list(found.hits)

    def about(self, name: str) -> "rooms.About":
        """What is believed of somebody or something, to read, correct, forget and carry away.

        Args:
            name: A peer, a node of the graph, a topic, or a name that memories have.

        Raises:
            InputError: There is nothing in the name.
        """
        return rooms.About(self._context, name)

    async def import_items(
        self,
        items: Iterable[Item | Marked],
        *,
        dry_run: bool = False,
        local_only: bool = False,
        observe: bool = True,
        parallel: int | None = None,
        watch: Watcher | None = None,
    ) -> "results.ImportReport":
        """Take over what another program knows, as ``sense_memory.importers`` reads it.

        Messages are kept verbatim, in their conversations, and what they say is observed;
        statements become observations; entities of server-memory become nodes of the graph, what
        is observed of them notes, and relations of any source edges. An item that is here already
        is not taken again, so the same source may be given twice, or again after this was broken
        off; what was forgotten here stays so.

        Args:
            items: Messages, statements, names, relations, problems; read while they are taken.
            dry_run: Only count, and say what it would take; no model is asked.
            local_only: Into the scope beside this one that goes to no relay: ``local_only()``.
            observe: Whether what messages say is observed; ``False`` only keeps them, for
                ``learn``, which reads what was kept when it is given it.
            parallel: How much is asked of a model at once; ``None`` is the configured number.
            watch: Is told how far it has come.

        Raises:
            LLMError: The model could not be asked; what was taken stays, and the rest can be
                taken by giving the same items again.
            StorageError: The file could not be written.
        """
        from . import importing

        store = self.local_only() if local_only else self
        context = await store._context()
        report = await importing.import_items(
            context, items, dry_run=dry_run, observe=observe, parallel=parallel, watch=watch
        )
        urls = () if store.is_local_only else self.relay_urls
        relays = loads(urls, report.events, report.bytes, context.config.relays)
        return replace(report, relays=relays)

    async def import_marks(self, source: str) -> Mapping[str, Mark]:
        """How far the files of a program that goes on writing were read, by their paths.

        They are for ``sense_memory.importers.read_new``, and known on this device alone.

        Args:
            source: The format, such as ``openclaw``.
        """
        context = await self._context()
        return await context.records.marks(source, context.scope)

    # ------------------------------------------------------------ signed events

    async def export_events(self) -> AsyncIterator[str]:
        """Every signed event of the store, as JSON: the copy that needs no relay.

        Ciphertext, in an order in which ``import_events`` can place each as it comes. Who has them
        and the key has the memory; who has only them knows what a relay knows.

        Raises:
            InputError: This store is restricted to a scope; ask the one it came from.
            ReadFailedError: The store has no file, and no relay could be read to its end.
        """
        from ..io import event_file

        repository, database = await self._whole("events are exported")
        async for line in event_file.export_events(repository, database):
            yield line

    async def import_events(
        self, lines: Iterable[str | bytes] | AsyncIterable[str | bytes]
    ) -> "results.EventImport":
        """Merge signed events into the store, one JSON object a line; again and again if need be.

        Every line is verified as if a relay had shown it. What is new here goes to every relay that
        lacks it. Nothing is known thereby of what is not among the lines.

        Args:
            lines: What ``export_events`` gave, or any relay's events; taken as they come.

        Returns:
            What became of them; a bad line is reported and ends nothing.

        Raises:
            InputError: All events are of another identity, or this store is restricted to a scope.
            StorageError: The file could not be written; what came before stays.
        """
        from ..io import event_file

        repository, database = await self._whole("events are imported")
        return await event_file.import_events(repository, database, lines)

    # ---------------------------------------------------------- readable records

    async def export_jsonl(self, *, all_scopes: bool = False) -> AsyncIterator[str]:
        """Every readable record of the scope as plain text, a JSON object a line.

        It can be read by anybody who has it: ``{"type", "name", "scope", "fields",
        "written_at"}``. Vectors, and what the store notes of itself, are not among it. If there is
        something that this release cannot read, a last line says how much.

        Args:
            all_scopes: Of every scope.

        Raises:
            InputError: All scopes are asked of a store that is restricted to one.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from . import plain_export

        repository = await self._lifetime.opened()
        if all_scopes:
            await self._whole("all scopes are exported")
        async for line in plain_export.export(repository, self._scope, all_scopes=all_scopes):
            yield line

    async def import_jsonl(
        self,
        lines: Iterable[str | bytes] | AsyncIterable[str | bytes],
        *,
        overwrite: bool = False,
    ) -> "results.RecordImport":
        """Let records stand here that ``export_jsonl`` wrote, in this store or in any other.

        Nothing that stands is overwritten, and nothing comes back that was forgotten here since it
        was written there. A record counts as the same where only its uses differ.

        Args:
            lines: One record each; taken as they come.
            overwrite: Whether the lines count where a record says something else here.

        Returns:
            What became of them; a bad line is reported and ends nothing.

        Raises:
            PublishFailedError, MovedError, StorageError: As for ``remember``; what came before
                stays.
        """
        from . import plain_import

        repository, now = await self._lifetime.opened(), self._means.clock.now()
        return await plain_import.import_(repository, self._scope, lines, now, overwrite=overwrite)

    async def export_markdown(
        self, folder: str | Path, *, force: bool = False
    ) -> "results.MarkdownExport":
        """Write what the scope knows as Markdown for people, who may edit it.

        ``memories.md``, ``persona/{domain}.md``, ``topics/{slug}.md``, ``observations.md`` (those
        of no topic), ``journal.md``, ``conversations/{id}.md``, ``rapport/{peer}.md``,
        ``graph/{node}.md``: plain text, mode 0600. Each entry has a comment that says what it is.
        An earlier export is written over where nobody changed it; nothing else in the folder is
        touched.

        Args:
            folder: Where; made, mode 0700, if it is not there.
            force: Also replace files that somebody changed, or that are somebody else's.

        Raises:
            InputError: Such a file is in the way, or a symbolic link; nothing was written.
            StorageError: A file could not be written.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .markdown import folder as folders, pages

        made = await pages.pages(await self._context())
        return folders.write(Path(folder), made, self._scope, force=force)

    async def edited(self, folder: str | Path) -> "results.EditedFolder":
        """How a folder differs from what ``export_markdown`` wrote into it; nothing is written.

        What was changed in the folder and in the store since is a conflict. What cannot be
        understood is a problem, and left as it is.

        Raises:
            InputError: There is no export in it, or one of another scope.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from ..mind.markdown.comparing import compare
        from .markdown import folder as folders, pages

        found = folders.look(Path(folder), self._scope)
        edits = compare(await pages.pages(await self._context()), found.files, found.exported)
        return replace(edits, problems=(*found.problems, *edits.problems))

    async def apply_edits(
        self, edited: "results.EditedFolder", *, forget_removed: bool = False
    ) -> "results.AppliedEdits":
        """Carry out what ``edited`` found, but for conflicts and problems.

        An entry that somebody changed in the store meanwhile stays as it is.

        Args:
            edited: What it found.
            forget_removed: Whether what was removed from the files is forgotten; else it stays.

        Raises:
            PublishFailedError, MovedError, StorageError: As for ``remember``; what came before
                stays.
        """
        from .markdown import applying

        return await applying.apply(await self._context(), edited, forget_removed=forget_removed)

    async def _whole(self, what: str) -> tuple[Repository, SQLiteDatabase]:
        """What the store stands on, for what concerns all scopes."""
        if self._scope:
            raise InputError(f"{what} for the whole store, not for one scope; ask the whole one")
        return await self._parts()

    # ----------------------------------------------------------------- relays

    async def sync(self) -> "results.SyncReport":
        """Read every relay and send what waits there; returns when each has done or failed."""
        context = await self._context()
        pool = self._lifetime.pool
        report = await pool.sync() if pool is not None else results.SyncReport(())
        # devices that were apart may each have found the other's memory outdated
        try:
            await rooms.circles.mend(context)
        except (MovedError, StorageError) as error:
            # what was read and sent stands; the next sync tries again
            _log.warning("memories contradict each other in a circle still: %s", error)
        return report

    async def receipt(self, event_id: str) -> "results.Receipt":
        """What became of a write: how far it has come at each relay, and what that relay said.

        Of a forgetting it also says when each relay had it overwritten, took the request to delete
        it, and was seen to have nothing of it any more. Nothing is asked of a relay; ``sync()``
        before brings it up to date.

        Args:
            event_id: What ``remember``, ``forget`` and the others returned.

        Raises:
            InputError: This store knows no such write.
        """
        from ..io.receipts import receipt

        repository, database = await self._parts()
        found = await receipt(repository, database, event_id)
        if self._scope and found.ref.scope != self._scope:
            raise InputError(f"the write {event_id[:16]} is of another scope than {self._scope!r}")
        return found

    async def deletions(self, limit: int | None = 100) -> "list[results.Deletion]":
        """What was forgotten and is not there again, the latest first, each with its receipt.

        The receipt says when each relay had it overwritten, took the request to delete it, and was
        seen to have nothing of it any more. What faded away is among them. The whole store tells of
        all scopes. Nothing is asked of a relay; ``sync()`` before brings the receipts up to date.

        Args:
            limit: How many at most, of the latest; ``None`` is all of them.

        Raises:
            InputError: ``limit`` is below 1.
        """
        from ..io.receipts import deletions

        if limit is not None and limit < 1:
            raise InputError(f"limit is 1 or more, got {limit!r}")
        repository, database = await self._parts()
        return await deletions(repository, database, self._scope or None, limit)

    async def exposure(self, relay: str) -> "results.Exposure":
        """What a relay sees of this mind: each event that it has, as it has it.

        That is what it showed last, or said OK to, by this file; what it was asked to delete counts
        until a read has shown that it is gone. Nothing is asked of the relay, and ``sync()`` before
        brings it up to date.

        Args:
            relay: Its URL, in any spelling; one that this store uses, or that its file remembers.

        Raises:
            InvalidRelayURLError: It is no URL of a relay.
            InputError: The file knows nothing of it, or this store is one scope.
        """
        from ..io.exposure import exposure

        repository, database = await self._whole("what a relay sees is told")
        return await exposure(repository, database, relay)

    async def outbox(self, limit: int | None = None) -> "tuple[results.Undelivered, ...]":
        """Writes that relays have not taken, the oldest first: which, since when, why, what to do.

        What a relay refuses is never dropped; ``sync()`` tries again what it refused for a while,
        ``retry()`` also what it refused for good.

        Args:
            limit: How many at most; ``None`` is all of them, and thousands take seconds.

        Raises:
            InputError: ``limit`` is below 1.
        """
        from ..io.receipts import outbox

        if limit is not None and limit < 1:
            raise InputError(f"limit is 1 or more, got {limit!r}")
        repository, database = await self._parts()
        pool = self._lifetime.pool
        errors = {w.url: str(w.error) for w in pool.workers if w.error} if pool else {}
        return await outbox(repository, database, errors, self._scope or None, limit)

    async def retry(self) -> int:
        """Let relays be sent again what they refused, for a while or for good; how many writes."""
        _, database = await self._parts()
        count = await database.outbox.retry()
        if self._lifetime.pool is not None:
            self._lifetime.pool.wake()
        return count

    async def _parts(self) -> tuple[Repository, SQLiteDatabase]:
        """What the store stands on."""
        repository = await self._lifetime.opened()
        if self._lifetime.database is None:
            raise StoreClosedError("the store was closed while this was under way")
        return repository, self._lifetime.database

    async def fingerprint(self) -> str:
        """One hash over all living memories, 32 hex digits.

        Devices that hold the same memories, in the same version, have the same.
        """
        repository, _ = await self._whole("a fingerprint is taken")
        return (await repository.fingerprint())[1]

    async def devices(self) -> "list[results.DeviceStatus]":
        """Every device that shares this mind and has said so, the latest first.

        A device with a file tells the others at most every quarter of an hour, and when it closes.
        """
        repository, _ = await self._whole("devices are listed")
        return await rooms.devices.devices(
            repository, self._means.clock, self._means.config.devices
        )

    async def retire_device(self, device: str) -> str:
        """Forget a device that is gone for good; what it wrote stays.

        Args:
            device: Its id.

        Returns:
            The event id of the tombstone.

        Raises:
            InputError: It is this device, or unknown.
        """
        repository, _ = await self._whole("a device is retired")
        return await rooms.devices.retire(repository, device)

    def status(self) -> "results.Status":
        """What the store knows of itself: how many records, how safe, what each relay said.

        Raises:
            StoreClosedError: The store is not open.
        """
        status = rooms.status_of(self._lifetime)
        if (llm := self._means.llm) is not None:
            status = replace(status, llm=results.LLMStatus(llm.id, llm.extract_id, llm.usage))
        if (encoder := self._means.encoder) is not None:
            vectors = rooms.embedding.status(self._lifetime.views, self._scope, encoder)
            status = replace(status, embedding=vectors)
        return status

    async def change_addressing(
        self, addressing: str, *, timeout: float = 60.0
    ) -> "results.AddressingReport":
        """Let all memories stand at blinded addresses, or at plain ones again.

        Every memory is copied to its new address; the old one is given up on the relays once two
        of them (or the only one) have shown the copy. It can be broken off at any moment and
        called again. The published client sees only plain addresses.

        Args:
            addressing: ``"blinded"`` or ``"plain"``.
            timeout: Seconds to wait for relays; what waits beyond that takes another call.

        Returns:
            How far it came; ``waiting`` is 0 when it is done.

        Raises:
            InputError: It is another word, or this store is one scope.
            ReadFailedError: It is not known how the store addresses now, and no relay says.
        """
        from ..io.moving import change_addressing

        wanted = _addressing(addressing)
        if wanted is None:
            raise InputError("addressing is 'plain' or 'blinded', got None")
        repository, database = await self._whole("addresses are changed")
        return await change_addressing(repository, database, self._lifetime.pool, wanted, timeout)

    async def rotate(
        self,
        identity: Identity,
        path: str | Path,
        *,
        timeout: float = 60.0,
        keep_old: bool = False,
    ) -> "results.RotationReport":
        """Move the whole mind to another key; can be broken off and called again at any moment.

        Every memory of every scope, and what is known of forgotten ones, is copied into a new file
        and to all relays, unchanged but for the key. Once two relays (or the only one) have shown
        everything under the new key, both keys say so to each other; from then on this store takes
        no write (``MovedError``), and the old copies are given up, at each relay only where it
        shows the new ones. What other devices still write under the old key is brought over when
        this is called again; each of them should be moved in the same way, with the same new key.

        Args:
            identity: The new key. Store it safely first: nothing here does.
            path: The new file.
            timeout: Seconds; what waits beyond that takes another call.
            keep_old: Whether the old copies stay on the relays.

        Returns:
            How far it came; ``is_new_in_use`` once the new file is the one to open.

        Raises:
            InputError: This store has no file, is one scope, or moved to another key already; or
                the key or path is none.
            ReadFailedError: It is not known how the store addresses, and no relay says.
            StorageError: A file could not be written.
        """
        async with self.rotation(identity, path, keep_old=keep_old) as rotation:
            return await rotation.advance(timeout)

    @asynccontextmanager
    async def rotation(
        self, identity: Identity, path: str | Path, *, keep_old: bool = False
    ) -> "AsyncIterator[rooms.Rotation]":
        """The same step by step: ``advance(timeout)`` again and again, until it is done.

        Arguments and errors as for ``rotate``.
        """
        if not isinstance(identity, Identity):
            raise InputError(f"the new key must be an Identity, got {type(identity).__name__}")
        if not _names_file(path):
            raise InputError(f"path names the new file, got {path!r}")
        await self._whole("the key is changed")
        async with rooms.rotations.rotation(
            self._lifetime,
            identity,
            path,
            self._means.clock,
            self._means.config,
            keep_old=keep_old,
        ) as rotation:
            yield rotation

    async def rotation_plan(
        self, relays: Sequence[str] | None = None, *, keep_old: bool = False
    ) -> "results.RotationPlan":
        """What changing the key would do, as far as this file knows; nothing is written or sent.

        Args:
            relays: The relays in question; ``None`` for those of this store.
            keep_old: Whether the old copies would stay on the relays.

        Raises:
            InputError: This store has no file, or is one scope.
        """
        await self._whole("the key is changed")
        urls = self.relay_urls if relays is None else [check_relay_url(url) for url in relays]
        return await rooms.rotations.plan(
            self._lifetime, urls, self._means.config, keep_old=keep_old
        )

    async def vanish(self, relay: str, reason: str = "") -> "results.Vanished":
        """Ask one relay to delete everything of this identity, deletion requests included.

        It cannot be taken back: some relays refuse the key for ever after. Nobody else is told, so
        other relays, and other devices of this identity, go on as before; let those devices leave
        the relay first. Unless the relay refuses, this store uses it no more, nor does its profile.
        A store made with a list of relays uses what it is given: leave this one out of the list.

        Args:
            relay: Its URL exactly as it spells it itself: some compare letter by letter.
            reason: Public, for the people who run it.

        Returns:
            What it said, and whether it still shows anything.

        Raises:
            InputError: It is used here under another spelling, or this store is one scope.
            RelayError: It could not be reached; nothing was sent.
        """
        from ..io.vanishing import vanish

        repository, database = await self._whole("vanishing is")
        lifetime = self._lifetime
        relay = check_relay_url(relay)
        twin = next((url for url in self.relay_urls if is_same_relay(url, relay)), relay)
        if twin != relay:
            raise InputError(f"name the relay exactly: it is used here as {twin}")
        done = await vanish(
            repository,
            database,
            lifetime.pool,
            relay,
            reason,
            self._means.clock,
            self._means.config,
        )
        if done.accepted is not False:
            self._relay_urls = lifetime.leave(relay)
            if self._profile is not None:
                profile = load_profile(self._profile)
                profile.with_relays([url for url in profile.relays if url != relay]).save()
        return done

    async def check(self) -> dict[str, bool]:
        """Which relays can be reached now, by URL."""
        from ..io.reachability import reachable

        repository = await self._lifetime.opened()
        return await reachable(
            self.relay_urls, repository, self._means.clock, self._means.config.relays
        )


async def context_of(store: MemoryStore) -> Context:
    """All that a room of a store gets, for an adapter, which is a room outside."""
    return await store._context()


async def relays_told(store: MemoryStore) -> "Mapping[str, RelayInformation]":
    """What relays said of themselves when they were asked last, for an adapter that shows it."""
    from ..io.relay_information import kept_information

    _, database = await store._parts()
    return await kept_information(database)


def files_of(store: MemoryStore) -> "rooms.Files":
    """The text files in a store, for an adapter that offers them to others."""

    async def conflicts() -> "list[results.Conflict]":
        return await rooms.decisions.conflicts(
            await store._lifetime.opened(), store._scope, (Memory,)
        )

    return rooms.Files(store._context, conflicts)


def _names_file(path: str | Path) -> bool:
    return "\x00" not in str(path) and str(path) not in ("", ".", ":memory:")


def _relay_urls(given: str | Sequence[str] | None) -> tuple[str, ...]:
    if given is None:
        return ()
    urls = [given] if isinstance(given, str) else list(given)
    if not urls:
        raise InputError("relay_url must be a non-empty string or list of strings")
    return tuple(dict.fromkeys(check_relay_url(url) for url in urls))


def _addressing(given: str | None) -> Addressing | None:
    if given is None:
        return None
    try:
        return Addressing(given)
    except ValueError:
        shown = repr(given) if len(str(given)) <= 16 else "something longer"
        raise InputError(f"addressing is 'plain' or 'blinded', got {shown}") from None
