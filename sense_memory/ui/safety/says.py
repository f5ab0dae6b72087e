"""What a relay says of itself (NIP-11), for people; it may say anything."""

from dataclasses import dataclass

from nips.nip11 import Limitation, RelayInformation

from ...mind.rapport.line import one_line
from ..shortened import shortened

_LONGEST = 60
"""Characters of a name, or of a program."""
_LONGEST_VERSION = 20


@dataclass(frozen=True, slots=True)
class RelaySays:
    """What a relay says of itself.

    Attributes:
        name: What it calls itself; ``""`` if it does not.
        software: The program and its version; ``""`` if it does not say.
        wants: What it asks of those who write there, in words.
    """

    name: str
    software: str
    wants: tuple[str, ...]


def relay_says(information: RelayInformation) -> RelaySays | None:
    """What is worth to be shown of it, cut to what has room; ``None``: nothing."""
    program = _cut((information.software or "").rstrip("/").removesuffix(".git"))
    version = _cut(information.version or "", _LONGEST_VERSION)
    says = RelaySays(
        _cut(information.name or ""),
        f"{program.rpartition('/')[2]} {version}".strip() if program else "",
        tuple(_wants(information.limitation)),
    )
    return says if says.name or says.software or says.wants else None


def _wants(limits: Limitation) -> list[str]:
    wants = []
    if limits.auth_required:
        wants.append("it asks who you are")
    if limits.payment_required:
        wants.append("it wants to be paid")
    if limits.restricted_writes:
        wants.append("not everybody may write there")
    if limits.min_pow_difficulty:
        wants.append(f"each write costs work, {limits.min_pow_difficulty:,} bits")
    if limits.max_message_length:
        wants.append(f"a write has at most {limits.max_message_length:,} bytes")
    return wants


def _cut(text: str, longest: int = _LONGEST) -> str:
    return shortened(one_line(text[: 10 * longest]), longest)
