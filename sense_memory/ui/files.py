"""The files of the page, which are the only ones that are served."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FIRST = "index.html"


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file.

    Attributes:
        content: All of it.
        type: What a browser takes it for.
    """

    content: bytes
    type: str


@cache
def page_files() -> dict[str, PageFile]:
    """The files by the path at which they are asked for; a path is looked up, never opened."""
    folder = Path(__file__).with_name("static")
    return {
        _path(folder, one): PageFile(one.read_bytes(), TYPES[one.suffix])
        for one in folder.rglob("*")
        if one.suffix in TYPES
    }


def _path(folder: Path, file: Path) -> str:
    name = file.relative_to(folder).as_posix()
    return "/" if name == FIRST else f"/{name}"
