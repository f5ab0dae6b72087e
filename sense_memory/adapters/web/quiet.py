"""What the libraries under the server report, without a word of what was said to it.

They log exceptions with their texts, pieces of streams and requests, all of which hold memories.
"""

import logging
import sys
import traceback
from pathlib import PurePath

LIBRARIES = ("mcp", "uvicorn", "sse_starlette", "starlette")


class _Quiet(logging.Handler):
    """Says on standard error where something went wrong, and what kind of thing it was."""

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        what = f": {kind.__name__}{_place(record)}" if kind is not None else ""
        where = f"{record.name}, line {record.lineno}"
        print(f"{record.levelname} {where}{what}", file=sys.stderr, flush=True)  # noqa: T201


def _place(record: logging.LogRecord) -> str:
    """The innermost line of an error."""
    frames = traceback.extract_tb(record.exc_info[2]) if record.exc_info else []
    return f" in {PurePath(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""


def quieten() -> None:
    """Let these libraries report errors alone, and those without their words."""
    handler = _Quiet()
    for name in LIBRARIES:
        log = logging.getLogger(name)
        log.setLevel(logging.ERROR)
        log.propagate = False
        log.handlers = [handler]
