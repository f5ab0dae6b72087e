"""The wire format, frozen: what version 1 wrote once must be written and read for ever.

Each file beside this one says what was done (``steps``, by which device at which stamp), under
which addressing and keys, and what came of it: the address and the plaintext, byte for byte. A
failure here means that devices of two releases no longer agree. The files are never written anew;
a change of the format is a new version, with files of its own.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from sense_memory.core.records.conversation import ConversationHead, Turn, Weights
from sense_memory.core.records.embedding import Embedding
from sense_memory.core.records.graph import Edge, Node, Note
from sense_memory.core.records.introspection import Dismissal, IntrospectionReport
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.core.records.rapport import Checkpoint, Layer, LayerVersion, Reading
from sense_memory.core.records.store_settings import Addressing, BlindingKey, Settings
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, deletion
from sense_memory.wire.address import path_of, write_address
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put
from sense_memory.wire.past_values import REPLACED, with_past
from sense_memory.wire.references import grounded
from sense_memory.wire.schemas import schema_of
from sense_memory.wire.stamp import Dot

FILES = sorted(Path(__file__).parent.glob("*.json"))
RECORDS: dict[str, type[Any]] = {
    "kv": Memory,
    "persona": PersonaMemory,
    "embedding": Embedding,
    "journal": JournalEntry,
    "settings": Settings,
    "key": BlindingKey,
    "introspection": IntrospectionReport,
    "dismissal": Dismissal,
    "checkpoint": Checkpoint,
    "reading": Reading,
    "layer": Layer,
    "layer-version": LayerVersion,
    "observation": Observation,
    "summary": Summary,
    "topic": Topic,
    "conversation": ConversationHead,
    "turn": Turn,
    "weights": Weights,
    "node": Node,
    "edge": Edge,
    "note": Note,
}
MAX_BYTES = 40_960


class Golden:
    """One file: what was done, and what came of it."""

    def __init__(self, text: str) -> None:
        data = json.loads(text)
        self.data: dict[str, Any] = data
        self.ref = Ref(RECORDS[data["record"]], data["name"], data["scope"])
        self.addressing = Addressing(data["addressing"])
        self.keys = [BlindingKey(bytes.fromhex(key)) for key in data["blinding_keys"]]
        self.expected = str(data["plaintext"])
        self.padded_bytes = int(data["padded_bytes"])

    def body(self) -> Body:
        """Do the steps: each device edits what it had seen; at the end all of it is merged."""
        schema, path = schema_of(self.ref.kind), path_of(self.ref)
        versions: list[Body] = []
        for step in self.data["steps"]:
            before: Body | None = None
            for number in step["seen"]:
                seen = versions[number]
                before = merge(before, seen, schema) if before else seen
            dot = Dot(step["stamp"], step["device"])
            if "put" in step:
                after = put(before, path, step["put"], dot, schema)
                if step.get("keeps_past"):
                    after = with_past(before, after, dot, schema, REPLACED)
                grounds = {"on": step["on"]} if "on" in step else step.get("grounds", {})
                if grounds:
                    creations = {n: [Dot(*one) for one in some] for n, some in grounds.items()}
                    after = grounded(after, dot, creations)
                versions.append(after)
            elif "amend" in step:
                assert before is not None
                versions.append(amended(before, step["amend"], dot, schema))
            else:
                versions.append(forgotten(before, path, dot, step["forget"]))
        body = versions[0]
        for version in versions[1:]:
            body = merge(body, version, schema)
        return body

    def address(self) -> str:
        """Where it is written to."""
        path = path_of(self.ref)
        return write_address(path, self.addressing, self.keys, self.data["pubkey"])

    def text(self) -> str:
        """What today's code writes."""
        if self.data["what"] == "deletion":
            return deletion.write([self.body()], self.addressing)
        return codec.plaintext(self.ref, self.body(), self.addressing, MAX_BYTES)

    def read(self) -> Body:
        """What today's code reads from what was written then."""
        written = self.expected + " " * (self.padded_bytes - len(self.expected.encode()))
        if self.data["what"] == "deletion":
            read = deletion.read(written)
            assert isinstance(read, tuple)
            (tombstone,) = read
            return tombstone
        found = codec.opened(
            written,
            d=self.data["address"],
            created_at=1,
            event_id="e" * 64,
            keys=self.keys,
            public_key=self.data["pubkey"],
        )
        assert found.ref == self.ref
        return found.body


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(request.param.read_text("utf-8"))


def test_the_same_bytes_are_written(golden: Golden) -> None:
    assert golden.expected == golden.text().rstrip(" ")


def test_the_same_padding_is_added(golden: Golden) -> None:
    assert golden.padded_bytes == len(golden.text().encode())


def test_the_same_address_is_used(golden: Golden) -> None:
    assert golden.data["address"] == golden.address()


def test_what_was_written_then_is_read_now(golden: Golden) -> None:
    assert golden.body() == golden.read()


def test_every_kind_of_record_and_of_store_is_frozen() -> None:
    frozen = [Golden(file.read_text("utf-8")) for file in FILES]
    kinds = {(one.data["what"], one.data["record"]) for one in frozen}
    expected = {("body", name) for name in RECORDS}
    expected |= {("tombstone", "kv"), ("tombstone", "persona"), ("deletion", "kv")}
    expected |= {("tombstone", "checkpoint"), ("tombstone", "reading"), ("deletion", "reading")}
    expected |= {("tombstone", "conversation"), ("tombstone", "turn")}
    expected |= {("tombstone", "node"), ("tombstone", "edge"), ("deletion", "note")}
    assert expected <= kinds
    for what in ("body", "tombstone", "deletion"):
        assert {one.addressing for one in frozen if one.data["what"] == what} == set(Addressing)
    assert any(one.ref.scope for one in frozen)


def test_the_request_that_gives_up_an_address_is_frozen() -> None:
    path = "sense-memory/user_timezone"
    text = '{"moved":"sense-memory/user_timezone"}'
    assert deletion.write_moved(path, Addressing.PLAIN) == text
    assert deletion.write_moved(path, Addressing.BLINDED) == text.ljust(512)
    assert deletion.read(text) == deletion.Moved(path)
