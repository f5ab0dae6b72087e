"""OpenAI's responses, where a server may hold the conversation."""

from collections.abc import Mapping
from typing import Any

from ...core.prompt import Prompt
from ..exchange import Answered, Asked, Ear, after, earlier, of

SYSTEM = ("system", "developer")
CALLS = (
    "apply_patch_call",
    "computer_call",
    "custom_tool_call",
    "function_call",
    "local_shell_call",
    "mcp_approval_request",
    "shell_call",
)
"""What the caller answers, unless the same reply holds its output."""
UNFINISHED = ("cancelled", "failed", "in_progress", "queued")


class Responses:
    """``POST /responses``."""

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """What a request says: its last user message, and what came after it."""
        given = body.get("input")
        instructions = body.get("instructions")
        shown = [instructions] if isinstance(instructions, str) else []
        previous = body.get("previous_response_id") or _conversation(body.get("conversation"))
        if not isinstance(given, str | list):
            return Asked("", tuple(shown), is_alone=False, is_continued=True, previous=previous)
        if isinstance(given, str):
            return Asked(given, (*shown, given), is_alone=previous is None, previous=previous)
        last = max((at for at, one in enumerate(given) if of(one, "role") == "user"), default=-1)
        before = [one for one in given[: max(last, 0)] if of(one, "role") not in SYSTEM]
        since = given[last + 1 :]
        replies = [_text(one) for one in since if of(one, "role") == "assistant"]
        return Asked(
            message=_text(given[last]) if last >= 0 else "",
            shown=(*shown, *(text for one in given if (text := _text(one)))),
            said=tuple(text for text in replies if text),
            is_alone=previous is None and not before,
            is_continued=bool(since),
            previous=previous,
        )

    def told(self, body: Mapping[str, Any], asked: Asked, prompt: Prompt) -> dict[str, Any]:
        """The memories after the caller's instructions, the last messages before the input."""
        told = dict(body)
        if prompt.system:
            instructions = body.get("instructions")
            own = instructions if isinstance(instructions, str) else ""
            told["instructions"] = after(own, prompt.system)
        said = [{"role": one.role.value, "content": one.text} for one in earlier(prompt)]
        if asked.is_alone and said:
            given = body["input"]
            if isinstance(given, str):
                given = [{"role": "user", "content": given}]
            leading = 0
            while of(given[leading], "role") in SYSTEM:
                leading += 1
            told["input"] = [*given[:leading], *said, *given[leading:]]
        return told

    def answered(self, response: Any) -> Answered:
        """What all messages of the output say."""
        output = of(response, "output") or []
        return Answered(
            "\n\n".join(text for one in output if (text := _text(one))),
            _wants_tools(output),
            of(response, "id"),
            of(response, "status") in UNFINISHED,
        )

    def ear(self) -> Ear:
        """What listens to its events."""
        return _Ear(self)


class _Ear:
    """Events until the last one, which holds the whole response."""

    def __init__(self, form: Responses) -> None:
        self._form = form
        self._texts: dict[int, list[str]] = {}
        self._items: list[Any] = []
        self._id: str | None = None
        self._has_failed = False
        self._whole: Answered | None = None

    def hear(self, event: Any) -> None:
        kind = of(event, "type")
        response = of(event, "response")
        if response is not None:
            self._id = of(response, "id") or self._id
        if kind in ("response.output_text.delta", "response.refusal.delta"):
            texts = self._texts.setdefault(of(event, "output_index"), [])
            texts.append(of(event, "delta"))
        elif kind == "response.output_item.done":
            self._items.append(of(event, "item"))
        elif kind in ("response.completed", "response.incomplete"):
            self._whole = self._form.answered(response)
        elif kind in ("response.failed", "error"):
            self._has_failed = True

    def answered(self) -> Answered:
        if self._whole is not None:
            return self._whole
        texts = ("".join(texts) for _, texts in sorted(self._texts.items()))
        wants_tools = _wants_tools(self._items)
        return Answered("\n\n".join(texts), wants_tools, self._id, self._has_failed)


def _wants_tools(output: list[Any]) -> bool:
    done = {(of(one, "type"), of(one, "call_id")) for one in output}
    return any(
        of(one, "type") in CALLS and (f"{of(one, 'type')}_output", of(one, "call_id")) not in done
        for one in output
    )


def _conversation(given: Any) -> str | None:
    """The id of a conversation that the server holds, which is given as one or in an object."""
    found = given if isinstance(given, str) else of(given, "id")
    return found if isinstance(found, str) else None


def _text(item: Any) -> str:
    """The text parts of a message; calls, results and pictures have none."""
    if of(item, "role") is None:
        return ""
    content = of(item, "content")
    if isinstance(content, str):
        return content
    texts = [of(part, "text") or of(part, "refusal") for part in content or ()]
    separator = "" if of(item, "role") == "assistant" else "\n"
    return separator.join(text for text in texts if isinstance(text, str))
