"""One file beside this one: what devices did, and what came of it."""

from __future__ import annotations

import json
from typing import Any

from sense_memory.core.records.conversation import ConversationHead, Turn, Weights
from sense_memory.core.records.device import Device
from sense_memory.core.records.embedding import Embedding
from sense_memory.core.records.graph import Edge, Node, Note
from sense_memory.core.records.introspection import Dismissal, IntrospectionReport
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.core.records.rapport import Checkpoint, Layer, LayerVersion, Reading
from sense_memory.core.records.store_settings import Addressing, BlindingKey, Settings
from sense_memory.core.records.succession import Succession
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, deletion
from sense_memory.wire.address import path_of, write_address
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put
from sense_memory.wire.past_values import REPLACED, with_past
from sense_memory.wire.references import grounded
from sense_memory.wire.schemas import schema_of
from sense_memory.wire.stamp import Dot

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
    "device": Device,
    "moved": Succession,
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

    def versions(self) -> list[Body]:
        """Do the steps: each device edits what it had seen."""
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
        return versions

    def body(self) -> Body:
        """What all that was done comes to."""
        body, *others = self.versions()
        for version in others:
            body = merge(body, version, schema_of(self.ref.kind))
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
