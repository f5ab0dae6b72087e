"""Anthropic's messages."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from ...core.prompt import Prompt
from ..exchange import Answered, Asked, Ear, after, earlier, of


class AnthropicMessages:
    """``POST /v1/messages``."""

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """What a request says: the last user message that is no tool's result, and the rest."""
        messages = body["messages"]
        last = max((at for at, one in enumerate(messages) if _asks(one)), default=-1)
        since = messages[last + 1 :]
        replies = [_text(one) for one in since if of(one, "role") == "assistant"]
        system = body.get("system")
        texts = [_text(one) for one in messages]
        own = [_joined(system)] if isinstance(system, str | list | tuple) else []
        previous = of(body.get("thread"), "previous_message_id")
        return Asked(
            message=_text(messages[last]) if last >= 0 else "",
            shown=tuple(text for text in (*own, *texts) if text),
            said=tuple(text for text in replies if text),
            goes_on=bool(since) and of(since[-1], "role") == "assistant" and bool(replies[-1]),
            is_alone=last == 0 and previous is None,
            is_continued=bool(since),
            previous=previous,
        )

    def told(self, body: Mapping[str, Any], asked: Asked, prompt: Prompt) -> dict[str, Any]:
        """The memories after the caller's system prompt, the last messages before the first."""
        told = dict(body)
        if prompt.system:
            system = body.get("system")
            if isinstance(system, list | tuple):
                # behind what the caller has cached, which stays as it is
                told["system"] = [*system, {"type": "text", "text": prompt.system}]
            else:
                told["system"] = after(system if isinstance(system, str) else "", prompt.system)
        if asked.is_alone:
            told["messages"] = [
                *({"role": one.role.value, "content": one.text} for one in earlier(prompt)),
                *body["messages"],
            ]
        return told

    def answered(self, response: Any) -> Answered:
        """What the blocks of text say."""
        content = of(response, "content") or ()
        wants_tools = any(of(one, "type") == "tool_use" for one in content)
        # "pause_turn": the reply is sent back as it is, and goes on
        wants_tools |= of(response, "stop_reason") == "pause_turn"
        return Answered(_joined(content), wants_tools, of(response, "id"))

    def ear(self) -> Ear:
        """What listens to its events."""
        return _Ear()


class _Ear:
    def __init__(self) -> None:
        self._blocks: dict[int, dict[str, str]] = {}
        self._id: str | None = None
        self._wants_tools = False

    def hear(self, event: Any) -> None:
        kind = of(event, "type")
        delta = of(event, "delta")
        if kind == "message_start":
            self._id = of(of(event, "message"), "id")
        elif kind == "content_block_start":
            block = of(event, "content_block")
            text = of(block, "text") or ""
            self._blocks[of(event, "index")] = {"type": of(block, "type"), "text": text}
            self._wants_tools |= of(block, "type") == "tool_use"
        elif kind == "content_block_delta" and of(delta, "type") == "text_delta":
            self._blocks[of(event, "index")]["text"] += of(delta, "text")
        elif kind == "message_delta" and of(delta, "stop_reason") == "pause_turn":
            self._wants_tools = True

    def answered(self) -> Answered:
        blocks = [block for _, block in sorted(self._blocks.items())]
        return Answered(_joined(blocks), self._wants_tools, self._id)


def _asks(message: Any) -> bool:
    """Whether the user says something; results of tools come under the same role."""
    content = of(message, "content")
    if of(message, "role") != "user":
        return False
    is_result = not isinstance(content, str) and any(
        of(block, "type") == "tool_result" for block in content
    )
    return not is_result


def _text(message: Any) -> str:
    separator = "" if of(message, "role") == "assistant" else "\n"
    return _joined(of(message, "content"), separator)


def _joined(content: Any, separator: str = "") -> str:
    """The blocks of text; a citation splits one, a tool parts two."""
    if isinstance(content, str):
        return content
    runs = groupby(content or (), key=lambda block: of(block, "type") == "text")
    texts = [separator.join(of(one, "text") for one in run) for is_text, run in runs if is_text]
    return "\n\n".join(text for text in texts if text)
