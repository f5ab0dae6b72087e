"""Observations, summaries and topics, for programs and for people."""

from typing import TYPE_CHECKING, Any

from ..output import iso

if TYPE_CHECKING:
    from ...core.pyramid import TopicStatus
    from ...core.records.pyramid import Observation, Summary

SHOWN_ID = 12
"""Hex digits of an id that people see: enough to tell millions apart."""


def kept_fields(one: "Observation") -> dict[str, Any]:
    """What became of an observation, for programs: what it says is not repeated."""
    return {"observation": one.id, "at": iso(one.at), "topic": one.topic}


def observation_fields(one: "Observation") -> dict[str, Any]:
    """An observation for programs."""
    return {
        "observation": one.id,
        "text": one.text,
        "at": iso(one.at),
        "topic": one.topic,
        "origin": one.origin,
    }


def piece_fields(one: "Observation | Summary") -> dict[str, Any]:
    """An observation or a summary for programs."""
    from ...core.records.pyramid import Observation

    if isinstance(one, Observation):
        return observation_fields(one)
    return {
        "summary": one.id,
        "text": one.text,
        "topic": one.topic,
        "tier": one.tier,
        "start": iso(one.start),
        "end": iso(one.end),
        "writer": one.writer,
    }


def topic_fields(one: "TopicStatus") -> dict[str, Any]:
    """A topic for programs, without what is told of it."""
    return {
        "topic": one.topic.slug,
        "name": one.topic.name,
        "observations": one.observations,
        "summaries": list(one.summaries),
        "unsummarised": one.unsummarised,
        "outdated": one.outdated,
        "is_told": one.is_told,
    }


def days(one: "Observation | Summary") -> str:
    """When it was, for people; ``""`` if nobody knows."""
    from ...mind.pyramid.telling import days_of

    return days_of(one)


def observations(count: int) -> str:
    """How many, in words."""
    return "1 observation" if count == 1 else f"{count} observations"


def summaries(count: int) -> str:
    """How many, in words."""
    return "1 summary" if count == 1 else f"{count} summaries"


def topics(count: int) -> str:
    """How many, in words."""
    return "1 topic" if count == 1 else f"{count} topics"
