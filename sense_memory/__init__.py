"""Memory your agent owns: a fast local file, encrypted copies on relays that cannot read it."""

from .core.change import Cause, Change
from .core.config import Config, DatabaseConfig, DeviceConfig, RecordConfig, RelayConfig
from .core.conflict import Conflict, Sibling
from .core.device_status import DeviceStatus
from .core.errors import (
    AmbiguousKeyError,
    CorruptDatabaseError,
    InputError,
    InvalidIdentityError,
    InvalidKeyError,
    InvalidRelayURLError,
    LockedError,
    LockedKeyError,
    MovedError,
    NewerFileError,
    PublishFailedError,
    QuorumError,
    ReadFailedError,
    RecordError,
    RelayError,
    SenseMemoryError,
    StorageError,
    StorageFullError,
    StoreClosedError,
    TooLargeError,
    UnknownMemoryError,
)
from .core.event_import import EventImport, LineProblem
from .core.log_entry import LogEntry
from .core.receipt import Receipt, RelayReceipt, Undelivered
from .core.records.device import Device
from .core.ref import Ref
from .core.rotation import RotationPlan, RotationReport, RotationStep
from .core.status import RelayStatus, RelaySync, Status, SyncReport
from .core.vanished import Vanished
from .io.identity import Identity
from .store import Insight, MemoryStore
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
    "AmbiguousKeyError",
    "Cause",
    "Change",
    "Config",
    "Conflict",
    "CorruptDatabaseError",
    "DatabaseConfig",
    "Device",
    "DeviceConfig",
    "DeviceStatus",
    "EventImport",
    "Identity",
    "InputError",
    "Insight",
    "IntrospectionReport",
    "InvalidIdentityError",
    "InvalidKeyError",
    "InvalidRelayURLError",
    "JournalEntry",
    "LineProblem",
    "LockedError",
    "LockedKeyError",
    "LogEntry",
    "Memory",
    "MemoryStore",
    "MovedError",
    "NewerFileError",
    "PersonaMemory",
    "PublishFailedError",
    "QuorumError",
    "ReadFailedError",
    "Receipt",
    "RecordConfig",
    "RecordError",
    "Ref",
    "RelayConfig",
    "RelayError",
    "RelayReceipt",
    "RelayStatus",
    "RelaySync",
    "RotationPlan",
    "RotationReport",
    "RotationStep",
    "SenseMemoryError",
    "Sibling",
    "Status",
    "StorageError",
    "StorageFullError",
    "StoreClosedError",
    "SyncReport",
    "TooLargeError",
    "Undelivered",
    "UnknownMemoryError",
    "Vanished",
]
