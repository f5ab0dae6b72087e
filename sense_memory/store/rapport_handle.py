"""What ``store.rapport(peer)`` gives: how to be with somebody."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ..core.llm import Message
from ..core.rapport import Condensed, Drift, Observed
from ..core.records.rapport import (
    Layer,
    LayerName,
    LayerVersion,
    RapportVector,
    Reading,
    check_peer,
)
from ..io import layer_files
from .context import Context
from .rapport import layers, peers

Turn: TypeAlias = Message | Mapping[str, Any]
"""One message: a ``Message``, or a mapping with ``role`` and ``content`` as the SDKs have it."""


class Rapport:
    """How the agent talks with one peer: what sessions were like, and what that adds up to.

    Nothing is asked of a model unless the store has one (``llm=``); without it, rules read a
    session, roughly, and a reading by them moves the vector half as far at most.
    """

    def __init__(self, context: Callable[[], Awaitable[Context]], peer: str) -> None:
        self._context = context
        self._peer = check_peer(peer)

    def __repr__(self) -> str:
        return f"Rapport({self._peer!r})"

    @property
    def peer(self) -> str:
        """With whom."""
        return self._peer

    @property
    def layers(self) -> "Layers":
        """The three texts about the peer."""
        return Layers(self._context, self._peer)

    async def observe(
        self,
        messages: Sequence[Turn],
        *,
        session: str | None = None,
        inputs: Sequence[str] = (),
    ) -> Observed:
        """Read a session, and let it count.

        Args:
            messages: All of it, oldest first; ``user`` is the peer, ``assistant`` the agent.
            session: Its name, 1–64 characters without slash, backslash, NUL or ``..``; a session
                that was read before counts once, and is not read again. ``None`` makes a new name.
            inputs: References to the turns that the messages are kept as, oldest first, where they
                are (``Learned.turns`` are such): the reading, which quotes them, is forgotten with
                any of them. Of more turns than it can name, some 200, it keeps no words.

        Returns:
            The reading, and the vector before and after, as far as this store knows the others.

        Raises:
            InputError: There is no text in it, or no turn of the peer; one of ``inputs`` names no
                turn; or a session of this name was read and folded long ago.
            InvalidKeyError: The name is not taken.
            UnknownMemoryError: One of ``inputs`` was forgotten.
            LLMError: The model could not read it; nothing was written, and it can be given again.
            PublishFailedError: The store has no file and no relay accepted the write.
        """
        from .rapport import observing

        context = await self._context()
        await observing.check_inputs(context, inputs)
        return await observing.observe(context, self._peer, messages, session, inputs)

    async def record(
        self, signals: Mapping[str, Any], *, session: str | None = None, turns: int = 0
    ) -> Observed:
        """Let a session count that was read elsewhere.

        Args:
            signals: Dimension to a number 0–1, or to ``{"value", "signal", "evidence"}``; of
                ``resilience`` also ``type``. ``explicit_corrections`` lists ``{"dimension",
                "direction", "quote"}``.
            session: As for ``observe``.
            turns: How many messages it had.

        Raises:
            InputError: More than two dimensions are missing or are no number; or a session of this
                name was read and folded long ago.
            InvalidKeyError: The name is not taken.
            PublishFailedError: The store has no file and no relay accepted the write.
        """
        from .rapport import observing

        return await observing.record(await self._context(), self._peer, signals, session, turns)

    async def vector(self) -> RapportVector:
        """Where the seven dimensions stand; neutral for a stranger.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .rapport import telling

        return await telling.vector(await self._context(), self._peer)

    async def readings(self) -> list[Reading]:
        """The readings that are kept, oldest first."""
        from .rapport import telling

        return await telling.readings(await self._context(), self._peer)

    async def course(self) -> list[Observed]:
        """What each session that is kept moved, the oldest first; the last ends at the vector.

        Sessions that are folded are not among them: the first begins at what those add up to.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .rapport import telling

        return await telling.course(await self._context(), self._peer)

    async def drift(self) -> list[Drift]:
        """Dimensions that are far from where they used to be, the farthest first."""
        from .rapport import telling

        return await telling.drift(await self._context(), self._peer)

    async def stuck(self) -> list[str]:
        """Dimensions that the last readings all score alike: nobody looks there, perhaps.

        What was before does not count: one may have drifted, and be read alike since.
        """
        from .rapport import telling

        return await telling.stuck(await self._context(), self._peer)

    async def context(self, budget: int | None = None) -> str:
        """What an agent should know before it talks with the peer, for its system prompt.

        Args:
            budget: Tokens that it may have at most, by ``count_tokens``; ``None`` is the
                configured number, 600.

        Raises:
            InputError: The budget holds not even the guidance.
        """
        from .rapport import telling

        return await telling.context(await self._context(), self._peer, budget)

    async def condense(self) -> Condensed | None:
        """Write the three texts anew from the readings that are kept; older ones are folded.

        What they said before is kept as a version. ``None`` if there is no reading.

        Raises:
            LLMError: The model could not do it; nothing was changed.
        """
        from .rapport import condensing

        return await condensing.condense(await self._context(), self._peer)

    async def forget_session(self, session: str) -> str:
        """Forget one session that is kept; what was condensed from it is made anew.

        The vector is what it would be without it, unless the session is folded into it already:
        then the numbers stay, and nothing else does.

        Returns:
            The event id of the tombstone.

        Raises:
            UnknownMemoryError: There is none of that name.
        """
        return await peers.forget_session(await self._context(), self._peer, session)

    async def forget(self) -> str:
        """Forget the peer: readings, texts, their versions, the vector, on every device.

        Returns:
            The event id of the vector's tombstone, for ``receipt``.

        Raises:
            UnknownMemoryError: Nothing is known of the peer.
        """
        return await peers.forget(await self._context(), self._peer)


class Layers:
    """The three texts about one peer: ``base_tone``, ``patterns``, ``anchors``."""

    def __init__(self, context: Callable[[], Awaitable[Context]], peer: str) -> None:
        self._context = context
        self._peer = peer

    async def read(self) -> tuple[Layer, ...]:
        """All three, in that order; empty ones too."""
        return await layers.read(await self._context(), self._peer)

    async def edit(self, name: str, text: str | None, *, expected: str | None = None) -> str:
        """Put a text of one's own in a layer's place; what all three said is kept as a version.

        Whoever is a stranger becomes a peer by that.

        Args:
            name: Which layer.
            text: The text; ``""`` empties it. ``None`` takes an edit back: what was condensed
                counts again.
            expected: What the layer shows to whoever edits it; ``None`` writes over whatever it is.

        Returns:
            The event id; an empty text if it stands so already.

        Raises:
            InputError: There is no such layer; or it shows something else than was expected, and
                nothing was written.
            TooLargeError: The text is larger than a record may be.
        """
        return await layers.edit(await self._context(), self._peer, name, text, expected)

    async def save(self, label: str = "") -> str | None:
        """Keep what the three say now as a version; its id, or ``None`` if they are empty."""
        return await layers.save(await self._context(), self._peer, label)

    async def versions(self) -> list[LayerVersion]:
        """The versions that are kept, newest first."""
        return await layers.versions(await self._context(), self._peer)

    async def restore(
        self, version: str, *, expected: Mapping[LayerName, str] | None = None
    ) -> int:
        """Let all three say what they said in a version; how many changed.

        Args:
            version: Its id.
            expected: What layers show to whoever restores it; others, and all with ``None``, are
                written over whatever they say.

        Raises:
            UnknownMemoryError: There is no such version.
            InputError: One shows something else than was expected, or what is expected is of no
                layer; nothing was written.
        """
        seen = {} if expected is None else expected
        return await layers.restore(await self._context(), self._peer, version, seen)

    async def export(self, folder: str | Path) -> list[Path]:
        """Write the three as ``base_tone.md``, ``patterns.md``, ``anchors.md``, mode 0600.

        Args:
            folder: Where; made, mode 0700, if it is not there.

        Raises:
            StorageError: A file could not be written.
        """
        shown = {layer.name: layer.shown for layer in await self.read()}
        return layer_files.write(Path(folder), shown)

    async def import_(self, folder: str | Path) -> list[LayerName]:
        """Take the files of a folder as edits; which layers say something else now.

        A file that is not there leaves its layer as it is.

        Raises:
            InputError: There is none of the three files, or one is no text.
        """
        given = layer_files.read(Path(folder))
        return await layers.edit_many(await self._context(), self._peer, given)
