"""What a host that is connected may do."""

from dataclasses import dataclass

from ...core.errors import InputError


@dataclass(frozen=True, slots=True)
class Access:
    """What a server's clients may do to the memories it serves.

    Attributes:
        read_only: Nothing is written, not even that a memory was used.
        may_forget: Whether the tools that delete are offered.
        most_forgets: Calls that delete which one server makes in an hour, at least 1. A model that
            was talked into it, or has lost its way, is stopped there and somebody is asked.

    Raises:
        InputError: ``most_forgets`` is less than 1.
    """

    read_only: bool = False
    may_forget: bool = True
    most_forgets: int = 20

    def __post_init__(self) -> None:
        if self.most_forgets < 1:
            raise InputError(
                f"at least one memory may be forgotten in an hour, got {self.most_forgets}; "
                "to allow none, may_forget=False (--no-forget)"
            )

    def allows(self, *, is_writing: bool, is_destructive: bool) -> bool:
        """Whether a tool of this kind is offered."""
        return not (is_writing and self.read_only) and (self.may_forget or not is_destructive)
