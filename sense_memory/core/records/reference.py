"""One text for any record of the mind: how records name each other, whatever type they are of.

It is where the record stands, as the seed writes it, without what all places begin with and without
the scope: ``stream/{conversation}/turn/{id}``, ``graph/node/person:ada``. A key-value memory is
called as it is among persona memories, ``persona/flat/facts/{key}``: a bare key is any word, and
what somebody calls an origin in their own words must not be a reference by chance. Any other text
is none, and stays what it is.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..errors import InputError, UnknownMemoryError
from ..ref import Ref
from .conversation import ConversationHead, Turn, is_head_name, is_turn_name
from .flat import FLAT, FLAT_FACET
from .graph import (
    EDGE_REFERENCE,
    NODE_REFERENCE,
    Edge,
    Node,
    Note,
    is_id as is_edge_id,
    is_node_key,
    is_note_name,
)
from .journal import JournalEntry
from .kv import Memory
from .persona import PersonaMemory
from .pyramid import SLUG, Observation, Summary, Topic, is_id
from .rapport import (
    Checkpoint,
    Layer,
    LayerVersion,
    Reading,
    is_checkpoint_name,
    is_layer_name,
    is_reading_name,
    is_version_name,
)

_FLAT = f"{FLAT}/{FLAT_FACET}/"


def _is_segment(name: str) -> bool:
    return bool(name) and "/" not in name


def _is_persona_name(name: str) -> bool:
    domain, *rest = name.split("/")
    return len(rest) == 2 and all((domain, *rest)) and domain != FLAT


@dataclass(frozen=True, slots=True)
class Form:
    """How references to the records of one class look.

    Attributes:
        kind: The class.
        prefix: What they begin with; the record's name follows.
        is_name: Whether what follows can be a name of such a record.
    """

    kind: type[Any]
    prefix: str
    is_name: Callable[[str], bool]


_FORMS = (
    Form(Memory, f"persona/{_FLAT}", _is_segment),
    Form(PersonaMemory, "persona/", _is_persona_name),
    Form(JournalEntry, "journal/", _is_segment),
    Form(Checkpoint, "rapport/", is_checkpoint_name),
    Form(Reading, "rapport/", is_reading_name),
    Form(Layer, "rapport/", is_layer_name),
    Form(LayerVersion, "rapport/", is_version_name),
    Form(ConversationHead, "stream/", is_head_name),
    Form(Turn, "stream/", is_turn_name),
    Form(Observation, "pyramid/obs/", is_id),
    Form(Summary, "pyramid/summary/", is_id),
    Form(Topic, "pyramid/topic/", lambda name: SLUG.fullmatch(name) is not None),
    Form(Node, NODE_REFERENCE, is_node_key),
    Form(Edge, EDGE_REFERENCE, is_edge_id),
    Form(Note, "graph/note/", is_note_name),
)
FORMS: Mapping[type[Any], Form] = {form.kind: form for form in _FORMS}
"""By class: all of which a record can be named."""
REFERABLE: tuple[type[Any], ...] = tuple(FORMS)
"""The classes of those."""


def _by_first_word() -> Mapping[str, tuple[Form, ...]]:
    found: defaultdict[str, tuple[Form, ...]] = defaultdict(tuple)
    for form in _FORMS:
        found[form.prefix.partition("/")[0]] += (form,)
    return dict(found)


_BY_FIRST_WORD = _by_first_word()


def reference_to(ref: Ref[Any]) -> str:
    """The text that names a record.

    Raises:
        InputError: Records of this class are not referred to, or it has no name of theirs.
    """
    form = FORMS.get(ref.kind)
    if form is None or not form.is_name(ref.name):
        raise InputError(f"nothing refers to a record like {ref}")
    return form.prefix + ref.name


@lru_cache(maxsize=4096)
def referent(text: str, scope: str) -> Ref[Any] | None:
    """The record that a text names, whether it stands or not; ``None`` if it is no reference."""
    for form in _BY_FIRST_WORD.get(text.partition("/")[0], ()):
        if text.startswith(form.prefix) and form.is_name(name := text[len(form.prefix) :]):
            return Ref(form.kind, name, scope)
    return None


def forgotten_origin(text: str) -> UnknownMemoryError:
    """The error of who keeps what was learned from something that was forgotten."""
    return UnknownMemoryError(
        f"nothing was kept: {text!r} was forgotten, and what is learned from it goes with it; "
        "leave the origin out, or say it in other words"
    )
