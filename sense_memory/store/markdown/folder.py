"""Pages in a folder, and the list of what was written there."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.edited import EditProblem, MarkdownExport
from ...core.errors import InputError
from ...io.private_folder import PrivateFolder
from ...mind.markdown.comparing import Exported, Key, exported_of
from ...mind.markdown.page import Page, Read, read, written
from .pages import FOLDERS, INTROS, JOURNAL, MEMORIES, UNFILED

LIST = ".sense-memory-export.json"
"""What was exported: without it nobody knows what was removed since."""
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list in a folder says.

    Attributes:
        scope: Of which scope the export is.
        hashes: File to SHA-256 of its text as it was written.
        exported: File to the entries in it.
    """

    scope: str
    hashes: Mapping[str, str]
    exported: Exported


@dataclass(frozen=True, slots=True)
class Found:
    """What is in a folder.

    Attributes:
        files: What each page says.
        exported: What was written into them.
        problems: Files that cannot be read.
    """

    files: Mapping[str, Read]
    exported: Exported
    problems: tuple[EditProblem, ...]


def write(root: Path, pages: Sequence[Page], scope: str, *, force: bool) -> MarkdownExport:
    """Write pages; those of an earlier export are written over where nobody changed them.

    Raises:
        InputError: Somebody changed a file, or wrote one that is in the way; nothing was written.
        StorageError: A file could not be written; those before it were.
    """
    folder = PrivateFolder(root)
    texts = {page.file: written(page, INTROS[page.type]) for page in pages}
    listed = _listed(folder)
    hashes = listed.hashes if listed is not None else {}
    changed, stale = list[str](), list[str]()
    for file in sorted({*texts, *_files(folder)}):
        there = _there(folder, file, force=force)
        is_ours = there is not None and _sha256(there) == hashes.get(file)
        if file not in texts:
            stale += [file] if is_ours else []
        elif there != texts[file]:
            if there is not None and not is_ours and not force:
                raise InputError(
                    f"{folder.path(file)} was changed since it was written, or is somebody else's; "
                    "nothing was written. Import what was changed, or choose another folder, or "
                    "say that it may be replaced (force)"
                )
            changed.append(file)
    for file in changed:
        folder.write(file, texts[file])
    for file in stale:
        folder.remove(file)
    folder.write(LIST, _list_of(pages, texts, scope))
    paths = (*map(folder.path, texts), folder.path(LIST))
    return MarkdownExport(root, paths, sum(1 for page in pages for _ in page.entries))


def look(root: Path, scope: str) -> Found:
    """What is in a folder.

    Raises:
        InputError: There is no export in it, or one of another scope.
    """
    folder = PrivateFolder(root)
    listed = _listed(folder)
    files: dict[str, Read] = {}
    problems: list[EditProblem] = []
    for file in _files(folder):
        try:
            text = folder.read(file)
        except InputError as error:
            problems.append(EditProblem(file, 0, str(error)))
            continue
        if text is not None:
            files[file] = read(text)
    if listed is None:
        if not files and not problems:
            raise InputError(f"there is no export in {root}")
        why = "the list of what was exported is not there, or damaged: nothing counts as removed"
        problems.append(EditProblem(LIST, 0, why))
        return Found(files, {}, tuple(problems))
    if listed.scope != scope:
        whose = [f"the scope {one!r}" if one else "no scope" for one in (listed.scope, scope)]
        raise InputError(f"{root} is an export of {whose[0]}, and this store is of {whose[1]}")
    return Found(files, listed.exported, tuple(problems))


def _files(folder: PrivateFolder) -> Iterator[str]:
    """The files in a folder that may be pages."""
    for file in (MEMORIES, JOURNAL, UNFILED):
        if folder.path(file).exists() or folder.path(file).is_symlink():
            yield file
    for name in FOLDERS:
        yield from folder.pages(name)


def _there(folder: PrivateFolder, file: str, *, force: bool) -> str | None:
    """What a file says; ``None`` where nothing stands, or nothing that anybody minds."""
    if force and folder.path(file).is_symlink():
        return None
    try:
        return folder.read(file)
    except InputError:
        if force:
            return None
        raise


# ------------------------------------------------------------------------------ the list


def _list_of(pages: Sequence[Page], texts: Mapping[str, str], scope: str) -> str:
    exported = exported_of(pages)
    files = {
        file: {
            "sha256": _sha256(text),
            "entries": [[*key, hash_] for key, hash_ in exported[file].items()],
        }
        for file, text in texts.items()
    }
    return json.dumps({"format": FORMAT, "scope": scope, "files": files}, indent=0) + "\n"


def _listed(folder: PrivateFolder) -> Listed | None:
    """The list, or ``None`` if it is not there or none of ours."""
    try:
        said = json.loads(folder.read(LIST) or "")
        files = said["files"].items() if said["format"] == FORMAT else ()
        return Listed(
            _text(said["scope"]),
            {file: _text(one["sha256"]) for file, one in files},
            {file: dict(map(_entry, one["entries"])) for file, one in files},
        )
    except (InputError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None


def _entry(said: Any) -> tuple[Key, str]:
    type_, name, hash_ = said
    return (_text(type_), _text(name)), _text(hash_)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text is needed")
    return value


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
