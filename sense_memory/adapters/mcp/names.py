"""One name for a record everywhere, whatever its type: what any tool gives, any tool takes."""

from ...core.errors import InvalidKeyError
from ...core.records.flat import FLAT, FLAT_FACET
from ...core.records.reference import referent

_PERSONA = "persona/"
_FLAT = f"{FLAT}/{FLAT_FACET}/"
_NODE = "graph/node/"


def name_of(reference: str) -> str:
    """How the tools call a record: memories by their names, all else by the reference."""
    if reference.count("/") == 3 and reference.startswith(_PERSONA):
        return reference.removeprefix(_PERSONA).removeprefix(_FLAT)
    return reference


def given_name(name: str) -> str:
    """The same of what a model gives: a memory may be named by its reference, a node by its key."""
    return name_of(name)


def is_memory(name: str) -> bool:
    """Whether it is the name of a memory, if of anything."""
    return name.count("/") == 2 or referent(name, "") is None


def called(name: str) -> str:
    """What somebody is called whom a name means."""
    return given_name(name).removeprefix(_NODE)


def parts_of(name: str) -> tuple[str, str, str]:
    """Domain, facet and key.

    Raises:
        InvalidKeyError: It has other parts.
    """
    parts = name.split("/")
    if len(parts) != 3:
        raise InvalidKeyError(
            f"a memory is named domain/facet/key, or by a key without slashes; got {name!r}"
        )
    domain, facet, key = parts
    return domain, facet, key
