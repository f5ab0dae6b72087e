"""The published client's import path for its types."""

from .core.records.introspection import INTROSPECTION_D_TAG_PREFIX, IntrospectionReport
from .core.records.journal import JournalEntry
from .core.records.kv import Memory
from .core.records.names import (
    MAX_CONTENT_LENGTH,
    MAX_KEY_LENGTH,
    MAX_TAXONOMY_LENGTH,
)
from .core.records.persona import (
    DEFAULT_DOMAINS,
    DEFAULT_FACETS,
    DEFAULT_HALFLIFE_DAYS,
    PERSONA_D_TAG_PREFIX,
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    THRESHOLD_DISSOLVED,
    THRESHOLD_FADING,
    THRESHOLD_FORGOTTEN,
    VALID_STATES,
    PersonaMemory,
)

KIND_APP_DATA = 30078
KIND_DELETION = 5
D_TAG_PREFIX = "sense-memory/"
JOURNAL_D_TAG_PREFIX = "sense-journal/"
MAX_QUERY_RESULTS = 1000
RELAY_TIMEOUT = 15

__all__ = [
    "DEFAULT_DOMAINS",
    "DEFAULT_FACETS",
    "DEFAULT_HALFLIFE_DAYS",
    "D_TAG_PREFIX",
    "INTROSPECTION_D_TAG_PREFIX",
    "JOURNAL_D_TAG_PREFIX",
    "KIND_APP_DATA",
    "KIND_DELETION",
    "MAX_CONTENT_LENGTH",
    "MAX_KEY_LENGTH",
    "MAX_QUERY_RESULTS",
    "MAX_TAXONOMY_LENGTH",
    "PERSONA_D_TAG_PREFIX",
    "RELAY_TIMEOUT",
    "STATE_ACTIVE",
    "STATE_DISSOLVED",
    "STATE_FADING",
    "STATE_FORGOTTEN",
    "THRESHOLD_DISSOLVED",
    "THRESHOLD_FADING",
    "THRESHOLD_FORGOTTEN",
    "VALID_STATES",
    "IntrospectionReport",
    "JournalEntry",
    "Memory",
    "PersonaMemory",
]
