"""Gemini's contents, as its SDK takes them: texts, parts, contents, or lists of these."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from ...core.llm import Role
from ...core.prompt import Prompt
from ..exchange import Answered, Asked, Ear, after, earlier, of


class GeminiContents:
    """``models.generate_content``, by the names of its arguments."""

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """What a request says: the last user content that is no tool's result, and the rest."""
        contents = _contents(body.get("contents"))
        last = max((at for at, one in enumerate(contents) if _asks(one)), default=-1)
        since = contents[last + 1 :]
        # a chat keeps the chunks of a streamed reply as contents, one after the other
        runs = groupby(since, key=lambda one: of(one, "role") == "model")
        replies = ["".join(map(_text, run)) for is_model, run in runs if is_model]
        system = [_text(one) for one in _contents(_system(body.get("config")))]
        return Asked(
            message=_text(contents[last]) if last >= 0 else "",
            shown=tuple(text for text in (*system, *map(_text, contents)) if text),
            said=tuple(text for text in replies if text),
            goes_on=bool(since) and of(since[-1], "role") == "model" and bool(replies[-1]),
            is_alone=last == 0,
            is_continued=bool(since),
        )

    def told(self, body: Mapping[str, Any], asked: Asked, prompt: Prompt) -> dict[str, Any]:
        """The memories after the caller's system instruction, the last messages before the first.

        The API takes no instruction beside cached content; there they stand as a first content.
        """
        from google.genai import types

        told = dict(body)
        added: list[Any] = []
        config = body.get("config")
        if prompt.system and (of(config, "cached_content") or of(config, "cachedContent")):
            added.append(types.UserContent(prompt.system))
        elif prompt.system:
            told["config"] = _instructed(config, prompt.system)
        if asked.is_alone:
            for one in earlier(prompt):
                kind = types.UserContent if one.role is Role.USER else types.ModelContent
                added.append(kind(one.text))
        if added:
            given = body["contents"]
            is_listed = isinstance(given, list) and any(map(_is_content, given))
            own = (
                given if is_listed else [given if _is_content(given) else types.UserContent(given)]
            )
            told["contents"] = [*added, *own]
        return told

    def answered(self, response: Any) -> Answered:
        """What the first candidate says; its thoughts are its own."""
        ear = _Ear()
        ear.hear(response)
        return ear.answered()

    def ear(self) -> Ear:
        """What listens to its chunks."""
        return _Ear()


class _Ear:
    """Chunks of one reply, or of several where the SDK calls functions and sends their results."""

    def __init__(self) -> None:
        self._replies: list[list[str]] = [[]]
        self._wants_tools = False
        self._has_ended = False

    def hear(self, event: Any) -> None:
        candidate = next(iter(of(event, "candidates") or ()), None)
        if candidate is None:
            return
        if self._has_ended:  # the functions were called
            self._replies.append([])
            self._wants_tools = self._has_ended = False
        for part in of(of(candidate, "content"), "parts") or ():
            self._wants_tools |= of(part, "function_call") is not None
            if of(part, "text") and not of(part, "thought"):
                self._replies[-1].append(of(part, "text"))
        self._has_ended = of(candidate, "finish_reason") is not None

    def answered(self) -> Answered:
        texts = ("".join(reply) for reply in self._replies)
        return Answered("\n\n".join(text for text in texts if text), self._wants_tools)


def _contents(given: Any) -> list[Any]:
    """Contents, with one of the user for parts that stand by themselves, as the SDK has it."""
    if given is None:
        return []
    contents: list[Any] = []
    loose: list[Any] = []
    for one in given if isinstance(given, list | tuple) else [given]:
        if _is_content(one):
            contents += [_loose(loose)] * bool(loose) + [one]
            loose = []
        else:
            loose += one if isinstance(one, list) else [one]
    return contents + [_loose(loose)] * bool(loose)


def _loose(parts: list[Any]) -> dict[str, Any]:
    return {
        "role": "user",
        "parts": [{"text": one} if isinstance(one, str) else one for one in parts],
    }


def _is_content(one: Any) -> bool:
    return "parts" in one if isinstance(one, Mapping) else hasattr(one, "parts")


def _asks(content: Any) -> bool:
    """Whether the user says something; results of functions come under the same role."""
    if of(content, "role") not in (None, "user"):
        return False
    return not any(_answers_a_function(part) for part in of(content, "parts") or ())


def _answers_a_function(part: Any) -> bool:
    return of(part, "function_response") is not None or of(part, "functionResponse") is not None


def _text(content: Any) -> str:
    parts = of(content, "parts") or ()
    texts = [of(part, "text") for part in parts if not of(part, "thought")]
    separator = "" if of(content, "role") == "model" else "\n"
    return separator.join(text for text in texts if isinstance(text, str))


def _system(config: Any) -> Any:
    found = of(config, "system_instruction")
    return found if found is not None else of(config, "systemInstruction")


def _instructed(config: Any, memory: str) -> Any:
    """A copy of a configuration whose system instruction is longer by what memory says."""
    system = _longer(_system(config), memory)
    if config is None:
        return {"system_instruction": system}
    if isinstance(config, Mapping):
        name = "systemInstruction" if "systemInstruction" in config else "system_instruction"
        return {**config, name: system}
    return config.model_copy(update={"system_instruction": system})


def _longer(system: Any, memory: str) -> Any:
    if system is None:
        return memory
    if isinstance(system, str):
        return after(system, memory)
    if isinstance(system, list | tuple):
        return [*system, memory]
    if isinstance(system, Mapping) and "parts" in system:
        return {**system, "parts": [*(system["parts"] or ()), {"text": memory}]}
    if hasattr(system, "parts"):
        from google.genai import types

        parts = [*(system.parts or ()), types.Part(text=memory)]
        return system.model_copy(update={"parts": parts})
    return [system, memory]
