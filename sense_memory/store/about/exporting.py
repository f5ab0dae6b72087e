"""All that is known of somebody or something, as a page of Markdown."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

from ...core.about import AboutLine
from ...core.found import Room
from ...mind.rapport.line import one_line
from .collecting import Line

_HEADINGS = {
    Room.MEMORY: "Memories",
    Room.OBSERVATION: "What was observed",
    Room.SUMMARY: "What it adds up to",
    Room.TOPIC: "What it adds up to",
    Room.NODE: "Who or what it is",
    Room.EDGE: "How it relates to others",
    Room.TURN: "What was said",
    Room.JOURNAL: "The diary",
    Room.LAYER: "How you talk",
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>#|"})


def page(name: str, lines: Sequence[Line]) -> str:
    """The page: a heading for each room, a bullet for each line, then what is believed no more."""
    parts = [f"# {_plain(name)}"]
    told = [one.told for one in lines]
    for heading, some in groupby(
        (one for one in told if one.holds), key=lambda one: _HEADINGS[one.room]
    ):
        parts.append("\n".join((f"## {heading}", "", *map(_bullet, some))))
    past = [one for one in told if not one.holds]
    if past:
        parts.append("\n".join(("## Believed no more", "", *map(_bullet, past))))
    if not told:
        parts.append("Nothing is known.")
    return "\n\n".join(parts) + "\n"


def _bullet(line: AboutLine) -> str:
    said = [] if line.since is None else [f"since {_day(line.since)}"]
    said += [f"from {_plain(line.source)}"] if line.source else []
    said += [_plain(line.why_not)] if line.why_not else []
    more = f" ({'; '.join(said)})" if said else ""
    return f"- {_plain(line.text)}{more} <!-- {line.reference.replace('--', '- -')} -->"


def _plain(text: str) -> str:
    """A text of which Markdown makes nothing else."""
    return one_line(text).translate(_SPECIAL)


def _day(at: float) -> str:
    try:
        return (_EPOCH + timedelta(seconds=at)).date().isoformat()
    except OverflowError:
        return "a time that no calendar has"
