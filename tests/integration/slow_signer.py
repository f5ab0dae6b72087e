"""A key that takes its time, so that somebody else writes between a decision and its writing."""

from collections.abc import Awaitable, Callable, Sequence

from sense_memory import Identity
from sense_memory.io.identity import as_signer


class SlowSigner:
    """Whoever holds the key takes so long to encrypt that others write meanwhile.

    What is encrypted was decided about before, and is not in the file yet.
    """

    def __init__(self, identity: Identity) -> None:
        self._inner = as_signer(identity)
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    @property
    def is_done(self) -> bool:
        """Whether somebody wrote meanwhile."""
        return self.meanwhile is None

    async def public_key(self) -> str:
        return await self._inner.public_key()

    async def sign(
        self, *, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str
    ) -> tuple[str, str]:
        return await self._inner.sign(created_at=created_at, kind=kind, tags=tags, content=content)

    async def encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await self._inner.encrypt(plaintexts)

    async def decrypt_many(self, payloads: Sequence[str]) -> list[str | None]:
        return await self._inner.decrypt_many(payloads)
