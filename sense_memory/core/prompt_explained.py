"""A prompt with its reasons, for people."""

from collections.abc import Iterator

from .legible import label
from .prompt import LeftOut, LeftOutItem, Prompt, PromptItem, Section, SectionShare, Trust

SHOWN = 200
"""Characters of a line that are shown."""

_WHY = {
    LeftOut.BUDGET: "no room for it",
    LeftOut.DUPLICATE: "said already",
    LeftOut.WEAK: "it hardly answers",
}
_TRUST = {
    Trust.OWN: "your own",
    Trust.PEER: "told by somebody",
    Trust.IMPORTED: "from another program",
    Trust.FOREIGN: "not to be relied on",
}


def explained(prompt: Prompt) -> str:
    """Why each item is in a prompt, what nearly was, and what the budget left out."""
    return "\n".join(_lines(prompt))


def _lines(prompt: Prompt) -> Iterator[str]:
    yield f"{prompt.tokens} of {prompt.budget} tokens"
    if prompt.warning is not None:
        yield f"searched by words alone: {prompt.warning}"
    shares = {one.section: one for one in prompt.shares}
    for section in Section:
        inside = [one for one in prompt.items if one.section is section]
        outside = [one for one in prompt.left_out if one.section is section]
        if not inside and not outside:
            continue
        yield ""
        yield _heading(section, shares.get(section))
        for item in inside:
            yield from _item(item)
        for one in outside:
            yield _left_out(one)
    told = sum(one.tokens for one in prompt.shares)
    if prompt.system:
        yield ""
        yield f"{prompt.tokens - told} tokens say that all of it is data"
    if not prompt.items and not prompt.left_out:
        yield "nothing that is known here has to do with this"


def _heading(section: Section, share: SectionShare | None) -> str:
    if share is None:
        return section.value
    return (
        f"{section.value}: {share.tokens} tokens of {share.allowed}, its share is {share.share:g}"
    )


def _item(item: PromptItem) -> Iterator[str]:
    name = item.reference or item.origin
    yield f"+ {label(name, SHOWN)}  {item.tokens} tokens, score {item.score:.2f}: {item.why}"
    yield f"  {_TRUST[item.trust]} ({label(item.origin, SHOWN)}): {label(item.line, SHOWN)}"


def _left_out(one: LeftOutItem) -> str:
    why = f"{_WHY[one.why]}, by {one.detail}" if one.detail else _WHY[one.why]
    named = f"{label(one.reference, SHOWN)}  " if one.reference else ""
    return f"- {named}score {one.score:.2f}: {why}: {label(one.text, SHOWN)}"
