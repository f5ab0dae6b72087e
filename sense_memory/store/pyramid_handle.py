"""What ``store.pyramid`` gives: what was observed, and what it adds up to."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

from ..core.embedding_report import EmbedReport
from ..core.pyramid import (
    Answer,
    PyramidHit,
    PyramidStatus,
    Refreshed,
    RefreshPlan,
    TopicStatus,
    Watcher,
)
from ..core.records.pyramid import Observation, Summary, Topic
from .context import Context


class Pyramid:
    """Observations, the topics that they are about, and summaries: of ten, of a hundred, and so on.

    Nothing is asked of a model unless the store has one (``llm=``); without it, rules find factual
    sentences, topics and what is worth keeping of ten.
    """

    def __init__(self, context: Callable[[], Awaitable[Context]]) -> None:
        self._context = context

    def __repr__(self) -> str:
        return "Pyramid()"

    # ------------------------------------------------------------- observations

    async def observe(
        self,
        text: str,
        *,
        topic: str | None = None,
        at: float | datetime | str | None = None,
        origin: str = "",
    ) -> Observation:
        """Keep one factual sentence. Said twice with the same time and origin, it is one.

        Args:
            text: The sentence; some of it is no space.
            topic: The name of its topic, which is made if it is not there; ``None`` leaves it to
                ``refresh``.
            at: When it was so: seconds since the epoch, a date, or ISO 8601; ``None`` is now.
            origin: What it was learned from, as ``store.reference`` says it: forgotten with it. Or
                where it comes from, in one's own words.

        Raises:
            InputError: There is nothing in the text, or the topic's name has neither letter nor
                digit, or there is no such time.
            TooLargeError: It is larger than a record may be.
            PublishFailedError: The store has no file and no relay accepted the write.
        """
        from .pyramid import observing

        return await observing.observe(await self._context(), text, topic, at, origin)

    async def observations(self, topic: str | None = None) -> list[Observation]:
        """What was observed, oldest first.

        Args:
            topic: Of this topic only; ``None`` is all, those of no topic included.

        Raises:
            UnknownMemoryError: There is no such topic.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .pyramid import observing

        return await observing.observations(await self._context(), topic)

    async def edit(self, observation: str, text: str) -> Observation:
        """Correct an observation; what was made of it is made anew by ``refresh``.

        Args:
            observation: Its id.
            text: What it says from now on.

        Raises:
            UnknownMemoryError: There is none.
            InputError: There is nothing in the text.
        """
        from .pyramid import observing

        return await observing.edit(await self._context(), observation, text)

    async def assign(
        self, observation: str, topic: str | None, *, expected: str | None = None
    ) -> Observation:
        """File an observation under a topic, or under none; what was made of it is made anew.

        Args:
            observation: Its id.
            topic: The name of a topic, which is made if it is not there.
            expected: The slug of the topic that it is filed under to whoever files it elsewhere,
                ``""`` for none; ``None`` files it wherever it is.

        Raises:
            UnknownMemoryError: There is no such observation; no topic was made.
            InputError: The topic's name has neither letter nor digit; or it is filed under another
                one than was expected, and nothing was written.
        """
        from .pyramid import observing

        return await observing.assign(await self._context(), observation, topic, expected)

    async def forget(self, observation: str) -> str:
        """Forget an observation. Every summary above it is blank at once, until ``refresh``.

        What was learned from it goes with it, and names that only that told.

        Returns:
            The event id of the tombstone.

        Raises:
            UnknownMemoryError: There is none.
        """
        from .forget import let_names_go
        from .pyramid import observing

        context = await self._context()
        event_id = await observing.forget(context, observation)
        await let_names_go(context)
        return event_id

    # ------------------------------------------------------------------- topics

    async def topics(self) -> list[Topic]:
        """``assistant`` and ``user``, which are always there, then the others by slug."""
        from .pyramid import topics

        return await topics.topics(await self._context())

    async def topic(self, name: str) -> TopicStatus:
        """One topic.

        Raises:
            UnknownMemoryError: There is none of that name; it says which there are.
        """
        from .pyramid import topics

        return await topics.topic(await self._context(), name)

    async def add_topic(self, name: str) -> Topic:
        """Make a topic, if it is not there; the topic.

        Raises:
            InputError: The name has neither letter nor digit.
        """
        from .pyramid import topics

        return await topics.add(await self._context(), name)

    async def forget_topic(self, name: str) -> str:
        """Forget a topic and its summaries; its observations belong to no topic then.

        Returns:
            The event id of the tombstone.

        Raises:
            UnknownMemoryError: There is none.
            InputError: It is ``assistant`` or ``user``, which are always there.
        """
        from .pyramid import topics

        return await topics.forget(await self._context(), name)

    async def summaries(self, topic: str, tier: int | None = None) -> list[Summary]:
        """The summaries of a topic that count, the newest first, the highest tier first.

        One that waits to be made anew has no text.

        Raises:
            UnknownMemoryError: There is no such topic.
        """
        from .pyramid import topics

        return await topics.summaries(await self._context(), topic, tier)

    async def cover(self, topic: str) -> list[Observation | Summary]:
        """The fewest pieces that say all that is known of a topic, none of it twice, oldest first.

        Raises:
            UnknownMemoryError: There is no such topic.
        """
        from .pyramid import topics

        return await topics.cover(await self._context(), topic)

    async def status(self) -> PyramidStatus:
        """How much there is, and what is to be done."""
        from .pyramid import topics

        return await topics.status(await self._context())

    # ------------------------------------------------------------------- making

    async def refresh_plan(self) -> RefreshPlan:
        """What ``refresh`` would do and ask for; nothing is written, and nobody is asked."""
        from .pyramid import refreshing

        return await refreshing.plan(await self._context())

    async def refresh(
        self,
        *,
        max_observations: int | None = None,
        max_tier: int | None = None,
        parallel: int | None = None,
        watch: Watcher | None = None,
    ) -> Refreshed:
        """Bring everything up to date: topics, summaries from the bottom up, vectors, texts.

        Only what changed is made anew. It can be broken off at any moment and called again: what
        was made stays.

        Args:
            max_observations: No more than so many of a topic that are in no summary yet are
                summarised, the oldest.
            max_tier: No higher summary is made.
            parallel: How much is asked of a model at once; ``None`` is the configured number.
            watch: Is told how far it has come.

        Raises:
            LLMError: The model answered nothing at all; what was done before stays.
            InputError: A number is out of range.
        """
        from .pyramid import refreshing

        return await refreshing.refresh(
            await self._context(), max_observations, max_tier, parallel, watch
        )

    async def summarize(
        self,
        *,
        max_observations: int | None = None,
        max_tier: int | None = None,
        parallel: int | None = None,
        watch: Watcher | None = None,
    ) -> Refreshed:
        """Only the summaries of ``refresh``. Arguments and errors as there."""
        from .pyramid import refreshing

        return await refreshing.summarize(
            await self._context(), max_observations, max_tier, parallel, watch
        )

    async def synthesize(
        self,
        topic: str | None = None,
        *,
        force: bool = False,
        parallel: int | None = None,
        watch: Watcher | None = None,
    ) -> list[Topic]:
        """Tell topics anew from what stands, and return them.

        Args:
            topic: Only this one; ``None`` is every topic.
            force: Also those that tell what would be told now.
            parallel: As for ``refresh``.
            watch: As for ``refresh``.

        Raises:
            UnknownMemoryError: There is no such topic.
            LLMError: The model could not tell one; those before it stay.
        """
        from .pyramid import refreshing

        return await refreshing.synthesize(await self._context(), topic, force, parallel, watch)

    # ------------------------------------------------------------------ finding

    async def embed(self, *, force: bool = False) -> EmbedReport:
        """Make the vectors of observations and summaries that are missing, or all.

        Raises:
            InputError: The store has no encoder.
        """
        from .pyramid import searching

        return await searching.embed(await self._context(), force=force)

    async def search(
        self,
        query: str,
        limit: int = 20,
        *,
        time_weight: float = 0.3,
        topic: str | None = None,
    ) -> list[PyramidHit]:
        """Observations and summaries that answer a query, the best first.

        By meaning where the store has an encoder, and by words. What was forgotten, or waits to be
        made anew, is not found.

        Args:
            query: What is asked.
            limit: At most so many, from 1.
            time_weight: How much what is recent is preferred, 0–1; 0 is by the query alone.
            topic: Only in this topic.

        Raises:
            InputError: A number is out of range.
            UnknownMemoryError: There is no such topic.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .pyramid import searching

        return await searching.search(await self._context(), query, limit, time_weight, topic)

    async def ask(
        self,
        query: str,
        limit: int = 20,
        *,
        time_weight: float = 0.3,
        topic: str | None = None,
    ) -> Answer:
        """Let the model answer from what ``search`` finds. Arguments as there.

        Its answer names its sources by number: ``[1]`` is the first of ``hits``. Where nothing is
        found nobody is asked, and the answer says so.

        Raises:
            InputError: The store has no model.
            LLMError: It could not be asked.
        """
        from .pyramid import answering

        return await answering.ask(await self._context(), query, limit, time_weight, topic)

    # ------------------------------------------------------------------ writing

    async def export(self, workspace: str | Path, *, force: bool = False) -> list[Path]:
        """Write ``MEMORY.md`` and ``models/*.md`` into a folder; only what changed is written.

        Nothing else in the folder is touched: no ``SOUL.md``, no ``USER.md``. Files have mode
        0600. The file of a topic that is gone is deleted if nobody changed it. What is written is
        what was told last: ``refresh`` tells it anew.

        Args:
            workspace: The folder; made, mode 0700, if it is not there.
            force: Also replace a ``MEMORY.md``, or a file of a topic, that somebody else wrote or
                changed.

        Returns:
            The files that were written.

        Raises:
            InputError: Somebody else wrote or changed a file that is to be written, or it is a
                symbolic link; nothing was written.
            StorageError: A file could not be written.
        """
        from ..io import workspace as files
        from .pyramid import pages

        made = await pages.pages(await self._context())
        return files.write(Path(workspace), made, force=force)
