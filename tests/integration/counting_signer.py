"""A key that counts what is decrypted with it: each is a question, where the key is elsewhere."""

from collections import Counter
from collections.abc import Sequence

from sense_memory import Identity

from .remote_signer import RemoteSigner


class CountingSigner(RemoteSigner):
    """Whoever holds the key.

    Attributes:
        opened: How often each payload was decrypted.
    """

    def __init__(self, identity: Identity) -> None:
        super().__init__(identity)
        self.opened = Counter[str]()

    async def decrypt_many(self, payloads: Sequence[str]) -> list[str | None]:
        self.opened.update(payloads)
        return await super().decrypt_many(payloads)
