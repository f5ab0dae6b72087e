"""What the options before the command say: which profile, scope, key and form of output."""

import os
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from .exits import Code, CommandError
from .output import say

if TYPE_CHECKING:
    from ..core.llm import LLM
    from ..core.ports import Encoder
    from ..io.identity import Identity
    from ..io.keys.found import FoundKey
    from ..io.profile import Profile
    from ..store import MemoryStore

T = TypeVar("T")

ENCODER_VARIABLE = "SENSE_MEMORY_ENCODER"
"""Environment variable that says what makes vectors, in place of the profile."""


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
    _given: "list[FoundKey | None]" = field(default_factory=list, repr=False)
    _opened: "list[Identity]" = field(default_factory=list, repr=False)

    def load_profile(self) -> "Profile":
        """The profile, with ``--key-file`` in place of its own key."""
        from ..io.keys.reference import KeyReference
        from ..io.profile import load_profile

        profile = load_profile(self.profile)
        if self.key_file is None:
            return profile
        return replace(profile, key=KeyReference.file(self.key_file))

    def given_key(self) -> "FoundKey | None":
        """The key of ``--key-file``, else of the environment; ``None`` leaves it to the profile.

        It is read once a command: the file may be a pipe.
        """
        from ..io.keys.given import find_given, find_in_file

        if not self._given:
            file = self.key_file
            self._given.append(find_in_file(file) if file is not None else find_given())
        return self._given[0]

    def identity(self, profile: "Profile") -> "Identity":
        """The key: of ``--key-file``, else of the environment, else of the profile.

        A passphrase that it needs is asked for once a command.
        """
        from ..io.identity import Identity

        if self._opened:
            return self._opened[0]
        given = self.given_key()
        if given is None:
            identity = profile.own_or_new_identity()
        else:
            if given.is_inherited:
                say(
                    f"the secret key comes from {given.where}, which every program started from "
                    "here inherits; a key file is safer: name it in $SENSE_MEMORY_NSEC_FILE"
                )
            identity = Identity(given.open())
        self._opened.append(identity)
        return identity

    def encoder(self, profile: "Profile") -> "Encoder | None":
        """What makes vectors: as the environment says, else as the profile does, if either does.

        Nothing is loaded. Where a model's folder is gone a search goes by words.
        """
        said = os.environ.get(ENCODER_VARIABLE) or profile.encoder
        if not said:
            return None
        from ..core.errors import EncoderError
        from ..io.encoder import encoder_of

        try:
            return encoder_of(said)
        except EncoderError as error:
            say(f"memories are found by their words alone: {error}")
            return None

    @asynccontextmanager
    async def opened(
        self,
        *,
        may_create: bool = False,
        with_relays: bool = True,
        close_timeout: float = 0,
        encoder: "Encoder | None" = None,
        llm: "LLM | None" = None,
    ) -> AsyncIterator["MemoryStore"]:
        """The store, open, and restricted to the scope if there is one.

        Args:
            may_create: Whether a profile that does not exist is made: a write may, a read that
                makes a key would hide a misspelt name.
            with_relays: Whether the profile's relays are connected.
            close_timeout: Seconds to deliver before closing; commands that write wait before that.
            encoder: In place of what the environment or the profile says.
            llm: Reads sessions and writes about them in place of the rules.
        """
        from ..core.config import Config, RelayConfig
        from ..store import MemoryStore

        profile = self.load_profile()
        if not profile.exists:
            if not may_create:
                raise CommandError(Code.ERROR, no_profile(self))
            announce_new(self, profile)
        config = Config(relays=RelayConfig(close_timeout=close_timeout))
        store = MemoryStore.of_profile(
            profile,
            self.identity(profile),
            with_relays=with_relays,
            config=config,
            encoder=self.encoder(profile) if encoder is None else encoder,
            llm=llm,
        )
        async with store:
            yield store.scope(self.scope) if self.scope is not None else store


def no_profile(session: Session) -> str:
    """That the profile does not exist, and what to do."""
    return (
        f"there is no profile {session.profile!r}; make it with: "
        f"sense-memory --profile {session.profile} init"
    )


def announce_new(session: Session, profile: "Profile") -> None:
    """Make the profile and its key, and say so."""
    identity = session.identity(profile)
    profile.belonging_to(identity).save()
    say(f"made the profile {session.profile!r} for {identity.npub}; it is local, without relays")
    if identity.is_new:
        say(
            f"its new secret key is in {profile.key_file}: back it up, nothing replaces it "
            "(sense-memory keys backup)"
        )


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
