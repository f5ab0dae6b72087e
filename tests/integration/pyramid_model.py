"""A model that does what it is asked for the pyramid, over HTTP, and says how it was asked."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from .llm_server import Request, Turn

ASKED = {
    "What in this is worth keeping?": "observe",
    "Which topic has each?": "assign",
    "Write the paragraph.": "summarize",
    "Write the page.": "tell",
    "Answer the question.": "answer",
}
"""How each kind of request ends."""


def kind_of(prompt: str) -> str:
    """Which piece of work is asked for."""
    return next(kind for ending, kind in ASKED.items() if prompt.endswith(ending))


def material(prompt: str) -> list[dict[str, Any]]:
    """What stands between the lines of equal signs."""
    _, *rest = prompt.split("\n")
    end = next(place for place, line in enumerate(rest) if line.startswith("====="))
    return [json.loads(line) for line in rest[:end]]


def done(prompt: str) -> dict[str, Any]:
    """What a good model answers: a topic is the first word of what is said."""
    given = material(prompt)
    kind = kind_of(prompt)
    if kind == "observe":
        said = [{"text": f"Noted: {one['text']}", "message": one["message"]} for one in given]
        return {"observations": said}
    if kind == "assign":
        asked = [one for one in given if "observation" in one]
        found = [{"observation": one["observation"], "topic": first(one)} for one in asked]
        return {"assignments": found}
    notes = [one["text"] for one in given if "note" in one and "text" in one]
    if kind == "summarize":
        return {"summary": f"In short: {notes[0]} … {notes[-1]}"}
    if kind == "tell":
        return {"description": "What it is.", "content": f"All of {given[0]['topic']}."}
    sources = [one["source"] for one in given if "source" in one]
    return {"answer": f"So it is [{sources[-1]}]."}


def first(one: Mapping[str, Any]) -> str:
    """The first word of a text that somebody noted."""
    return str(one["text"]).removeprefix("Noted: ").split()[0]


class Model:
    """Answers requests at a server, and counts them.

    Args:
        answers: What is answered to a prompt in place of what a good model answers; ``None`` is
            that.
        slowness: Seconds that an answer takes, so that several can be under way at once.

    Attributes:
        prompts: All that it was asked.
        most: How many requests were under way at once, at most.
        reached: Set once so many were asked that ``holding`` says.
        holding: After so many requests none is answered any more; ``None``: all are.
    """

    def __init__(
        self,
        answers: Callable[[str], Turn | None] = lambda _: None,
        slowness: float = 0.0,
        holding: int | None = None,
    ) -> None:
        self._answers = answers
        self._slowness = slowness
        self._lock = threading.Lock()
        self._going = 0
        self.most = 0
        self.holding = holding
        self.reached = threading.Event()
        self.free = threading.Event()
        self.prompts: list[str] = []

    @property
    def kinds(self) -> Counter[str]:
        """How often it was asked for each piece of work."""
        return Counter(map(kind_of, self.prompts))

    def __call__(self, request: Request) -> Turn:
        with self._lock:
            self._going += 1
            self.most = max(self.most, self._going)
            prompt = request.texts[1]
            self.prompts.append(prompt)
            is_held = self.holding is not None and len(self.prompts) > self.holding
        try:
            if is_held:
                self.reached.set()
                self.free.wait(20)
            time.sleep(self._slowness)
            said = self._answers(prompt)
            return said if said is not None else Turn(value=done(prompt))
        finally:
            with self._lock:
                self._going -= 1
