"""The pages of topics in an agent's workspace, beside what others keep there."""

from collections.abc import Mapping
from pathlib import Path

from ..core.errors import InputError
from ..core.records.pyramid import SLUG
from ..mind.pyramid.pages import MODELS, is_as_written
from .private_folder import PrivateFolder


def write(workspace: Path, pages: Mapping[str, str], *, force: bool = False) -> list[Path]:
    """Bring the pages of a workspace up to date; the files that were written.

    Only what changed is written. The page of a topic that is gone is deleted if it is exactly what
    was written once. Nothing else is touched.

    Args:
        workspace: The folder; made if it is not there.
        pages: Path there to text: ``MEMORY.md``, ``models/tom.md``.
        force: Whether a file is replaced that somebody else wrote, or changed.

    Raises:
        InputError: Somebody else wrote, or changed, a file that is to be written; nothing was.
        StorageError: A file could not be written; those before it were.
    """
    folder = PrivateFolder(workspace)
    changed = [name for name, text in pages.items() if _is_to_write(folder, name, text, force)]
    stale = [name for name in _of_topics(folder) if name not in pages and _is_ours(folder, name)]
    written = [folder.write(name, pages[name]) for name in changed]
    for name in stale:
        folder.remove(name)
    return written


def _is_to_write(folder: PrivateFolder, name: str, text: str, force: bool) -> bool:
    if force and folder.path(name).is_symlink():
        return True  # the link itself is replaced
    before = folder.read(name)
    if before is None or before == text:
        return before is None
    if not force and not is_as_written(before):
        raise InputError(
            f"{folder.path(name)} was written or changed by somebody else, and was left as it is; "
            "move it away, or say that it may be replaced (force)"
        )
    return True


def _of_topics(folder: PrivateFolder) -> list[str]:
    """The files that may be pages of topics."""
    found = []
    for name in folder.pages(MODELS):
        slug = name.removeprefix(f"{MODELS}/").removesuffix(".md")
        if SLUG.fullmatch(slug) and folder.path(name).is_file():
            found.append(name)
    return found


def _is_ours(folder: PrivateFolder, name: str) -> bool:
    """Whether a file is exactly what was written once."""
    try:
        return is_as_written(folder.read(name) or "")
    except InputError:
        return False  # a link, or no text: somebody else's
