"""A key that takes its time, so that somebody else writes between a decision and its writing."""

from collections.abc import Awaitable, Callable, Sequence

from sense_memory import Identity

from .remote_signer import RemoteSigner


class SlowSigner(RemoteSigner):
    """Whoever holds the key takes so long to encrypt that others write meanwhile.

    What is encrypted was decided about before, and is not in the file yet.
    """

    def __init__(self, identity: Identity) -> None:
        super().__init__(identity)
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    @property
    def is_done(self) -> bool:
        """Whether somebody wrote meanwhile."""
        return self.meanwhile is None

    async def encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().encrypt(plaintexts)
