"""Key-value memories, as the published client writes them."""

from ...core.records.kv import Memory
from ..body import Policy
from ..schema import Schema, number, text

KV = Schema(
    record=Memory,
    type="sense-memory:kv",
    root="sense-memory/",
    fields={"key": Policy.IDENTITY, "value": Policy.REGISTER, "ts": Policy.LAST},
    alive="value",
    encode=lambda memory: {"key": memory.key, "value": memory.value, "ts": memory.created_at},
    decode=lambda name, fields, at: Memory(name, fields["value"], number(fields.get("ts", at))),
    name=lambda fields: text(fields.get("key")),
    is_name=lambda name: "/" not in name,
)
