"""What every room is asked for a prompt."""

from dataclasses import dataclass

from ...core.config import PromptConfig
from ...core.prompt import Section
from ...mind.text import query_tokens

LONGEST_QUERY = 8_000
"""Characters of a message by which is searched."""
LINE_TOKENS = 20
"""Tokens of a short line: so many lines might fill what a section may cost …"""
SPARE = 1.5
"""… and so many times as many are looked at, since others leave room and some say the same."""
FEWEST, MOST = 8, 64
"""So many are looked at in any case, and at most: of what is looked at, all is decrypted."""


@dataclass(frozen=True, slots=True)
class Asking:
    """One message to which the rooms have something to say.

    Attributes:
        query: What is searched by; ``""`` where the message has no word to search by.
        about: Of whom everything that is known is wanted, too.
        most: How many each section wants.
    """

    query: str
    about: str | None
    most: dict[Section, int]

    @classmethod
    def of(
        cls,
        message: str,
        about: str | None,
        conversation: str | None,
        budget: int,
        config: PromptConfig,
    ) -> "Asking":
        """What a message asks of the rooms within a budget; whom nobody asks leave their shares."""
        query = message[:LONGEST_QUERY]
        silent = set[Section]()
        if about is None:
            silent.add(Section.RAPPORT)
        if conversation is None:
            silent |= {Section.CONVERSATION, Section.RECENT}
        shares = {
            section: float(getattr(config, section.value))
            for section in Section
            if section not in silent
        }
        whole = sum(shares.values()) or 1.0
        most = {
            section: min(MOST, max(FEWEST, int(SPARE * budget * share / whole / LINE_TOKENS)))
            if share
            else 0
            for section, share in shares.items()
        }
        return cls(query if query_tokens(query) else "", about, most)
