"""OpenAI's chat completions, which hundreds of other endpoints speak too."""

from collections.abc import Mapping
from typing import Any

from ...core.prompt import Prompt
from ..exchange import Answered, Asked, Ear, after, earlier, of

SYSTEM = ("system", "developer")


class ChatCompletions:
    """``POST /chat/completions``."""

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """What a request says: its last user message, and what came after it."""
        messages = list(body["messages"])
        last = max((at for at, one in enumerate(messages) if of(one, "role") == "user"), default=-1)
        before = [one for one in messages[:last] if of(one, "role") not in SYSTEM]
        since = messages[last + 1 :]
        replies = [_text(one) for one in since if of(one, "role") == "assistant"]
        return Asked(
            message=_text(messages[last]) if last >= 0 else "",
            shown=tuple(text for one in messages if (text := _text(one))),
            said=tuple(text for text in replies if text),
            goes_on=bool(since) and of(since[-1], "role") == "assistant" and bool(replies[-1]),
            is_alone=not before,
            is_continued=bool(since),
        )

    def told(self, body: Mapping[str, Any], asked: Asked, prompt: Prompt) -> dict[str, Any]:
        """The memories after the caller's system prompt, the last messages behind it."""
        messages = list(body["messages"])
        leading = 0
        while leading < len(messages) and of(messages[leading], "role") in SYSTEM:
            leading += 1
        if asked.is_alone:
            messages[leading:leading] = [
                {"role": one.role.value, "content": one.text} for one in earlier(prompt)
            ]
        if prompt.system and not leading:
            messages.insert(0, {"role": "system", "content": prompt.system})
        elif prompt.system:
            # some templates take one system message and no second, so it is made longer
            messages[leading - 1] = _longer(messages[leading - 1], prompt.system)
        return {**body, "messages": messages}

    def answered(self, response: Any) -> Answered:
        """What the first choice says."""
        first = [one for one in of(response, "choices") or () if not of(one, "index")]
        message = of(first[0], "message") if first else None
        wants_tools = bool(of(message, "tool_calls") or of(message, "function_call"))
        text = of(message, "content") or of(message, "refusal")
        text = text or of(of(message, "audio"), "transcript") or ""
        return Answered(text, wants_tools)

    def ear(self) -> Ear:
        """What listens to its chunks."""
        return _Ear()


class _Ear:
    def __init__(self) -> None:
        self._texts: list[str] = []
        self._wants_tools = False

    def hear(self, event: Any) -> None:
        for choice in of(event, "choices") or ():
            if of(choice, "index"):
                continue  # of several replies the first is remembered
            delta = of(choice, "delta")
            spoken = of(of(delta, "audio"), "transcript")
            self._texts.append(of(delta, "content") or of(delta, "refusal") or spoken or "")
            self._wants_tools |= bool(of(delta, "tool_calls") or of(delta, "function_call"))

    def answered(self) -> Answered:
        return Answered("".join(self._texts), self._wants_tools)


def _text(message: Any) -> str:
    """Its text parts; pictures, sound and files have none."""
    content = of(message, "content")
    if isinstance(content, str):
        return content
    if content is None or isinstance(content, Mapping):
        return ""
    texts = [of(part, "text") or of(part, "refusal") for part in content]
    return "\n".join(text for text in texts if isinstance(text, str))


def _longer(message: Any, memory: str) -> Any:
    content = message["content"]
    if isinstance(content, str):
        return {**message, "content": after(content, memory)}
    return {**message, "content": [*content, {"type": "text", "text": memory}]}
