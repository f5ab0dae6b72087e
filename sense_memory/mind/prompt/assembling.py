"""Candidates of all rooms become one prompt that costs no more than its budget."""

import math
from collections.abc import Collection, Iterator, Sequence

from ...core.config import PromptConfig
from ...core.errors import InputError
from ...core.llm import Message, Role
from ...core.prompt import LeftOutItem, Prompt, PromptItem, Section, SectionShare
from ..rapport.line import one_line
from ..token_count import token_count
from .candidate import Candidate
from .choosing import Choice
from .frame import block

LEAST_BUDGET = 50
"""Tokens below which nothing could be told that is worth a line."""
MOST_LEFT_OUT = 40
"""So many candidates that are not in a prompt it names, at most."""
BEGINNING = 80
"""Characters of each of them."""


def check_prompt(message: object, budget: object, shown: object = ()) -> None:
    """Refuse what no prompt can be made of.

    Raises:
        InputError: There is nothing in the message, the budget is less than 50, or what is shown is
            one text.
    """
    if not isinstance(message, str) or not message.strip():
        raise InputError("there is nothing in the message that a prompt could answer")
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < LEAST_BUDGET:
        raise InputError(f"the budget of a prompt is {LEAST_BUDGET} tokens or more, got {budget!r}")
    if isinstance(shown, str):
        # its characters would be taken for texts
        raise InputError("shown is a collection of texts; this is one: give [text]")


def assemble(
    prompt_id: str,
    message: str,
    candidates: Sequence[Candidate],
    budget: int,
    config: PromptConfig,
    *,
    shown: Collection[str] = (),
    conversation: str | None = None,
    warning: str | None = None,
) -> Prompt:
    """Take the best candidates of every section, each thing once, as long as there is room.

    Each section has its share, and in proportion what others leave of theirs; what is still left
    goes to whatever fits, the best first. What does not fit is passed over for something smaller;
    only the first of a section is cut, with a mark. The last messages are taken from the newest on,
    without a gap, each of the user's with the replies to it, so that they begin with the user's;
    what says the same as another thing, or as what the model is shown anyway, is left out.

    Args:
        prompt_id: 32 hex digits.
        message: What was asked.
        candidates: Of all sections; within one the best first, of ``RECENT`` the oldest first.
            What is of ``RECENT`` and, by its reference, of ``CONVERSATION`` is quoted only where
            it does not stand as it was said.
        budget: Tokens that all of it may cost, 50 or more.
        config: The shares; a section whose share is 0 is left out.
        shown: Texts that the model is shown anyway; nothing that says the same is quoted.
        conversation: The id of the conversation, if there is one.
        warning: Why the encoder could not be asked.

    Raises:
        InputError: There is nothing in the message, or the budget is less than 50.
    """
    check_prompt(message, budget)
    shares = {section: float(getattr(config, section.value)) for section in Section}
    choice = Choice(candidates, message, shown, budget, shares)
    placed = choice.packing.placed
    recent = [one for one in sorted(placed) if candidates[one].section is Section.RECENT]
    lines, quoted = list[str](), list[int]()
    for above, numbers in _groups(candidates, choice):
        lines += [*above, *(placed[one].line for one in numbers)]
        quoted += numbers
    system = block(lines) if lines else ""
    said = [Message(candidates[one].role or Role.USER, placed[one].text) for one in recent]
    return Prompt(
        id=prompt_id,
        message=message,
        system=system,
        messages=(*said, Message(Role.USER, message)),
        tokens=token_count(system) + sum(placed[one].tokens for one in recent),
        budget=budget,
        items=tuple(_item(candidates[one], choice, one) for one in (*quoted, *recent)),
        left_out=tuple(_left_out(candidates, choice)),
        shares=tuple(
            SectionShare(
                section, shares[section], choice.allowed[section], choice.packing.spent[section]
            )
            for section in Section
        ),
        retrieved=tuple(signal for one in (*quoted, *recent) for signal in candidates[one].signals),
        conversation=conversation,
        warning=warning,
    )


def _groups(
    candidates: Sequence[Candidate], choice: Choice
) -> Iterator[tuple[Sequence[str], list[int]]]:
    """What is quoted, section by section, under what it has in common; each header stands once.

    What was said stands day by day in the order in which it was said, whoever said it.
    """
    for section in Section:
        groups = dict[str, list[int]]()
        speakers, days = dict[str, None](), dict[str, list[int]]()
        numbers = [one for one in choice.packing.placed if candidates[one].section is section]
        for one in sorted(numbers, key=lambda one: _place(candidates[one], one)):
            match choice.packing.headers(one):
                case (opening,):
                    groups.setdefault(opening, []).append(one)
                case (opening, day):
                    speakers[opening] = None
                    days.setdefault(day, []).append(one)
        yield from (((opening,), some) for opening, some in groups.items())
        yield [opening for opening in speakers if opening not in groups], []
        yield from (((day,), some) for day, some in days.items())


def _place(one: Candidate, number: int) -> tuple[float, int]:
    """By what candidates are in order within their section."""
    if one.section is not Section.CONVERSATION:
        return 0.0, number
    return -math.inf if one.at is None else one.at, number


def _item(one: Candidate, choice: Choice, number: int) -> PromptItem:
    placed = choice.packing.placed[number]
    return PromptItem(
        one.section,
        one.reference,
        placed.text,
        placed.line,
        one.origin,
        one.trust,
        one.score,
        placed.tokens,
        one.why,
    )


def _left_out(candidates: Sequence[Candidate], choice: Choice) -> Iterator[LeftOutItem]:
    """What is not told, the first ones of all sections first."""
    ranks = dict.fromkeys(Section, 0)
    ranked = list[tuple[int, int]]()
    said = (Section.RECENT, Section.CONVERSATION)
    told = {candidates[one].reference for one in choice.packing.placed}
    for number, one in enumerate(candidates):
        ranks[one.section] += 1
        # a message that is quoted, or stands as it was said, is not left out the other way
        is_told = one.section in said and one.reference != "" and one.reference in told
        if number in choice.refused and not is_told:
            ranked.append((ranks[one.section], number))
    for _, number in sorted(ranked)[:MOST_LEFT_OUT]:
        one = candidates[number]
        why, better = choice.refused[number]
        detail = "" if better is None else candidates[better].reference
        yield LeftOutItem(
            one.section, one.reference, one_line(one.text[:BEGINNING]), one.score, why, detail
        )
