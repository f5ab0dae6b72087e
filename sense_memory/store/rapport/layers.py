"""The three texts about a peer: reading, editing, versions."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType

from ...core.change import Alter, Edit, Ensure, Forget, Put
from ...core.errors import (
    InputError,
    InvalidKeyError,
    ReadFailedError,
    TooLargeError,
    UnknownMemoryError,
)
from ...core.expected import check_expected
from ...core.records.names import canonical, check_encodable, check_key, check_taxonomy
from ...core.records.rapport import (
    Checkpoint,
    Layer,
    LayerName,
    LayerText,
    LayerVersion,
    layer_name,
    version_name,
)
from ...core.ref import Ref
from ..context import Context
from . import peers

PRE_EDIT = "pre-edit"
"""What a version is called that keeps what a person wrote over."""
PRE_RESTORE = "pre-restore"
"""What a version is called that keeps what stood before another one was restored."""

_APART = 10_000
"""Two devices number their versions of one second apart by chance, each rising."""
_NUMBERED = re.compile(r"\d+-\d\d-\d\dT\d\d-\d\d-\d\d-(\d+)")

_WHATEVER: Mapping[LayerName, str] = MappingProxyType({})

Layers = tuple[Layer, ...]
"""All three, in the order of ``LayerName``."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What became of a change of the three.

    Attributes:
        changed: Those that say something else now.
        version: The id of the version that keeps what they said; ``None`` if nothing was lost.
        event_ids: Of each layer that was written, the id of its event.
    """

    changed: tuple[LayerName, ...] = ()
    version: str | None = None
    event_ids: Mapping[LayerName, str] = field(default_factory=dict)


class _MeanwhileError(Exception):
    """Somebody else wrote a layer after it was read."""


async def read(context: Context, peer: str) -> Layers:
    """All three; empty ones too."""
    found = []
    for name in LayerName:
        layer = await context.records.get(_ref(context, peer, name))
        found.append(layer or Layer(peer, name))
    return tuple(found)


async def as_far_as_known(context: Context, peer: str) -> Layers:
    """The same; as this store holds them, if no relay can be asked.

    What somebody writes is written even then, and meets what others wrote later.
    """
    try:
        return await read(context, peer)
    except ReadFailedError:
        found = await context.records.get_many([_ref(context, peer, name) for name in LayerName])
        return tuple(
            layer or Layer(peer, name) for layer, name in zip(found, LayerName, strict=True)
        )


async def edit(
    context: Context, peer: str, name: str, text: str | None, expected: str | None = None
) -> str:
    """Put a person's text in a layer's place, or take it back.

    Args:
        context: The world.
        peer: About whom.
        name: Which one.
        text: What it shall say.
        expected: What it must show until then; ``None`` is whatever.

    Returns:
        The event id; an empty text if that is how it stands already.

    Raises:
        ChangedMeanwhileError: It does not; nothing was written.
    """
    wanted = _named(name)
    if text is not None:
        check_encodable(text, "the text of a layer")

    seen = _WHATEVER if expected is None else {wanted: expected}

    def edited(standing: Layers) -> Layers:
        _check_shown(standing, seen)
        return tuple(replace(one, edit=text) if one.name is wanted else one for one in standing)

    return (await rewrite(context, peer, edited, PRE_EDIT)).event_ids.get(wanted, "")


async def edit_many(
    context: Context,
    peer: str,
    texts: Mapping[LayerName, str],
    expected: Mapping[LayerName, str] = _WHATEVER,
) -> list[LayerName]:
    """The same for several, in one commit; which say something else now.

    A text that a layer shows already is no edit of it: what was condensed goes on being condensed.

    Args:
        context: The world.
        peer: About whom.
        texts: What they shall say.
        expected: What some of them must show until then.

    Raises:
        ChangedMeanwhileError: One does not; nothing was written.
    """
    given = {_named(name): text for name, text in texts.items()}
    for text in given.values():
        check_encodable(text, "the text of a layer")

    def edited(standing: Layers) -> Layers:
        _check_shown(standing, expected)
        return tuple(
            replace(one, edit=given[one.name])
            if one.name in given and _lines(given[one.name]) != _lines(one.shown)
            else one
            for one in standing
        )

    return list((await rewrite(context, peer, edited, PRE_EDIT)).changed)


def _check_shown(standing: Layers, expected: Mapping[LayerName, str]) -> None:
    for one in standing:
        if one.name in expected:
            check_expected(one.shown, expected[one.name])


async def rewrite(
    context: Context,
    peer: str,
    change: Callable[[Layers], Layers],
    label: str,
    *,
    meets: bool = True,
) -> Rewritten:
    """Change the three in one commit, with a version of what they said if that is written over.

    Args:
        context: The world.
        peer: About whom.
        change: Makes of the three that stand those that shall stand. It is called again if
            somebody else wrote one of them meanwhile.
        label: What the version is called.
        meets: Whether a stranger becomes a peer. Else nothing stands about one, also about a peer
            that was forgotten meanwhile.

    Raises:
        TooLargeError: A text is larger than a record may be; nothing was written.
    """
    while True:
        before = await as_far_as_known(context, peer)
        now = context.clock.now()
        steps = [
            (old, replace(new, updated_at=now))
            for old, new in zip(before, change(before), strict=True)
            if new != old
        ]
        if not steps:
            return Rewritten()
        edits: list[Edit] = [
            Alter(_ref(context, peer, old.name), _unless_moved(old, new)) for old, new in steps
        ]
        changed = tuple(old.name for old, new in steps if old.shown != new.shown)
        version = await _version(context, peer, before, label) if changed else None
        if version is not None:
            edits.append(Put(_version_ref(context, peer, version.id), version))
        if meets:
            edits.append(_meeting(context, peer))
        try:
            ids = (await context.records.commit(*edits)).event_ids
        except _MeanwhileError:
            continue
        except TooLargeError as error:
            advice = "shorten the layer: a version holds all three in one record"
            raise TooLargeError(error.size_bytes, error.limit_bytes, advice) from None
        if version is not None:
            await _prune(context, peer)
        written = dict(zip((old.name for old, _ in steps), ids, strict=False))
        return Rewritten(changed, version.id if version is not None else None, written)


def _unless_moved(before: Layer, after: Layer) -> Callable[[Layer | None], Layer]:
    def alter(standing: Layer | None) -> Layer:
        if (standing or Layer(before.peer, before.name)) != before:
            raise _MeanwhileError
        return after

    return alter


def _meeting(context: Context, peer: str) -> Edit:
    """What makes a peer of somebody of whom nothing is known yet."""
    checkpoint = Checkpoint(peer, at=context.clock.now())
    return Ensure(peers.checkpoint_ref(context, peer), checkpoint)


# ------------------------------------------------------------------- versions


async def save(context: Context, peer: str, label: str) -> str | None:
    """Keep a version; its id, or ``None`` if all three are empty.

    Raises:
        InvalidKeyError: The label cannot be part of a name.
    """
    label = _label(label)
    version = await _version(context, peer, await as_far_as_known(context, peer), label)
    if version is None:
        return None
    await context.records.commit(Put(_version_ref(context, peer, version.id), version))
    await _prune(context, peer)
    return version.id


async def versions(context: Context, peer: str, *, held: bool = False) -> list[LayerVersion]:
    """The versions that are kept, newest first; with ``held`` those that this store has."""
    return (await _standing(context, peer, held=held))[: context.config.rapport.kept_versions]


async def restore(
    context: Context,
    peer: str,
    version: str,
    expected: Mapping[LayerName, str] = _WHATEVER,
) -> int:
    """Let all three say what they said; how many changed.

    Args:
        context: The world.
        peer: About whom.
        version: Which.
        expected: What some of them must show until then.

    Raises:
        InputError: What is expected is of no layer.
        UnknownMemoryError: There is no such version.
        ChangedMeanwhileError: One does not; nothing was written.
    """
    if not isinstance(expected, Mapping):
        raise InputError(
            f"what is expected is told by layer: {', '.join(LayerName)}; got "
            f"{type(expected).__name__}"
        )
    # of a name that is none nothing would be compared, and all be written over
    seen = {_named(name): text for name, text in expected.items()}
    check_key(version)
    kept = await context.records.get(_version_ref(context, peer, canonical(version)))
    if kept is None:
        raise UnknownMemoryError(
            f"there is no version {version!r} of what is known about {peer!r}; "
            "those that are kept are listed under versions"
        )
    said = {text.name: text for text in kept.texts}

    def restored(standing: Layers) -> Layers:
        _check_shown(standing, seen)
        return tuple(_as_in(kept, said[one.name], one) for one in standing)

    return len((await rewrite(context, peer, restored, PRE_RESTORE)).changed)


def _as_in(version: LayerVersion, said: LayerText, layer: Layer) -> Layer:
    """A layer as it was in a version."""
    if said.is_edited:
        return replace(layer, edit=said.text)
    if layer.edit is None and layer.text == said.text:
        return layer
    inputs = version.inputs if said.text else frozenset[str]()
    return replace(layer, text=said.text, edit=None, inputs=inputs)


async def _version(context: Context, peer: str, said: Layers, label: str) -> LayerVersion | None:
    """What the three say, to be kept; ``None`` if that is nothing."""
    if not any(layer.shown for layer in said):
        return None
    now = context.clock.now()
    second = f"{datetime.fromtimestamp(int(now), UTC):%Y-%m-%dT%H-%M-%S}"
    known = context.records.select(
        LayerVersion, version_name(peer, second), context.scope, held=True
    )
    last = max([_number(entry.record.id) async for entry in known], default=0)
    # a counter alone would give two devices one name for two versions, one of which would be lost
    number = last + 1 + secrets.randbelow(_APART)
    return LayerVersion(
        peer,
        f"{second}-{number}{'_' if label else ''}{label}",
        now,
        label,
        tuple(LayerText(one.name, one.shown, is_edited=one.edit is not None) for one in said),
        frozenset[str]().union(*(one.inputs for one in said)),
    )


async def _prune(context: Context, peer: str) -> None:
    """Let go of the oldest versions."""
    standing = await _standing(context, peer, held=True)
    gone: Sequence[Edit] = [
        Forget(_version_ref(context, peer, one.id))
        for one in standing[context.config.rapport.kept_versions :]
    ]
    if gone:
        await context.records.commit(*gone)


async def _standing(context: Context, peer: str, *, held: bool) -> list[LayerVersion]:
    """All versions there are, newest first."""
    name = version_name(peer, "")
    found = context.records.select(LayerVersion, name, context.scope, held=held)
    every = [entry.record async for entry in found]
    return sorted(every, key=lambda one: (one.at, _number(one.id), one.id), reverse=True)


def _number(version: str) -> int:
    """The counter in a version's id, 0 if it has none."""
    found = _NUMBERED.match(version)
    return int(found[1]) if found else 0


# ---------------------------------------------------------------------- names


def _ref(context: Context, peer: str, name: LayerName) -> Ref[Layer]:
    return context.ref(Layer, layer_name(peer, name))


def _version_ref(context: Context, peer: str, version: str) -> Ref[LayerVersion]:
    return context.ref(LayerVersion, version_name(peer, version))


def _named(name: str) -> LayerName:
    try:
        return LayerName(name)
    except ValueError:
        raise InputError(f"there is no layer {name!r}; there are {', '.join(LayerName)}") from None


def _label(label: str) -> str:
    """A label in normal form."""
    if label == "":
        return label
    check_taxonomy(label, "label")
    if not label.isprintable():
        raise InvalidKeyError(f"label contains invalid characters (not printable): {label!r}")
    return canonical(label)


def _lines(text: str) -> str:
    """A text without what editors change that nobody meant: line ends, and blank ones last."""
    return text.replace("\r\n", "\n").rstrip("\n")
