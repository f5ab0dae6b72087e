"""What of a conversation is worth noting: its sentences as they were said, but for small talk.

When in doubt a sentence is kept. Left out are questions that tell nothing, and sentences in which
there is no word but those of greeting, thanking and agreeing.
"""

import re
from collections.abc import Sequence

from ....core.llm import Role
from ....core.records.conversation import Turn
from ....core.records.pyramid import ASSISTANT, USER
from ...extracts.names import addressed, called, is_called
from ...extracts.sentences import sentences
from ...extracts.unsaying import asks_to_forget
from ...extracts.vocabulary import (
    ASKING,
    CALENDAR,
    COMMON_STEMS,
    FILLERS,
    FILLERS_WHOLE,
    FIRST_PERSON,
    FIRST_PERSON_ANYWHERE,
    FIRST_PERSON_WITHIN,
    REACTING,
    SECOND_PERSON,
    STOP,
    THIRD_PERSON,
)
from ...extracts.weighing import LITTLE, terms
from ...extracts.words import words_of
from ...search.dialogue import speaker_of
from ...stemming import stem
from ...stop_words import NEGATIONS, language_of
from ..noted import Noted
from .answers import answered

MOST_OF_USER = 40
MOST_OF_ASSISTANT = 12
"""Sentences that are noted of one turn: those that weigh most. An assistant's are long, and mostly
not about anybody."""

SMALL_TALK = 8
"""Words of a remark that tells nothing if all of them are common ones."""

_ASKS = re.compile(r"[?？؟;⁇]\W*$")
_QUOTED = re.compile(r"[\"“„«「『][^\"“”»」』]*[\"”“»」』]")
_ANY_FIRST = frozenset[str]().union(FIRST_PERSON_ANYWHERE, *FIRST_PERSON.values())


def observed(turns: Sequence[Turn]) -> list[Noted]:
    """The factual sentences of some turns, in their order, each with who said it if that is known.

    What the user says of themselves belongs to ``user``, unless several people speak in the user's
    role; what the agent says of itself, to ``assistant``. An answer of a word or two stands with
    the question before it.
    """
    names = called([*(turn.speaker for turn in turns), *addressed(turn.text for turn in turns)])
    users = {turn.speaker for turn in turns if turn.role is Role.USER}
    found: list[Noted] = []
    before: Turn | None = None
    asked = ""
    for number, turn in enumerate(turns):
        label = _label(turn)
        is_user = turn.role is Role.USER
        is_known = not is_user or len(users) == 1
        given = sentences(turn.text)
        telling = [tells(one, names, is_user=is_user) for one in given]
        kept = [one for one, is_told in zip(given, telling, strict=True) if is_told]
        topic: str | None = None
        is_other = before is not None and _who(before) != _who(turn)
        if is_other and given:
            both = answered(asked, given[0], names, tells=telling[0])
            if both is not None:
                topic = USER if is_user else ASSISTANT
                found.append(Noted(label + both, number, topic if is_known else None))
                kept = kept[telling[0] :]
        for sentence in _heaviest(kept, MOST_OF_USER if is_user else MOST_OF_ASSISTANT):
            topic = _topic(sentence, topic, is_user=is_user)
            found.append(Noted(label + sentence, number, topic if is_known else None))
        before, asked = turn, given[-1] if given else ""
    return found


def _topic(sentence: str, before: str | None, *, is_user: bool) -> str | None:
    """Of whom a sentence is: of who speaks, or, where it goes on, of whom the one before it was."""
    is_own = is_first_person(sentence)
    if is_user:
        if is_own:
            return USER
    elif is_own and not _is_to_somebody(sentence):
        return ASSISTANT
    begins = words_of(sentence)[0]
    return before if begins in THIRD_PERSON else None


def _label(turn: Turn) -> str:
    """``Name: ``, where a line that begins so is read as one that somebody said."""
    name = " ".join(turn.speaker.split())
    return f"{name}: " if name and speaker_of(f"{name}: x") == name else ""


def _who(turn: Turn) -> tuple[Role, str]:
    return turn.role, turn.speaker


def _heaviest(given: Sequence[str], most: int) -> list[str]:
    """So many sentences, each once, in their order."""
    kept = list(dict.fromkeys(given))
    if len(kept) <= most:
        return kept
    heavy = sorted(range(len(kept)), key=lambda at: (-_weight(kept[at]), at))[:most]
    return [kept[at] for at in sorted(heavy)]


def _weight(sentence: str) -> float:
    return sum(term.weight for term in terms(sentence))


def tells(sentence: str, names: frozenset[str], *, is_user: bool) -> bool:
    """Whether a sentence says anything.

    Args:
        sentence: One.
        names: Folded words by which those who speak call each other.
        is_user: Whether it is the user's; the agent's questions tell nothing.
    """
    parts = words_of(sentence.replace("<3", " "))
    if not parts or (is_user and asks_to_forget(sentence)):
        return False
    if _ASKS.search(sentence) and _only_asks(sentence, parts, names, is_user=is_user):
        return False
    if "".join(parts) in FILLERS_WHOLE or " ".join(parts) in FILLERS_WHOLE:
        return False
    rest = [
        part
        for part in parts
        if part not in FILLERS and part not in STOP and not is_called(part, names)
    ]
    if all(part in NEGATIONS for part in rest):
        return False
    if len(parts) > SMALL_TALK or not (parts[0] in FILLERS or parts[0] in REACTING):
        return True
    # "No worries, Mel!", "That was such a challenge!"
    is_common = all(stem(part) in COMMON_STEMS and part not in CALENDAR for part in rest)
    is_own = is_first_person(sentence) and (is_user or not _is_to_somebody(sentence))
    return not is_common or is_own


def _only_asks(
    sentence: str, parts: Sequence[str], names: frozenset[str], *, is_user: bool
) -> bool:
    """Whether a question tells nothing: neither a name, nor a number, nor anything of who asks."""
    if any(part[0].isdigit() for part in parts):
        return False
    named = [term for term in terms(sentence) if term.is_name and not is_called(term.key, names)]
    if named:
        return False
    if not is_user:
        return True
    begins = next(
        (one for one in parts if one in ASKING or not (one in FILLERS or is_called(one, names))), ""
    )
    if begins not in ASKING and len(parts) > 4:
        return False  # "I moved last year, remember?"
    first = FIRST_PERSON.get(language_of(parts) or "", frozenset())
    content = [term for term in terms(sentence) if term.weight > LITTLE]
    return not (len(content) > 1 and len(parts) > 4 and any(part in first for part in parts))


def is_first_person(sentence: str) -> bool:
    """Whether somebody speaks of themselves; what stands in quotation marks another one said."""
    said = _QUOTED.sub(" ", sentence) if _QUOTED.search(sentence) else sentence
    parts = words_of(said)
    language = language_of(parts)
    if not (FIRST_PERSON[language] if language else _ANY_FIRST).isdisjoint(parts):
        return True
    if said.isascii():
        return False
    is_elsewhere = not FIRST_PERSON_ANYWHERE.isdisjoint(parts)
    return is_elsewhere or any(word in said for word in FIRST_PERSON_WITHIN)


def _is_to_somebody(sentence: str) -> bool:
    parts = words_of(sentence)
    return not SECOND_PERSON.isdisjoint(parts) or "你" in sentence or "您" in sentence
