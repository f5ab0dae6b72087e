"""The agent's diary."""

from dataclasses import dataclass, field

from ..clock import system_now
from ..errors import InvalidKeyError
from .names import check_text


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry; entries are added and forgotten, never changed.

    Attributes:
        content: 1–65,000 characters.
        created_at: Seconds since the epoch.
    """

    content: str
    created_at: float = field(default_factory=system_now)

    def __post_init__(self) -> None:
        if not isinstance(self.content, str) or not self.content:
            raise InvalidKeyError("Journal entry content must be a non-empty string")
        check_text(self.content, "Journal entry")
