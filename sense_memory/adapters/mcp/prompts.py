"""What a person may begin with: load what is known of a topic, or look back over everything."""

from collections.abc import Mapping
from typing import Any

from mcp_types import (
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from ...core.errors import InputError
from ...store import MemoryStore
from . import overview
from .hosted import Hosted
from .refusing import refusing
from .results import HEADER, NOTHING, quoted
from .topics import topics

LOAD, REFLECT, TOPIC = "load-memory", "reflect", "topic"
BUDGET = 2_000
"""Tokens of what is known."""
MOST = 20
"""Suggestions of a review, at most."""
LONGEST = 1_000
"""Characters of a topic."""

_PROMPTS = [
    Prompt(
        name=LOAD,
        title="Load memory",
        description="Begin with what memory knows of a topic, a person or a project.",
        arguments=[
            PromptArgument(name=TOPIC, description="Of whom or what.", required=True),
        ],
    ),
    Prompt(
        name=REFLECT,
        title="Reflect",
        description="Look over memory: what contradicts, belongs together, or is out of date.",
        arguments=[],
    ),
]


class Prompts:
    """The prompts of a store.

    Args:
        hosted: Whose.
    """

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted

    async def list_prompts(
        self, _context: Any, _params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        """Both."""
        return ListPromptsResult(prompts=_PROMPTS)

    async def get_prompt(self, _context: Any, params: GetPromptRequestParams) -> GetPromptResult:
        """One of them, filled in.

        Raises:
            MCPError: There is none of this name, or its arguments are others.
        """
        given = params.arguments or {}
        known = {LOAD: self._loaded, REFLECT: self._reflected}
        with refusing():
            if params.name not in known:
                raise InputError(
                    f"there is no prompt {params.name!r}; there are: {', '.join(known)}"
                )
            prompt = next(one for one in _PROMPTS if one.name == params.name)
            _check(given, [one.name for one in prompt.arguments or ()])
            text = await known[params.name](given)
        return GetPromptResult(
            description=prompt.description,
            messages=[PromptMessage(role="user", content=TextContent(type="text", text=text))],
        )

    async def _loaded(self, given: Mapping[str, str]) -> str:
        topic = given[TOPIC].strip()
        if not topic or len(topic) > LONGEST:
            raise InputError(f"the topic is a text of 1 to {LONGEST} characters")
        store = await self._hosted.reading()
        meant = (one for one in await topics(store) if one.casefold() == topic.casefold())
        known = await store.prompt(topic, about=next(meant, None), budget=BUDGET)
        begun = f"Let us go on with {quoted(topic)}. This is what your memory has to say to it."
        return "\n\n".join([begun, known.system or NOTHING])

    async def _reflected(self, _given: Mapping[str, str]) -> str:
        store = await self._hosted.reading()
        digest = await overview.digest(store, BUDGET)
        forgetting = (
            "forget only what I agree to"
            if self._hosted.may_forget
            else "tell me what is to be forgotten: this server deletes nothing"
        )
        asked = (
            "This server only reads: tell me what you would change."
            if self._hosted.read_only
            else "Ask me where you are not sure. Then put right what is wrong: remember what is "
            "true under its name, link what belongs together or took the place of something, and "
            f"{forgetting}. Write what you have come to think into the journal."
        )
        begun = (
            "Look over your memory: what is out of date, contradicts something else, or says the "
            f"same twice? {asked}"
        )
        return "\n\n".join([begun, digest.text(), await _suggested(store)])


async def _suggested(store: MemoryStore) -> str:
    """What a review finds, as data; nothing is written down."""
    found = await store.persona_suggestions()
    if not found:
        return "A review of the memories found nothing to be done."
    lines = [
        quoted({"suggested": one.kind.value, "names": list(one.names), "why": one.reason})
        for one in found[:MOST]
    ]
    more = f" {len(found) - MOST} more are not shown." if len(found) > MOST else ""
    return "\n".join([f"What a review of the memories found. {HEADER}{more}", *lines])


def _check(given: Mapping[str, str], takes: list[str]) -> None:
    unknown = sorted(given.keys() - set(takes))
    missing = [name for name in takes if name not in given]
    if unknown or missing:
        wrong = [f"{name} is missing" for name in missing] + [
            f"{quoted(n)} is unknown" for n in unknown
        ]
        raise InputError(f"{'; '.join(wrong)}. It takes: {', '.join(takes) or 'nothing'}")
