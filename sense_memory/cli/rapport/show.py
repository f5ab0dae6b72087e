"""rapport show: where the seven dimensions stand, how they came there, what was condensed."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.records.rapport import DIMENSIONS
from ..bars import bar, course
from ..examples import examples
from ..output import data, data_json, data_table, iso, local_time, say
from ..session import Session, run, session_of
from .app import PeerArgument, commands
from .known import known_peer
from .list_ import peer_fields

if TYPE_CHECKING:
    from ...core.rapport import Drift, PeerStatus
    from ...core.records.rapport import Layer, Reading


WIDE = 100
"""Columns of a terminal that shows what the ends of a bar mean, too."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is shown of a peer."""

    status: "PeerStatus"
    readings: "Sequence[Reading]"
    drifts: "Sequence[Drift]"
    stuck: Sequence[str]
    layers: "Sequence[Layer]"


@commands.command(
    epilog=examples(
        "sense-memory rapport show vergel",
        "sense-memory rapport show vergel --sessions",
        "sense-memory --json rapport show vergel | jq .values.trust",
    )
)
def show(
    context: typer.Context,
    peer: PeerArgument,
    sessions: Annotated[
        bool,
        typer.Option(
            "--sessions", help="Print the kept sessions instead: their names, when they were."
        ),
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print where the seven dimensions stand, the course of the kept sessions, and the layers.

    0 and 1 are the ends of each bar. A dimension has drifted where it is far from where it used to
    be. That the last sessions were all read alike may say more of who reads them than of the peer.
    """
    asked = _sessions if sessions else _show
    run(asked(session_of(context), peer, sync))


async def _show(session: Session, peer: str, sync: bool) -> None:
    async with session.opened() as store:
        status = await known_peer(session, store, peer, sync=sync)
        rapport = store.rapport(peer)
        picture = Picture(
            status,
            await rapport.readings(),
            await rapport.drift(),
            await rapport.stuck(),
            await rapport.layers.read(),
        )
    if session.as_json:
        data_json(_fields(picture))
    else:
        _print(picture)


async def _sessions(session: Session, peer: str, sync: bool) -> None:
    async with session.opened() as store:
        await known_peer(session, store, peer, sync=sync)
        kept = await store.rapport(peer).readings()
    if session.as_json:
        for reading in kept:
            data_json(_session_fields(reading))
    else:
        columns = ["session", "when", "turns", "read by", "asked for"]
        data_table(columns, [_session_row(reading) for reading in kept])
    if not kept:
        say(f"no session with {peer} is kept any more")


def _session_row(reading: "Reading") -> tuple[str, ...]:
    asked = ", ".join(_asked_for(reading))
    return reading.id, local_time(reading.at), str(reading.turns), reading.reader, asked


def _session_fields(reading: "Reading") -> dict[str, Any]:
    """What the table says; scores and what they rest on are in the whole picture."""
    return {
        "session": reading.id,
        "at": iso(reading.at),
        "turns": reading.turns,
        "reader": reading.reader,
        "asked_for": _asked_for(reading),
    }


def _asked_for(reading: "Reading") -> list[str]:
    """How the peer wished the agent to be otherwise: ``lower energy``."""
    return [
        one.dimension if one.direction is None else f"{one.direction.value} {one.dimension}"
        for one in reading.corrections
    ]


def _print(picture: Picture) -> None:
    status, at = picture.status, picture.status.vector.last_updated
    count = status.vector.session_count
    sessions = "1 session" if count == 1 else f"{count} sessions"
    last = f", the last {local_time(at)}" if at is not None else ""
    data(f"{status.peer}: {sessions}{last}")
    kept = f"{len(picture.readings)} kept"
    columns = ["", "", "", "", "", kept, ""] if _is_wide() else ["", "", "", kept, ""]
    data_table(columns, [_row(picture, name) for name in DIMENSIONS])
    if _is_all_alike(picture):
        data(f"{_last_sessions()} were read alike")
    for layer in picture.layers:
        first, more = _first_line(layer)
        data(f"{layer.name.value}: {first}{more}")
    if status.is_due:
        say(
            f"the layers are to be condensed: sense-memory rapport condense {status.peer}, or sleep"
        )


def _row(picture: Picture, name: str) -> tuple[str, ...]:
    from ...mind.rapport.poles import POLES

    value = picture.status.vector[name]
    scores = [reading.value(name) for reading in picture.readings]
    noted = _noted(picture, name)
    if not sys.stdout.isatty():
        said = " ".join("-" if one is None else f"{one:.2f}" for one in scores)
        return name, f"{value:.2f}", said, noted
    low, high = POLES[name]
    stands = (low, bar(value), high) if _is_wide() else (bar(value),)
    return name, *stands, f"{value:.2f}", course(scores), noted


def _is_wide() -> bool:
    return get_terminal_size().columns >= WIDE


def _noted(picture: Picture, name: str) -> str:
    """What there is to say of a dimension, besides where it stands."""
    said = [
        f"drifted {one.direction.value}, from {one.baseline:.2f}"
        for one in picture.drifts
        if one.dimension == name
    ]
    if name in picture.stuck and not _is_all_alike(picture):
        said.append(f"{_last_sessions()} alike")
    if name == "resilience":
        said.append(picture.status.vector.resilience_type.value)
    return ", ".join(said)


def _is_all_alike(picture: Picture) -> bool:
    """Whether the last sessions were read alike in everything, which is said once."""
    return len(picture.stuck) == len(DIMENSIONS)


def _last_sessions() -> str:
    """Those that are compared: no command sets another number."""
    from ...core.config import RapportConfig

    return f"the last {RapportConfig().stuck_readings} sessions"


def _first_line(layer: "Layer") -> tuple[str, str]:
    """The first line of a layer, and how many more there are."""
    lines = [line for line in layer.shown.splitlines() if line.strip()]
    if not lines:
        return ("waits to be made anew" if layer.text is None else "nothing yet"), ""
    rest = len(lines) - 1
    return lines[0].removeprefix("- "), f" (and {rest} more)" if rest else ""


def _fields(picture: Picture) -> dict[str, Any]:
    return {
        **peer_fields(picture.status),
        "drift": [
            {
                "dimension": one.dimension,
                "baseline": round(one.baseline, 6),
                "current": round(one.current, 6),
                "drift": one.drift,
                "direction": one.direction.value,
            }
            for one in picture.drifts
        ],
        "stuck": list(picture.stuck),
        "layers": {layer.name.value: layer.shown for layer in picture.layers},
        "kept": [_reading_fields(one) for one in picture.readings],
    }


def _reading_fields(reading: "Reading") -> dict[str, Any]:
    return {
        "session": reading.id,
        "at": iso(reading.at),
        "scores": [
            {
                "dimension": one.dimension,
                "value": one.value,
                "signal": one.signal,
                "evidence": one.evidence,
            }
            for one in reading.scores
        ],
        "corrections": [
            {
                "dimension": one.dimension,
                "direction": one.direction.value if one.direction is not None else None,
                "quote": one.quote,
            }
            for one in reading.corrections
        ],
        "resilience_type": reading.resilience_type.value,
        "confidence": reading.confidence,
        "reader": reading.reader,
        "turns": reading.turns,
    }
