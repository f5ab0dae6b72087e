"""A hundred thousand messages out of an export of ChatGPT, into an empty store."""

import json
import os
import random
import re
import tempfile
from pathlib import Path
from typing import Any

from sense_memory import Identity

from . import child
from .figures import Figure, Table
from .parts import move_in, read_export

MESSAGES = int(os.environ.get("SENSE_MEMORY_BENCH_MANY", "100000"))
PER_CONVERSATION = 40
WORDS = re.findall(
    r"\w+",
    "I my we live like work moved plan to in with at the a new old sister museum garden project "
    "Turin Berlin Ada catalogue coffee train deadline book music river paint week year never",
)
START = 1_600_000_000


def run() -> Table:
    """The import in a process of its own, and in another one what it cannot be faster than."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-moving-in-") as text:
        directory = Path(text)
        export = directory / "conversations.json"
        write(export, MESSAGES)
        Identity.generate().save(directory / "key")
        key = str(directory / "key")
        moved = child.run(
            "-m", move_in.__name__, str(export), str(directory / "store.db"), key
        ).said
        events = str(int(moved["events"]))
        floor = child.run(
            "-m", read_export.__name__, str(export), str(directory / "plain.db"), key, events
        ).said
        size = export.stat().st_size / 2**20
    assert moved["messages"] == floor["messages"] == MESSAGES, "not all were taken"
    bare = floor["read_s"] + floor["insert_s"]
    least = bare + floor["crypto_s"]
    all_three = "ratio: to those three together"
    return Table(
        f"moving in: {MESSAGES:,} messages of a ChatGPT export ({size:.0f} MiB), fresh process",
        (
            Figure("read the export", floor["read_s"], "s", note="every message, and no more"),
            Figure("insert its rows as plain text", floor["insert_s"], "s", note="250 a commit"),
            Figure("encrypt and sign as many events", floor["crypto_s"], "s", note="in memory"),
            Figure("import", moved["took_s"], "s", ratio=moved["took_s"] / least, note=all_three),
            Figure(
                "import, processor",
                moved["cpu_s"],
                "s",
                ratio=moved["cpu_s"] / floor["cpu_s"],
                note=all_three,
            ),
            Figure("import", MESSAGES / moved["took_s"], "messages/s"),
            Figure("import", moved["events"] / moved["took_s"], "events/s"),
            Figure("import again, all known", moved["again_s"], "s", ratio=moved["again_s"] / bare),
            Figure("dry run before", moved["dry_s"], "s", ratio=moved["dry_s"] / moved["took_s"]),
            Figure("memory after a tenth", moved["tenth_mib"], "MiB"),
            Figure(
                "peak memory",
                moved["peak_mib"],
                "MiB",
                ratio=moved["peak_mib"] / moved["tenth_mib"],
                aim="≤ 1.5×",
                note="to that after a tenth",
            ),
            Figure(
                "file",
                moved["file_mib"],
                "MiB",
                ratio=moved["file_mib"] / floor["file_mib"],
                note="to the plain rows",
            ),
        ),
        (f"{moved['events']:,.0f} events: messages, conversations, and what rules observed",),
    )


def write(path: Path, count: int) -> None:
    """An export with so many messages, written as it is made."""
    choose = random.Random(11)
    with path.open("w") as file:
        for start in range(0, count, PER_CONVERSATION):
            file.write("[" if start == 0 else ",")
            numbers = range(start, min(count, start + PER_CONVERSATION))
            json.dump(_conversation(choose, numbers), file)
        file.write("]")


def _conversation(choose: random.Random, numbers: range) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    parent = None
    for number in numbers:
        is_user = number % 2 == 0
        parts = [_text(choose, is_user)]
        message = {
            "id": str(number),
            "author": {"role": "user" if is_user else "assistant"},
            "create_time": START + 60 * number,
            "content": {"content_type": "text", "parts": parts},
        }
        mapping[str(number)] = {
            "id": str(number),
            "parent": parent,
            "children": [],
            "message": message,
        }
        parent = str(number)
    return {
        "title": f"Number {numbers[0]}",
        "conversation_id": f"c-{numbers[0]}",
        "mapping": mapping,
        "current_node": parent,
    }


def _text(choose: random.Random, is_user: bool) -> str:
    """One to three sentences of a person, two to six of an assistant."""
    count = choose.randint(1, 3) if is_user else choose.randint(2, 6)
    sentences = (" ".join(choose.choices(WORDS, k=choose.randint(6, 20))) for _ in range(count))
    return " ".join(f"{sentence.capitalize()}." for sentence in sentences)
