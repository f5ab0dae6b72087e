"""What the options before the command say: which profile, scope, key and form of output."""

from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from .exits import Code, CommandError
from .output import say

if TYPE_CHECKING:
    from ..io.identity import Identity
    from ..io.profile import Profile
    from ..store import MemoryStore

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Session:
    """One call of the command.

    Attributes:
        profile: The profile's name.
        scope: The user, project or tenant; ``None`` is the root scope.
        as_json: Whether data is printed as JSON.
        key_file: A key to use instead of the profile's.
    """

    profile: str
    scope: str | None
    as_json: bool
    key_file: Path | None

    def load_profile(self) -> "Profile":
        """The profile, with ``--key-file`` in place of its own key."""
        from ..io.profile import load_profile

        profile = load_profile(self.profile)
        return profile if self.key_file is None else replace(profile, key_file=self.key_file)

    def identity(self, profile: "Profile") -> "Identity":
        """The key: of ``--key-file``, else of the environment, else of the profile."""
        from ..io.identity import Identity

        if self.key_file is not None:
            return Identity.from_file(self.key_file)
        return profile.identity()

    @asynccontextmanager
    async def opened(self, *, may_create: bool = False) -> AsyncIterator["MemoryStore"]:
        """The store, open, and restricted to the scope if there is one.

        Args:
            may_create: Whether a profile that does not exist is made: a write may, a read that
                makes a key would hide a misspelt name.
        """
        from ..core.config import Config, RelayConfig
        from ..store import MemoryStore

        profile = self.load_profile()
        if not profile.exists:
            if not may_create:
                raise CommandError(
                    Code.ERROR,
                    f"there is no profile {self.profile!r}; make it with: "
                    f"sense-memory --profile {self.profile} init",
                )
            announce_new(self, profile)
        # what is to be delivered is waited for before closing, by the commands that write
        config = Config(relays=RelayConfig(close_timeout=0))
        store = MemoryStore(
            self.identity(profile),
            profile.relays or None,
            path=profile.database,
            addressing=profile.addressing,
            config=config,
        )
        async with store:
            yield store.scope(self.scope) if self.scope is not None else store


def announce_new(session: Session, profile: "Profile") -> None:
    """Make the profile and its key, and say so."""
    from ..io.identity import Identity

    from_environment = session.key_file is None and Identity.from_environment() is not None
    made_key = session.key_file is None and not from_environment and not profile.key_file.exists()
    identity = session.identity(profile)
    profile.save()
    say(f"made the profile {session.profile!r} for {identity.npub}; it is local, without relays")
    if made_key:
        say(f"its new secret key is in {profile.key_file}: back this file up, nothing replaces it")


def session_of(context: typer.Context) -> Session:
    """The options before the command."""
    session = context.find_object(Session)
    if session is None:
        raise RuntimeError("the command was called without its callback")
    return session


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's work on an event loop of its own."""
    import asyncio

    return asyncio.run(work)
