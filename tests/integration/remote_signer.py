"""Whoever holds the key: another machine, an agent."""

from collections.abc import Sequence

from sense_memory import Identity
from sense_memory.io.identity import as_signer


class RemoteSigner:
    """A signer that never shows its key, as an agent or another machine would be."""

    def __init__(self, identity: Identity) -> None:
        self._inner = as_signer(identity)

    async def public_key(self) -> str:
        return await self._inner.public_key()

    async def sign(
        self, *, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str
    ) -> tuple[str, str]:
        return await self._inner.sign(created_at=created_at, kind=kind, tags=tags, content=content)

    async def encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        return await self._inner.encrypt(plaintexts)

    async def decrypt_many(self, payloads: Sequence[str]) -> list[str | None]:
        return await self._inner.decrypt_many(payloads)
