"""How far the files of other programs were read: known to this device alone.

A path and the state of a session say what somebody talks about, so both stand encrypted in the
store's file, under names that are hashes with the file's own key.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping

from ..core.items import Mark
from ..core.ports import Signer
from ..core.records.store_settings import BlindingKey
from .database import SQLiteDatabase
from .rows import PutMeta


class ImportMarks:
    """Reads and keeps them.

    Args:
        database: Where they are.
        signer: Encrypts them.
        file_key: Names them.
    """

    def __init__(self, database: SQLiteDatabase, signer: Signer, file_key: BlindingKey) -> None:
        self._database = database
        self._signer = signer
        # a key of its own, so that no name here is one of the file's buckets
        self._key = hashlib.sha256(b"sense-memory/v1/read\x00" + file_key.key).digest()

    def _prefix(self, source: str, scope: str) -> str:
        return f"read:{self._hash(source, scope)}:"

    def _hash(self, *said: str) -> str:
        return hmac.digest(self._key, json.dumps(said).encode("ascii"), "sha256").hex()[:32]

    async def read(self, source: str, scope: str) -> dict[str, Mark]:
        """The marks of a format and scope, by the absolute paths of their files.

        One that cannot be read is none: its file is read again from the beginning, and what is
        known of it is not taken twice.
        """
        sealed = await self._database.meta.beginning(self._prefix(source, scope))
        found: dict[str, Mark] = {}
        for text in await self._signer.decrypt_many(sealed):
            if text is not None:
                file, *mark = json.loads(text)
                found[file] = Mark(*mark)
        return found

    async def keep(self, source: str, scope: str, marks: Mapping[str, Mark], now: float) -> None:
        """Let these be the marks of their files.

        Args:
            source: The format.
            scope: Where what was read went.
            marks: By absolute path.
            now: Seconds since the epoch.
        """
        if not marks:
            return
        prefix = self._prefix(source, scope)
        texts = [
            json.dumps([file, m.offset, m.lines, m.size, m.mtime_ns, m.seal, m.state])
            for file, m in marks.items()
        ]
        sealed = await self._signer.encrypt(texts)
        writes = [
            PutMeta(prefix + self._hash(file), payload)
            for file, payload in zip(marks, sealed, strict=True)
        ]
        await self._database.commit(writes, {}, now=now)
