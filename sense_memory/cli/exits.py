"""How a command ends: the exit codes, and what they mean."""

from enum import IntEnum

from ..core.errors import InputError, InvalidIdentityError, LLMConfigError, MovedError


class Code(IntEnum):
    """Exit codes of ``sense-memory``; part of its interface."""

    OK = 0
    ERROR = 1
    """It did not work, or what was asked for does not exist."""
    USAGE = 2
    """The call cannot be right as given: an option, a key, a URL, a line of a file."""
    QUEUED = 3
    """Stored on this machine, but no relay has accepted it yet."""
    LOCKED = 4
    """The secret key is missing, unreadable or unusable, or this mind goes on under another."""


class CommandError(Exception):
    """Ends the command with a line on standard error.

    Attributes:
        code: The exit code.
    """

    def __init__(self, code: Code, message: str) -> None:
        self.code = code
        super().__init__(message)


def exit_code(error: Exception) -> Code:
    """The exit code of an error."""
    if isinstance(error, (InvalidIdentityError, MovedError)):
        return Code.LOCKED
    # it is the environment that lacks something, whatever was typed
    if isinstance(error, LLMConfigError):
        return Code.ERROR
    return Code.USAGE if isinstance(error, InputError) else Code.ERROR
