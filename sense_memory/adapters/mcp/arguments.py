"""What each tool takes. The descriptions are all that a model knows of it: every word costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ...core.errors import InputError
from .schemas import schema_of

T = TypeVar("T")

MOST = 50
"""Memories in one answer, at most."""


@dataclass(frozen=True, slots=True)
class Remember:
    """What is to be stored."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    name: Annotated[
        str,
        Field(
            description="domain/facet/key, e.g. people/facts/vergel-editor. Usual domains: self, "
            "people, projects, world, skills; facets: facts, beliefs, decisions, procedures, "
            "emotions. A bare key, e.g. user_timezone, is a setting, read back by that key."
        ),
    ]
    value: Annotated[str, Field(description="One statement that is understood by itself.")]
    themes: Annotated[
        list[str] | None, Field(description="Words to find it by that it does not contain.")
    ] = None
    source: Annotated[str | None, Field(description="Who said it, or where it is from.")] = None


@dataclass(frozen=True, slots=True)
class Recall:
    """What is to be read."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    name: Annotated[
        str,
        Field(
            description="A memory's name; or people/ or people/facts/ to list what is below; left "
            "out, the domains."
        ),
    ] = ""
    limit: Annotated[int, Field(ge=1, le=MOST)] = 20


@dataclass(frozen=True, slots=True)
class Search:
    """What is to be found."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    query: str
    limit: Annotated[int, Field(ge=1, le=MOST)] = 10
    domain: str | None = None


@dataclass(frozen=True, slots=True)
class Forget:
    """What is to be deleted."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    name: Annotated[str, Field(description="Its exact name, as recall and search give it.")]


def parsed(kind: type[T], arguments: Mapping[str, Any]) -> T:
    """The arguments of a call.

    Raises:
        InputError: They are not those of the tool; the values are not repeated.
    """
    try:
        return TypeAdapter(kind).validate_python(dict(arguments))
    except ValidationError as error:
        wrong = [
            f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}"
            for one in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        takes = ", ".join(schema_of(kind)["properties"])
        raise InputError(f"wrong arguments: {'; '.join(wrong)}. It takes: {takes}") from None
