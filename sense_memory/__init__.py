"""Memory your agent owns: a fast local file, encrypted copies on relays that cannot read it."""

from .core.change import Cause, Change
from .core.compression import CompressedLine, CompressedMemory, Compression
from .core.config import (
    CompressionConfig,
    Config,
    ContradictionConfig,
    DatabaseConfig,
    DeviceConfig,
    EmbeddingConfig,
    IntrospectionConfig,
    LifecycleConfig,
    RecordConfig,
    RelayConfig,
    SearchConfig,
)
from .core.conflict import Conflict, Sibling
from .core.contradiction import Contradiction, Remembered
from .core.device_status import DeviceStatus
from .core.embedding_report import EmbeddingStatus, EmbedReport
from .core.errors import (
    AmbiguousKeyError,
    CorruptDatabaseError,
    EncoderError,
    InputError,
    InvalidIdentityError,
    InvalidKeyError,
    InvalidRelayURLError,
    LimitError,
    LockedError,
    LockedKeyError,
    MovedError,
    NewerFileError,
    ProviderError,
    PublishFailedError,
    QuorumError,
    ReadFailedError,
    RecordError,
    RefusedError,
    RelayError,
    RelayTimeoutError,
    RemoteProtocolError,
    SenseMemoryError,
    StorageError,
    StorageFullError,
    StoreClosedError,
    TooLargeError,
    UnknownMemoryError,
    UnreachableError,
)
from .core.event_import import EventImport, LineProblem
from .core.expected_change import ExpectedChange
from .core.limits import Limits
from .core.log_entry import LogEntry
from .core.mention import Mention
from .core.ports import Encoder, Judge, TextKind, Verdict
from .core.prune_plan import PlannedMemory, PrunePlan
from .core.receipt import Receipt, RelayReceipt, Undelivered
from .core.records.belief import Belief
from .core.records.device import Device
from .core.records.introspection import Decision, Dismissal, Suggestion, SuggestionKind
from .core.ref import Ref
from .core.rotation import RelayPlan, RotationPlan, RotationReport, RotationStep
from .core.search_result import Explanation, Missed, NearMiss, ScoreParts, SearchHit
from .core.sleep_report import Outcome, RunReport, SleepReport, SleepStep
from .core.status import (
    AddressingReport,
    Alarm,
    RelayStatus,
    RelaySync,
    Status,
    SyncReport,
)
from .core.vanished import Vanished
from .io.encoder import encoder_of, encoder_of_path
from .io.encoders import FastembedEncoder, OpenAIEncoder, WorkersAIEncoder
from .io.identity import Identity
from .mind.compress.notation import parse_compressed
from .store import Changes, Insight, MemoryStore
from .types import (
    DEFAULT_DOMAINS,
    DEFAULT_FACETS,
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    IntrospectionReport,
    JournalEntry,
    Memory,
    PersonaMemory,
)

__version__ = "0.4.0"

__all__ = [
    "DEFAULT_DOMAINS",
    "DEFAULT_FACETS",
    "STATE_ACTIVE",
    "STATE_DISSOLVED",
    "STATE_FADING",
    "STATE_FORGOTTEN",
    "AddressingReport",
    "Alarm",
    "AmbiguousKeyError",
    "Belief",
    "Cause",
    "Change",
    "Changes",
    "CompressedLine",
    "CompressedMemory",
    "Compression",
    "CompressionConfig",
    "Config",
    "Conflict",
    "Contradiction",
    "ContradictionConfig",
    "CorruptDatabaseError",
    "DatabaseConfig",
    "Decision",
    "Device",
    "DeviceConfig",
    "DeviceStatus",
    "Dismissal",
    "EmbedReport",
    "EmbeddingConfig",
    "EmbeddingStatus",
    "Encoder",
    "EncoderError",
    "EventImport",
    "ExpectedChange",
    "Explanation",
    "FastembedEncoder",
    "Identity",
    "InputError",
    "Insight",
    "IntrospectionConfig",
    "IntrospectionReport",
    "InvalidIdentityError",
    "InvalidKeyError",
    "InvalidRelayURLError",
    "JournalEntry",
    "Judge",
    "LifecycleConfig",
    "LimitError",
    "Limits",
    "LineProblem",
    "LockedError",
    "LockedKeyError",
    "LogEntry",
    "Memory",
    "MemoryStore",
    "Mention",
    "Missed",
    "MovedError",
    "NearMiss",
    "NewerFileError",
    "OpenAIEncoder",
    "Outcome",
    "PersonaMemory",
    "PlannedMemory",
    "ProviderError",
    "PrunePlan",
    "PublishFailedError",
    "QuorumError",
    "ReadFailedError",
    "Receipt",
    "RecordConfig",
    "RecordError",
    "Ref",
    "RefusedError",
    "RelayConfig",
    "RelayError",
    "RelayPlan",
    "RelayReceipt",
    "RelayStatus",
    "RelaySync",
    "RelayTimeoutError",
    "Remembered",
    "RemoteProtocolError",
    "RotationPlan",
    "RotationReport",
    "RotationStep",
    "RunReport",
    "ScoreParts",
    "SearchConfig",
    "SearchHit",
    "SenseMemoryError",
    "Sibling",
    "SleepReport",
    "SleepStep",
    "Status",
    "StorageError",
    "StorageFullError",
    "StoreClosedError",
    "Suggestion",
    "SuggestionKind",
    "SyncReport",
    "TextKind",
    "TooLargeError",
    "Undelivered",
    "UnknownMemoryError",
    "UnreachableError",
    "Vanished",
    "Verdict",
    "WorkersAIEncoder",
    "encoder_of",
    "encoder_of_path",
    "parse_compressed",
]
