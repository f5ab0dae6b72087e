"""Before much is asked of a model: what it would take, and whether that is wanted."""

from .confirming import confirm
from .output import say

ASKED_FROM = 20
"""Requests to a model; more are not made before somebody agreed."""


def estimate(writer: str, calls: int, input_tokens: int = 0, output_tokens: int = 0) -> str:
    """What asking takes, in words; 0 tokens are as many as nobody has counted."""
    tokens = f", which take in about {input_tokens:,} tokens" if input_tokens else ""
    tokens += f" and give about {output_tokens:,}" if output_tokens else ""
    requests = "1 request" if calls == 1 else f"{calls:,} requests"
    return f"at most {requests} to {writer}{tokens}"


def agree(said: str, calls: int, *, yes: bool) -> None:
    """Let somebody agree to what is much.

    Args:
        said: What it would take, in words.
        calls: How many requests.
        yes: Whether somebody has agreed already.

    Raises:
        CommandError: Nobody did.
    """
    if calls <= ASKED_FROM or yes:
        return
    say(f"this takes {said}")
    confirm("yes", f"nothing was asked: this takes {said}")
