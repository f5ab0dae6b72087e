"""What each tool takes. The descriptions are all that a model knows of it: every word costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ...core.errors import InputError
from .schemas import schema_of

T = TypeVar("T")

MOST = 50
"""Memories in one answer, at most."""
MOST_MESSAGES = 1_000
"""Messages that are learned from in one call, at most."""

STRICT = ConfigDict(extra="forbid")

Limit: TypeAlias = Annotated[int, Field(ge=1, le=MOST)]
Score: TypeAlias = Annotated[int, Field(ge=1, le=5)]
Budget: TypeAlias = Annotated[int, Field(ge=50, le=20_000, description="Tokens.")]


@dataclass(frozen=True, slots=True)
class Said:
    """A message."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Learn:
    """What is to be learned from."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    text: str | None = None
    messages: Annotated[list[Said] | None, Field(max_length=MOST_MESSAGES)] = None
    about: Annotated[str | None, Field(description="Who it is about.")] = None
    conversation: Annotated[str | None, Field(description="Id to keep messages under.")] = None
    source: Annotated[str, Field(description="Where a text is from.")] = ""


@dataclass(frozen=True, slots=True)
class Remember:
    """What is to be stored."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    name: Annotated[
        str,
        Field(
            description="domain/facet/key, e.g. people/facts/vergel-editor. Domains: self, people, "
            "projects, world, skills; facets: facts, beliefs, decisions, procedures, emotions. "
            "A setting has a bare key: user_timezone."
        ),
    ]
    value: Annotated[str, Field(description="One self-contained statement.")]
    themes: Annotated[list[str] | None, Field(description="More words to find it by.")] = None
    source: Annotated[str | None, Field(description="Who said it, where it is from.")] = None


@dataclass(frozen=True, slots=True)
class Recall:
    """What is to be read."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    name: Annotated[
        str,
        Field(
            description="Any name a tool gave; people/ or people/facts/ lists; else the domains."
        ),
    ] = ""
    limit: Limit = 20


@dataclass(frozen=True, slots=True)
class Search:
    """What is to be found."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    query: str
    limit: Limit = 10


@dataclass(frozen=True, slots=True)
class About:
    """Of whom or what everything is to be told."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    name: str


@dataclass(frozen=True, slots=True)
class Link:
    """What belongs together, or took the place of what."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    a: str
    b: str
    how: Literal["connected", "superseded_by", "not_connected", "not_superseded_by"] = "connected"


@dataclass(frozen=True, slots=True)
class Forget:
    """What is to be deleted."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    name: Annotated[str, Field(description="Exactly as a tool gave it.")]


@dataclass(frozen=True, slots=True)
class Recent:
    """Nothing: the newest entries of the journal are read."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT


@dataclass(frozen=True, slots=True)
class Journal:
    """What is to be written into the journal."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    text: str | None = None


@dataclass(frozen=True, slots=True)
class Relate:
    """How two are related."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    source: Annotated[str, Field(description="person:NAME, concept:NAME or entity:NAME")]
    relation: Annotated[str, Field(description="e.g. works-at")]
    target: str
    since: Annotated[str | None, Field(description="ISO date, else now.")] = None
    until: Annotated[str | None, Field(description="When it ended.")] = None
    attitude: Annotated[Score | None, Field(description="1 hostile, 5 close.")] = None
    proximity: Annotated[Score | None, Field(description="1 distant, 5 near.")] = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """For what memories are to be put together."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    message: Annotated[str | None, Field(description="What the user says; else a digest.")] = None
    about: Annotated[str | None, Field(description="Who you talk with.")] = None
    budget: Budget = 1_000


@dataclass(frozen=True, slots=True)
class Observe:
    """What was observed."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    text: str
    topic: str | None = None
    at: Annotated[str | None, Field(description="ISO date, else now.")] = None


@dataclass(frozen=True, slots=True)
class Status:
    """Nothing: there is one status."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT


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
        takes = ", ".join(schema_of(kind).get("properties", ())) or "nothing"
        raise InputError(f"wrong arguments: {'; '.join(wrong)}. It takes: {takes}") from None
