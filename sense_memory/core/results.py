"""What a store answers with: each type, imported when somebody asks for it.

An annotation that names one does so as ``"results.Receipt"``: whoever resolves it, such as a
framework that offers a method to a model, imports it then.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compression import Compression
    from .conflict import Conflict
    from .contradiction import Remembered
    from .conversation import ConversationStatus
    from .deletion import Deletion
    from .device_status import DeviceStatus
    from .edited import AppliedEdits, EditedFolder, MarkdownExport
    from .embedding_report import EmbedReport
    from .event_import import EventImport
    from .expected_change import ExpectedChange
    from .exposure import Exposure, SeenEvent
    from .found import Found, SearchedMind
    from .import_report import ImportReport
    from .learned import Learned
    from .log_entry import LogEntry
    from .prompt import Prompt
    from .prune_plan import PrunePlan
    from .rapport import PeerStatus
    from .receipt import Receipt, Undelivered
    from .record_import import RecordImport
    from .rotation import RotationPlan, RotationReport
    from .sleep_report import RunReport, SleepReport
    from .status import AddressingReport, LLMStatus, Status, SyncReport
    from .vanished import Vanished

__all__ = [
    "AddressingReport",
    "AppliedEdits",
    "Compression",
    "Conflict",
    "ConversationStatus",
    "Deletion",
    "DeviceStatus",
    "EditedFolder",
    "EmbedReport",
    "EventImport",
    "ExpectedChange",
    "Exposure",
    "Found",
    "ImportReport",
    "LLMStatus",
    "Learned",
    "LogEntry",
    "MarkdownExport",
    "PeerStatus",
    "Prompt",
    "PrunePlan",
    "Receipt",
    "RecordImport",
    "Remembered",
    "RotationPlan",
    "RotationReport",
    "RunReport",
    "SearchedMind",
    "SeenEvent",
    "SleepReport",
    "Status",
    "SyncReport",
    "Undelivered",
    "Vanished",
]

_MODULES = {
    "compression": ("Compression",),
    "conflict": ("Conflict",),
    "contradiction": ("Remembered",),
    "conversation": ("ConversationStatus",),
    "deletion": ("Deletion",),
    "device_status": ("DeviceStatus",),
    "edited": (
        "AppliedEdits",
        "EditedFolder",
        "MarkdownExport",
    ),
    "embedding_report": ("EmbedReport",),
    "event_import": ("EventImport",),
    "expected_change": ("ExpectedChange",),
    "exposure": (
        "Exposure",
        "SeenEvent",
    ),
    "found": (
        "Found",
        "SearchedMind",
    ),
    "import_report": ("ImportReport",),
    "learned": ("Learned",),
    "log_entry": ("LogEntry",),
    "prompt": ("Prompt",),
    "prune_plan": ("PrunePlan",),
    "rapport": ("PeerStatus",),
    "receipt": (
        "Receipt",
        "Undelivered",
    ),
    "record_import": ("RecordImport",),
    "rotation": (
        "RotationPlan",
        "RotationReport",
    ),
    "sleep_report": (
        "RunReport",
        "SleepReport",
    ),
    "status": (
        "AddressingReport",
        "LLMStatus",
        "Status",
        "SyncReport",
    ),
    "vanished": ("Vanished",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

if not TYPE_CHECKING:  # a type checker would take any name at all to be there

    def __getattr__(name: str) -> object:
        """A type, imported now (PEP 562)."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{_MODULE_OF[name]}", __package__), name)
        globals()[name] = value
        return value
