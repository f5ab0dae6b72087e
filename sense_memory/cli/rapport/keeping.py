"""What happens to a conversation when it has ended: it is read, counts, and may be condensed."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.errors import LLMError, SenseMemoryError
from .. import delivery
from ..exits import Code, CommandError, exit_code
from ..output import data_json, say
from .known import status_of
from .moves import condensed, condensed_fields, moved, observed_fields

if TYPE_CHECKING:
    from ...core.llm import LLM, Message
    from ...core.rapport import Condensed, Observed
    from ...store import MemoryStore
    from ..session import Session

LOST = "nothing of it is stored, and nothing has moved"


class Keeping:
    """Letting one conversation count; each step says what became of it.

    Args:
        session: The options before the command.
        peer: With whom it was.
        said: All of it.
        llm: The model that reads it; if it cannot, rules do.
        kept: References to the turns of it that are kept: what is read goes with them.
    """

    def __init__(
        self,
        session: "Session",
        peer: str,
        said: "Sequence[Message]",
        llm: "LLM",
        kept: "Sequence[str]",
    ) -> None:
        self._session = session
        self._peer = peer
        self._said = said
        self._llm = llm
        self._kept = kept
        self._observed: Observed | None = None

    def run(self, runner: asyncio.Runner) -> Code:
        """Do it, until it is done or somebody presses Ctrl-C.

        Raises:
            CommandError: It is lost, or what follows it was not done.
        """
        try:
            return runner.run(self._keep())
        except KeyboardInterrupt:
            raise CommandError(Code.ERROR, self._outcome("you left")) from None
        except (SenseMemoryError, OSError) as error:
            raise CommandError(exit_code(error), self._outcome(str(error))) from None

    def _outcome(self, why: str) -> str:
        """What there is and what there is not, if it did not end well."""
        with_whom = f"the session with {self._peer}"
        if self._observed is None:
            return f"{with_whom} was not kept ({why}): {LOST}"
        return f"{with_whom} counts, but what follows was not done: {why}"

    async def _keep(self) -> Code:
        # whoever reads this may be quick to press it, and by now that is waited for
        say(f"reading the session, {len(self._said)} messages; Ctrl-C leaves at once")
        try:
            async with self._session.opened(may_create=True, llm=self._llm) as store:
                return await self._count(store, has_model=True)
        except LLMError as error:
            say(f"the model could not read the session: {error}")
            say("it is read by rules instead: roughly, and it moves half as far at most")
        async with self._session.opened(may_create=True) as store:
            return await self._count(store, has_model=False)

    async def _count(self, store: "MemoryStore", *, has_model: bool) -> Code:
        before = store.status()
        rapport = store.rapport(self._peer)
        self._observed = done = await rapport.observe(self._said, inputs=self._kept)
        say(f"session {done.after.session_count} with {self._peer}, read by {done.reading.reader}")
        say(moved(done))
        made = await self._condense(store, has_model=has_model)
        reached = await delivery.delivered(store, before)
        if self._session.as_json:
            fields = {**observed_fields(done), "condensed": condensed_fields(made)}
            data_json({**fields, **reached.to_json()})
        say(reached.sentence())
        return reached.code

    async def _condense(self, store: "MemoryStore", *, has_model: bool) -> "Condensed | None":
        """Write the layers anew if that is due, unless the model has just failed."""
        made = None
        try:
            status = await status_of(store, self._peer)
            if status is None or not status.is_due:
                return None
            if has_model:
                say("condensing what the sessions were like")
                made = await store.rapport(self._peer).condense()
        except LLMError as error:
            say(f"the model could not condense the sessions: {error}")
        if made is None:
            say("the layers are still to be condensed: the next sleep or session does it")
        else:
            say(condensed(made))
        return made
