"""Candidates for prompts, of which a test says only what it is about."""

from sense_memory.core.llm import Role
from sense_memory.core.prompt import Section, Trust
from sense_memory.mind.prompt.candidate import Candidate

ID = "0" * 32


def memory(
    text: str,
    reference: str = "",
    *,
    section: Section = Section.MEMORIES,
    trust: Trust = Trust.OWN,
    origin: str = "kept by you",
    at: float | None = 1_700_000_000.0,
    score: float = 1.0,
) -> Candidate:
    return Candidate(section, reference or text, text, origin, trust, score, "it answers", at)


def said(text: str, reference: str = "", role: Role = Role.USER) -> Candidate:
    return Candidate(
        Section.RECENT, reference or text, text, "", Trust.PEER, 1.0, "", 1_700_000_000.0, role
    )
