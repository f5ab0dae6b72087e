"""rapport layers: the three texts about a peer, read and corrected by a person."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import delivery
from ..editor import edit as edit_text
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere
from ..output import data, data_json, data_table, iso, local_time, say
from ..session import Session, run, session_of
from ..values import value_or_stdin
from .app import PeerArgument, commands
from .known import known_peer

if TYPE_CHECKING:
    from ...core.records.rapport import Layer, LayerVersion
    from ...store import MemoryStore

STDIN = "-"


@commands.command(
    epilog=examples(
        "sense-memory rapport layers vergel",
        "sense-memory rapport layers vergel --edit patterns",
        "sense-memory rapport layers vergel --edit base_tone --text - < tone.md",
        "sense-memory rapport layers vergel --export texts",
        "sense-memory rapport layers vergel --restore 2026-11-21T22-40-00-4711_pre-edit",
    )
)
def layers(
    context: typer.Context,
    peer: PeerArgument,
    *,
    edit: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Write one of base_tone, patterns, anchors yourself, in $VISUAL or $EDITOR.",
            show_default=False,
        ),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            help="With --edit: the text, instead of an editor; - is standard input.",
            show_default=False,
        ),
    ] = None,
    take_back: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Let what was condensed count again in place of what a person wrote.",
            show_default=False,
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write them as markdown files, readable by you.", show_default=False
        ),
    ] = None,
    import_: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="DIR",
            help="Take the files of a folder in their place.",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="LABEL", help="Keep what they say now as a version.", show_default=False
        ),
    ] = None,
    versions: Annotated[
        bool, typer.Option("--versions", help="Print the versions that are kept.")
    ] = False,
    restore: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Let all three say what they said in a version.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Print the three texts about a peer, or correct them: who they are, patterns, moments.

    What a person writes stands until a model condenses it together with newer sessions, or it is
    taken back. Before each change a version is kept. A text that is edited lies in a file that only
    you can read until the editor ends, and then nowhere but in the encrypted store; of a text that
    cannot be stored the editor opens again, or the file stays and is named.
    """
    session = session_of(context)
    wanted = [edit, take_back, export, import_, save, restore, versions or None]
    if sum(one is not None for one in wanted) > 1:
        raise CommandError(
            Code.USAGE,
            "one at a time: --edit, --take-back, --export, --import, --save, --versions, --restore",
        )
    if text is not None and edit is None:
        raise CommandError(Code.USAGE, "--text goes with --edit NAME")
    if edit is not None:
        _edit(session, peer, edit, text)
    elif take_back is not None:
        run(_take_back(session, peer, take_back))
    elif export is not None:
        run(_export(session, peer, export.expanduser()))
    elif import_ is not None:
        run(_import(session, peer, import_.expanduser()))
    elif save is not None:
        run(_save(session, peer, save))
    elif versions:
        run(_versions(session, peer))
    elif restore is not None:
        run(_restore(session, peer, restore))
    else:
        run(_print(session, peer))


async def _print(session: Session, peer: str) -> None:
    found = await _read(session, peer)
    if session.as_json:
        for layer in found:
            data_json(_fields(layer))
        return
    for number, layer in enumerate(found):
        by = " (a person wrote this)" if layer.edit is not None else ""
        data(f"{chr(10) if number else ''}# {layer.name.value}{by}")
        if layer.shown:
            data(layer.shown)
        else:
            say(
                f"{layer.name.value} waits to be made anew: what it was made of was forgotten"
                if layer.text is None
                else f"{layer.name.value} says nothing yet"
            )


async def _read(session: Session, peer: str) -> "tuple[Layer, ...]":
    async with session.opened() as store:
        await known_peer(session, store, peer)
        return await store.rapport(peer).layers.read()


def _fields(layer: "Layer") -> dict[str, Any]:
    return {
        "peer": layer.peer,
        "layer": layer.name.value,
        "text": layer.shown,
        "is_edited": layer.edit is not None,
        "condensed": layer.text,
        "sessions": layer.sessions,
        "updated_at": iso(layer.updated_at) if layer.updated_at else None,
    }


