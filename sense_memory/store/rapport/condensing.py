"""What sessions were like, condensed into the three texts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...core.rapport import Condensed
from ...core.records.conversation import (
    ConversationHead,
    conversation_in,
    head_name,
    is_head_name,
    turn_of_origin,
)
from ...core.records.rapport import BY_RULES, Layer, LayerName, LayerVersion, Reading
from ...core.records.reference import reference_to
from ...mind.rapport import condensing_prompt, due
from ...mind.rapport.condensation import Condensation, Material, Noted
from ...mind.rapport.extract import extracted
from ...mind.rapport.vector import derive
from ..context import Context
from . import folding, layers, peers

PRE_CONDENSATION = "pre-condensation"
"""What a version is called that keeps what was condensed anew."""


async def is_due(context: Context, peer: str) -> bool:
    """Whether the three texts are to be condensed: see ``mind.rapport.due``."""
    config = context.config.rapport
    known = await peers.known(context, peer)
    sessions = derive(known.checkpoint, known.readings, config).session_count
    return due.is_due(sessions, await layers.read(context, peer), config.condense_every)


async def condense(context: Context, peer: str) -> Condensed | None:
    """Write the three texts anew, all or none; ``None`` if there is nothing to write from."""
    config = context.config.rapport
    known = await peers.as_far_as_known(context, peer)
    standing = await layers.as_far_as_known(context, peer)
    is_blank = any(layer.text is None for layer in standing)
    if known.checkpoint is None or not (known.readings or is_blank):
        return None
    readings = known.readings[-config.kept_readings :]
    vector = derive(known.checkpoint, known.readings, config)
    # a text that was made of a forgotten session, too, is known as it was before that
    earlier = await _last_without(context, peer, standing) if is_blank else None
    llm = context.llm if readings else None
    material = Material(vector, readings, _noted(standing, earlier, with_edits=llm is not None))
    if llm is None:
        made = extracted(material, config)
    else:
        made = await llm.extract(
            condensing_prompt.SYSTEM,
            condensing_prompt.prompt(material),
            condensing_prompt.shape(material),
        )
    # what the texts were made of before is still in them
    around = frozenset(reading.id for reading in known.readings)
    kept = _lasting(earlier.inputs, around) if earlier is not None else frozenset[str]()
    inputs = (
        frozenset(reading.id for reading in readings) | _conversations(context, readings) | kept
    )

    def condensed(found: layers.Layers) -> layers.Layers:
        return tuple(
            replace(
                _written(layer, seen, made, is_by_model=llm is not None),
                inputs=inputs | _lasting(layer.inputs, around),
                sessions=vector.session_count,
            )
            for layer, seen in zip(found, standing, strict=True)
        )

    done = await layers.rewrite(context, peer, condensed, PRE_CONDENSATION, meets=False)
    await folding.fold(context, peer)
    return Condensed(
        peer,
        len(readings),
        done.changed,
        done.version,
        made.dropped_patterns,
        llm.extract_id if llm is not None else BY_RULES,
    )


def _conversations(context: Context, readings: Sequence[Reading]) -> frozenset[str]:
    """References to the heads of the conversations that sessions were read from."""
    turns = {one for reading in readings for one in reading.inputs}
    names = {conversation_in(name) for one in turns if (name := turn_of_origin(one)) is not None}
    return frozenset(reference_to(context.ref(ConversationHead, head_name(name))) for name in names)


def _lasting(inputs: frozenset[str], around: frozenset[str]) -> frozenset[str]:
    """What texts are still made of: the readings that are around, and every conversation."""
    return frozenset(
        one for one in inputs if one in around or is_head_name(one.removeprefix("stream/"))
    )


def _noted(
    standing: layers.Layers, earlier: LayerVersion | None, *, with_edits: bool
) -> Mapping[LayerName, Noted]:
    """What the layers say; to rules it is nothing what people wrote over it."""
    before = {text.name: text.text for text in earlier.texts} if earlier is not None else {}
    return {
        layer.name: Noted(layer.edit, is_edited=True)
        if layer.edit is not None and with_edits
        else Noted(before.get(layer.name, "") if layer.text is None else layer.text)
        for layer in standing
    }


async def _last_without(
    context: Context, peer: str, standing: layers.Layers
) -> LayerVersion | None:
    """The newest version in which what is blank now was condensed, and no person's.

    One that was made of what was forgotten is gone with it.
    """
    blank = {layer.name for layer in standing if layer.text is None}
    return next(
        (
            version
            for version in await layers.versions(context, peer, held=True)
            if not any(text.name in blank and text.is_edited for text in version.texts)
        ),
        None,
    )


def _written(layer: Layer, seen: Layer, made: Condensation, *, is_by_model: bool) -> Layer:
    """A layer with what was made of it.

    Args:
        layer: As it stands now.
        seen: As it was when it was condensed.
        made: The texts.
        is_by_model: A model was given what a person wrote, and worked it in; rules know nothing of
            it, and leave it. What a person wrote meanwhile, nobody was given.
    """
    text = made.text(layer.name)
    is_worked_in = is_by_model and layer.edit == seen.edit
    if is_by_model and not text and layer.text is not None:
        # where a model has nothing to say, what stands stays, whoever wrote it
        return layer
    return replace(layer, text=text, edit=None if is_worked_in else layer.edit)
