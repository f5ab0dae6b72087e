"""What taking over an export costs at least: EXPORT PATH KEY_FILE EVENTS.

To read it; to insert its messages into SQLite as they are, as safely as the store does; and to
encrypt and sign as many events as the store makes of it, of the smallest size.
"""

import sqlite3
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

from nips import nip01, nip44, nip78
from nips.keys import SecretKey
from sense_memory import Identity, importers
from sense_memory.core.items import Said

from .said import report

AT_ONCE = 250
TEXT = "x" * 512


def _main(export: str, path: str, key_file: str, events: str) -> None:
    used, began = time.process_time(), time.perf_counter()
    messages, insert = _insert(export, path)
    read = time.perf_counter() - began - insert
    began = time.perf_counter()
    _seal(Identity.from_file(key_file), int(events))
    report(
        messages=messages,
        read_s=read,
        insert_s=insert,
        crypto_s=time.perf_counter() - began,
        cpu_s=time.process_time() - used,
        file_mib=Path(path).stat().st_size / 2**20,
    )


def _insert(export: str, path: str) -> tuple[int, float]:
    """How many messages there are, and the seconds that inserting them took."""
    items = (item for item in importers.read("chatgpt", export) if isinstance(item, Said))
    messages, took = 0, 0.0
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE said (id PRIMARY KEY, conversation, role, text, at)")
        while some := list(islice(items, AT_ONCE)):
            rows = [(o.id, o.conversation, o.role.value, o.text, o.at) for o in some]
            began = time.perf_counter()
            with database:
                database.executemany("INSERT INTO said VALUES (?, ?, ?, ?, ?)", rows)
            took += time.perf_counter() - began
            messages += len(rows)
    return messages, took


def _seal(identity: Identity, events: int) -> None:
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    address = "a" * 64
    for number in range(events):
        content = nip44.encrypt(TEXT, key)
        nip01.sign(nip78.app_data(secret.public_key.hex, number, address, content), secret)


if __name__ == "__main__":
    _main(*sys.argv[1:])