def _edit(session: Session, peer: str, name: str, given: str | None) -> None:
    """Ask for the text outside of any event loop: an editor may stay open for an hour."""
    found = {layer.name.value: layer for layer in run(_read(session, peer))}
    if name not in found:
        raise CommandError(Code.USAGE, f"a layer is one of {', '.join(found)}")
    before = found[name].shown

    def take(text: str) -> None:
        async def write(store: "MemoryStore") -> dict[str, Any]:
            event_id = await store.rapport(peer).layers.edit(name, text)
            return {"layer": name, "changed": True, "event_id": event_id}

        run(_changed(session, peer, write, f"{name} of {peer} is what you wrote"))

    def take_if_new(text: str) -> None:
        if text != before:
            take(text)
            return
        if session.as_json:
            data_json({"peer": peer, "layer": name, "changed": False})
        say(f"{name} says what it said; nothing was changed")

    if given is None:
        edit_text(before, f"{name}.md", take_if_new)
    else:
        take(value_or_stdin(None if given == STDIN else given, "the text"))


async def _take_back(session: Session, peer: str, name: str) -> None:
    async def write(store: "MemoryStore") -> dict[str, Any]:
        event_id = await store.rapport(peer).layers.edit(name, None)
        return {"layer": name, "changed": True, "event_id": event_id}

    await _changed(session, peer, write, f"{name} of {peer} is what was condensed")


async def _import(session: Session, peer: str, folder: Path) -> None:
    async def write(store: "MemoryStore") -> dict[str, Any]:
        written = await store.rapport(peer).layers.import_(folder)
        return {"written": [name.value for name in written], "changed": len(written)}

    await _changed(session, peer, write, f"took the layers of {peer} from {folder}")


async def _save(session: Session, peer: str, label: str) -> None:
    async def write(store: "MemoryStore") -> dict[str, Any]:
        return {"version": await store.rapport(peer).layers.save(label)}

    await _changed(session, peer, write, f"kept what the layers of {peer} say")


async def _restore(session: Session, peer: str, version: str) -> None:
    async def write(store: "MemoryStore") -> dict[str, Any]:
        restore = store.rapport(peer).layers.restore
        count = await found_somewhere(session, store, lambda: restore(version))
        return {"version": version, "changed": count}

    await _changed(session, peer, write, f"the layers of {peer} say what they said in {version}")


async def _changed(
    session: Session,
    peer: str,
    write: "Callable[[MemoryStore], Awaitable[dict[str, Any]]]",
    done: str,
) -> None:
    """Do something to the layers of a peer that must be known, and say so.

    Args:
        session: The options before the command.
        peer: Whose.
        write: What is done; what a program is told of it, ``changed`` being how much changed.
        done: What a person is told, if anything did.
    """
    async with session.opened() as store:
        await known_peer(session, store, peer)
        before = store.status()
        fields = await write(store)
        delivery_ = await delivery.delivered(store, before)
    if not fields.get("changed", True):
        done = f"the layers of {peer} say that already, and nothing was changed"
    delivery.report(session, done, {"peer": peer, **fields}, delivery_)


async def _export(session: Session, peer: str, folder: Path) -> None:
    async with session.opened() as store:
        await known_peer(session, store, peer)
        files = await store.rapport(peer).layers.export(folder)
    if session.as_json:
        data_json({"peer": peer, "files": [str(path) for path in files]})
    else:
        for path in files:
            data(str(path))
    say("these files are not encrypted; they are yours to keep or remove")


async def _versions(session: Session, peer: str) -> None:
    async with session.opened() as store:
        await known_peer(session, store, peer)
        found = await store.rapport(peer).layers.versions()
    if session.as_json:
        for version in found:
            data_json(_version_fields(version))
    else:
        data_table(["version", "kept", "why"], [_version_row(version) for version in found])
    if not found:
        say(f"no version of the layers of {peer} is kept")


def _version_row(version: "LayerVersion") -> tuple[str, ...]:
    return version.id, local_time(version.at), version.label


def _version_fields(version: "LayerVersion") -> dict[str, Any]:
    return {
        "version": version.id,
        "at": iso(version.at),
        "label": version.label,
        "layers": {one.name.value: one.text for one in version.texts},
    }
