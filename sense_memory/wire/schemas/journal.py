"""Journal entries, where the published client looks for them."""

from ...core.records.journal import JournalEntry
from ..body import Policy
from ..schema import Schema, number

JOURNAL = Schema(
    record=JournalEntry,
    type="sense-memory:journal",
    root="sense-journal/",
    fields={"content": Policy.REGISTER, "ts": Policy.LAST},
    alive="content",
    encode=lambda entry: {"content": entry.content, "ts": entry.created_at},
    decode=lambda _name, fields, at: JournalEntry(fields["content"], number(fields.get("ts", at))),
    name=lambda _fields: None,
    is_name=lambda name: "/" not in name,
)
