"""A hundred thousand observations are summarised, then ten more: what is rebuilt, and how long."""

from . import child
from .figures import Figure, Table
from .parts import grow_pyramid

OBSERVATIONS = 100_000
SIZES = (100, 1_000, 10_000, 100_000)


def run(most: int = OBSERVATIONS) -> Table:
    """Let one grow, by rules, and say what is read of its largest topic at every power of ten."""
    said = child.run("-m", grow_pyramid.__name__, str(most)).said
    sizes = [size for size in SIZES if size <= most]
    context = [
        figure
        for size in sizes
        for figure in (
            Figure(
                f"{size:,} observations: pieces that say all of a topic",
                said[f"pieces_{size}"],
                "",
                note="of seven tenths of them",
            ),
            Figure("  their text", said[f"tokens_{size}"], "tokens"),
            Figure("  the text of the topic", said[f"told_{size}"], "tokens"),
        )
    ]
    largest = sizes[-1]
    return Table(
        f"pyramid: {most:,} observations, by rules",
        (
            Figure("observe all", said["observe_s"], "s", note=f"{grow_pyramid.AT_ONCE} at once"),
            Figure("refresh, at every power of ten", said["refresh_s"], "s"),
            Figure("refresh after ten new ones", said["ten_s"], "s"),
            Figure("  summaries written", said["ten_summaries"], "", aim="<= 1 of each tier"),
            Figure("  topics told", said["ten_topics"], ""),
            Figure("forget one", said["forget_s"], "s", note="the first: all names are read"),
            Figure("refresh after that", said["forgotten_s"], "s"),
            Figure("  summaries written", said["forgotten_summaries"], "", aim="1 of each tier"),
            Figure("open it and ask for the status", said["open_s"], "s"),
            *context,
            Figure("all observations of the topic", said["verbatim"], "tokens"),
            Figure(
                "what is read of it, to that",
                said[f"tokens_{largest}"] / said["verbatim"] * 100,
                "%",
            ),
            Figure("peak memory", said["peak_mib"], "MiB"),
        ),
    )
