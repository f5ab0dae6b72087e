"""How the demo is printed."""

from typing import TYPE_CHECKING, Any

from .demo_witness import Seen
from .output import data_json

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 28


class Page:
    """Steps, each with what the agent sees and what the relay sees.

    Args:
        as_json: Print one JSON object per step instead.
    """

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._step = 0
        self._pending: dict[str, Any] = {}
        self._console = None if as_json else _console()

    def line(self, text: str, style: str = "") -> None:
        """A line of the story."""
        if self._console is not None:
            self._console.print(text, style=style, markup=False)

    def step(self, title: str) -> None:
        """A new step begins."""
        self.flush()
        self._step += 1
        self._pending = {"step": self._step, "title": title}
        self.line("")
        self.line(f"{self._step}  {title}", "bold")

    def agent(self, text: str) -> None:
        """What the agent sees."""
        self._pending.setdefault("agent", []).append(text)
        self._part("agent", text, "green")

    def model(self, text: str) -> None:
        """What a language model was asked, and said."""
        self._pending.setdefault("model", []).append(text)
        self._part("model", text, "magenta")

    def relay(self, seen: Seen) -> None:
        """What the relay sees."""
        fields: dict[str, Any] = {"kind": seen.kind, "size_bytes": seen.size_bytes}
        fields["d" if seen.address else "a"] = seen.address or _targets(seen)
        fields["content"] = _short(seen.content)
        self._pending.setdefault("relay", []).append(fields)
        named = f"d {_short(seen.address)}" if seen.address else f"deletes {_targets(seen)}"
        self._part(
            "relay",
            f"kind {seen.kind}  {named}  content {_short(seen.content)}  {seen.size_bytes} bytes",
            "yellow",
        )

    def relay_says(self, text: str) -> None:
        """What the relay does not hold."""
        self._pending.setdefault("relay", []).append(text)
        self._part("relay", text, "yellow")

    def time(self, what: str, ms: float) -> None:
        """How long something took, in milliseconds."""
        self._pending.setdefault("ms", {})[what] = round(ms, 1)
        self._part("time", f"{ms:,.0f} ms  {what}" if ms >= 10 else f"{ms:.1f} ms  {what}", "cyan")

    def flush(self) -> None:
        """The step is over."""
        if self._as_json and self._pending:
            data_json(self._pending)
        self._pending = {}

    def end(self, *, ok: bool, summary: str) -> None:
        """The last line."""
        self.flush()
        if self._as_json:
            data_json({"ok": ok, "steps": self._step, "summary": summary})
        self.line("")
        self.line(summary, "bold green" if ok else "bold red")

    def _part(self, label: str, text: str, style: str) -> None:
        if self._console is not None:
            from rich.text import Text

            self._console.print(Text.assemble(f"   {label:<7}", (text, style)))


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _targets(seen: Seen) -> str:
    # "kind:author:d", of which only the last part tells anything here
    return ", ".join(_short(tag[1].rpartition(":")[2]) for tag in seen.tags if tag[0] == "a")
