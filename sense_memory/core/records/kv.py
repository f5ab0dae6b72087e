"""Key-value memories: the published client's ``Memory``."""

from dataclasses import dataclass, field

from ..clock import system_now
from .names import check_key, check_text


@dataclass(frozen=True, slots=True)
class Memory:
    """A value under a key; remembering the key again replaces it.

    Attributes:
        key: 1–256 characters without slash, backslash, NUL or ``..``.
        value: Up to 65,000 characters; may be empty.
        created_at: Seconds since the epoch at which this value was remembered.
    """

    key: str
    value: str
    created_at: float = field(default_factory=system_now)

    def __post_init__(self) -> None:
        check_key(self.key)
        check_text(self.value, "Memory value")
