"""Whether one memory contradicts another one, and how sure that is.

Confidence is a product: that the two values cannot both hold, that both are about the same, that
they hold in the same place and time, that the old one says nothing else, and that the new one is
not less certain than the old one was.
"""

from dataclasses import dataclass

from .claim import SPEAKER, Claim, Kind, Reading
from .lexicon import all_slot_words, lexicon
from .values import is_number, is_when
from .words.places import WIDE

DIGITS = "0123456789"
SAME = 1.0
FEW_THEMES = 2
"""Shared themes from which on two memories are about the same."""
BY_KEY = 0.97
PART_OF_KEY = 0.88
"""The key of one says more than that of the other."""
NUMBERED = 0.6
"""Their keys have something in common, and differ in something else."""
BY_THEMES = 0.9
UNKNOWN = 0.62
"""Nothing says whether they are about the same."""
DEFINITE = 0.9
"""Both speak of the deadline, and neither says of which."""
HALF_DEFINITE = 0.85
"""Both speak of the deadline, and the key of one says of which."""
ONE_SIDED = 0.7
"""Only one of them says where or when it holds."""
FOR_SOMETHING = 0.93
"""Only one of them says what for."""
SAYS_MORE = 0.75
"""The old one says something beside what is contradicted."""
DENIAL = 0.93
OPPOSITE = 0.9
EXCHANGED = 0.87
"""One of several tools for a purpose took another one's place."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How a memory contradicts another one.

    Attributes:
        confidence: 0–1.
        reason: Why, for people; it quotes no memory.
    """

    confidence: float
    reason: str


def compare(old: Reading, new: Reading) -> Finding | None:
    """How surely the new one contradicts the old one; ``None`` if it does not at all."""
    if old.place != new.place or old.text == new.text:
        return None
    best: Finding | None = None
    hit: set[int] = set()
    for before in old.claims:
        for after in new.claims:
            found = _compare_claims(before, after, old, new)
            if found is None or found.confidence <= 0:
                continue
            hit.add(before.part)
            if best is None or found.confidence > best.confidence:
                best = found
    if best is None:
        return None
    said = {(c.slot, c.value, c.is_denied) for c in new.claims}
    kept = {c.part for c in old.claims if (c.slot, c.value, c.is_denied) in said}
    rest = {c.part for c in old.claims} - hit - kept
    if rest:
        return Finding(best.confidence * SAYS_MORE, f"{best.reason}; the older one says more")
    return best


def _compare_claims(old: Claim, new: Claim, before: Reading, after: Reading) -> Finding | None:
    if new.is_addition and not new.is_denied:
        return None
    found = _values(old, new)
    if found is None:
        return None
    sure, reason = found
    is_way = old.value == new.value and old.is_denied == new.is_denied
    sure *= _subject(old, new, before, after) * (1.0 if is_way else _scope(old, new))
    return Finding(sure, reason) if sure > 0 else None


# ---------------------------------------------------------------------------- values


def _values(old: Claim, new: Claim) -> tuple[float, str] | None:
    """That both cannot hold, of the same subject at the same time and place."""
    if new.kind is Kind.END:
        return _ended(old, new)
    if old.kind is Kind.END:
        if not new.is_denied and old.value == new.value:
            return DENIAL * 0.8, "what had ended is so again"
        return None
    if old.kind is Kind.SLOT and new.kind is Kind.SLOT:
        return _slot(old, new)
    if old.kind is Kind.CHOICE and new.kind is Kind.CHOICE:
        return _choice(old, new)
    if old.kind is Kind.MANY and new.kind is Kind.MANY:
        return _many(old, new)
    is_disliked = old.is_denied != new.is_denied and old.value == new.value
    if is_disliked and {old.slot, new.slot} == {"preference", "liking"}:
        return 0.75, "one prefers what the other one dislikes"
    return None


def _ended(old: Claim, new: Claim) -> tuple[float, str] | None:
    if old.is_denied or old.kind is Kind.END:
        return None
    if old.value == new.value:
        return DENIAL, "it has ended"
    short, long = sorted((set(old.value), set(new.value)), key=len)
    return (0.6, "part of it has ended") if short and short < long else None


def _slot(old: Claim, new: Claim) -> tuple[float, str] | None:
    if old.slot != new.slot:
        return None
    shown = old.slot if ":" not in old.slot else "the same attribute"
    if old.is_denied and new.is_denied:
        return None
    if old.is_denied or new.is_denied:
        if _is_within(old.value, new.value):
            return DENIAL, f"one denies what the other one says about {shown}"
        return None
    if _is_within(old.value, new.value):
        return None
    sure = min(old.certainty, new.certainty)
    if new.is_update:
        sure = min(0.97, sure + 0.06)
    if is_when(old.value) != is_when(new.value):
        sure *= 0.4
    elif all(map(is_number, old.value)) != all(map(is_number, new.value)):
        sure *= 0.8
    if _holds_place(old.value) != _holds_place(new.value) and old.slot in _PLACES:
        sure *= 0.6
    return sure, f"another value of {shown}"


_PLACES = frozenset({"residence", "location", "origin"})


def _holds_place(value: tuple[str, ...]) -> bool:
    return any(word in WIDE_STEMS for word in value)


def _is_within(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one value says the same as the other, or only more precisely."""
    first, second = set(one), set(other)
    return first <= second or second <= first


def _choice(old: Claim, new: Claim) -> tuple[float, str] | None:
    if old.is_denied or new.is_denied:
        if old.is_denied != new.is_denied and old.value == new.value:
            return DENIAL, "one denies what the other one prefers"
        return None
    if old.value == new.value:
        return _elsewhere(old, new)
    if new.over and old.over and new.value == old.over and old.value == new.over:
        return 0.95, "the preference is the other way round"
    if new.over and new.over == old.value:
        return 0.9, "something else is preferred to it"
    kinds = choices_in(old.value) & choices_in(new.value)
    if kinds:
        return 0.9, "an alternative is preferred"
    if old.value[-1] == new.value[-1] and len(old.value) == len(new.value) == 2:
        return (0.82 if new.is_update else 0.6), "another kind of the same is preferred"
    return None


def _elsewhere(old: Claim, new: Claim) -> tuple[float, str] | None:
    """The same is wanted, in one of several ways: in English, in German."""
    if old.scope != new.scope and choices_in(tuple(old.scope)) & choices_in(tuple(new.scope)):
        return 0.85, "the same is wanted in another way"
    return None


def _many(old: Claim, new: Claim) -> tuple[float, str] | None:
    if old.slot != new.slot:
        return None
    if old.is_denied != new.is_denied:
        if set(old.value) == set(new.value):
            return DENIAL, "one denies what the other one says"
        short, long = sorted((set(old.value), set(new.value)), key=len)
        return (0.6, "one denies part of the other one") if short < long else None
    if old.slot == "wanting" and old.value == new.value:
        return _elsewhere(old, new)
    if old.slot == "be" and not old.is_denied:
        return _opposed(old.value, new.value)
    is_changed = not old.is_denied and old.value != new.value and (new.is_change or new.is_update)
    if is_changed and old.slot == "using" and choices_in(old.value) & choices_in(new.value):
        return (EXCHANGED if new.is_change else 0.72), "one of its kind took its place"
    return None


def _opposed(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[float, str] | None:
    """Whether two descriptions differ in words that are opposites, and in nothing else."""
    one, other = set(old) - set(new), set(new) - set(old)
    if len(one) == len(other) == 1:
        first, second = one.pop(), other.pop()
        if are_opposites(first, second):
            return OPPOSITE, "one says the opposite of the other one"
    return None


def are_opposites(one: str, other: str) -> bool:
    """Whether two stems deny each other."""
    return other in opposites_of(one)


def opposites_of(word: str) -> frozenset[str]:
    """The stems that deny one."""
    found: set[str] = set()
    for language in LANGUAGES:
        found |= lexicon(language).opposites.get(word, frozenset())
    for prefix in ("un", "non", "dis", "non-"):
        bare = word.removeprefix(prefix)
        if bare != word and len(bare) >= 4:
            found.add(bare)
        elif len(word) >= 4 and bare == word:
            found.add(prefix + word)
    return frozenset(found)


def choices_in(value: tuple[str, ...]) -> frozenset[str]:
    """What a value is one of, where one is chosen of several: ``spaces`` is one of ``indent``."""
    found: set[str] = set()
    for language in LANGUAGES:
        entry = lexicon(language).choices.at(list(value), 0) if value else None
        if entry is not None and len(value) - entry[0] <= 1:
            found.add(str(entry[1]))
    return frozenset(found)


LANGUAGES = ("english", "german", "spanish", "french", "chinese")
WIDE_STEMS = frozenset(WIDE)


# ---------------------------------------------------------------------------- subjects


def _subject(old: Claim, new: Claim, before: Reading, after: Reading) -> float:
    """That both are about the same."""
    if old.slot == new.slot == "?":
        # the same words, which name whom they are about if anything does
        sure = _by_keys(old, new, before, after)
        return BY_KEY if sure == UNKNOWN else sure
    spoken = {SPEAKER}
    if old.who and new.who and (old.who == new.who or spoken not in (old.who, new.who)):
        return _named(old.who, new.who)
    if spoken in (old.who, new.who):
        return _by_keys(old, new, before, after)
    if old.who or new.who:
        who, key = (old.who, after.about) if old.who else (new.who, before.about)
        named = who - {"'s"}
        if named <= set(key) | (before.themes & after.themes):
            return BY_KEY
        if named & set(key):
            return 0.75
        other = _apart(key, new if old.who else old)
        own = after if new.who else before
        if other and not other & (set(own.about) | named):
            return BY_THEMES if _themes(before, after) else 0.3
        return BY_THEMES if _themes(before, after) else UNKNOWN
    return _by_keys(old, new, before, after)


def _named(old: frozenset[str], new: frozenset[str]) -> float:
    if old == new:
        return SAME
    if ("'s" in old) != ("'s" in new):
        return 0.0
    if old < new or new < old:
        more = (old | new) - (old & new)
        return 0.0 if any(word[0].isdigit() for word in more) else 0.72
    return 0.0


def _by_keys(old: Claim, new: Claim, before: Reading, after: Reading) -> float:
    """Neither value says whom it is about: their keys do, or their themes."""
    apart = [_apart(before.about, old), _apart(after.about, new)]
    first, second = ({word.rstrip(DIGITS) for word in words} - {""} for words in apart)
    numbers = [{word[len(word.rstrip(DIGITS)) :] for word in words} - {""} for words in apart]
    if all(numbers) and numbers[0] != numbers[1]:
        # server 1 and server 2; or the first and the second note about one
        return NUMBERED if first == second and not _themes(before, after) else 0.0
    both = old.is_definite and new.is_definite
    if first == second:
        if first or before.is_of_self or set(before.about) & set(after.about):
            return BY_KEY
        sure = DEFINITE if both else UNKNOWN
    elif first & second:
        if first <= second or second <= first:
            return BY_KEY if len(first & second) >= 2 else PART_OF_KEY
        sure = NUMBERED
    elif first and second:
        sure = 0.0
    elif before.is_of_self:
        return BY_KEY
    else:
        sure = HALF_DEFINITE if both else UNKNOWN
    return max(sure, BY_THEMES) if _themes(before, after) else sure


def _apart(about: tuple[str, ...], claim: Claim) -> set[str]:
    """What a key names beside the slot and the value."""
    words = slot_words_of(claim)
    return {word for word in about if word not in words and word not in claim.value}


def slot_words_of(claim: Claim) -> frozenset[str]:
    """The stems that name a claim's slot in a key."""
    if claim.slot.startswith(("n:", "q:", "as:", "v:")):
        words = frozenset(claim.slot.partition(":")[2].split())
        return words | all_slot_words().get(_UMBRELLA.get(claim.slot, ""), frozenset())
    return all_slot_words().get(claim.slot.removeprefix("c:"), frozenset())


_UMBRELLA: dict[str, str] = {}


def _themes(before: Reading, after: Reading) -> bool:
    return len(before.themes & after.themes) >= FEW_THEMES


def _scope(old: Claim, new: Claim) -> float:
    """That both hold at the same place and time."""
    one, other = (_places(claim) for claim in (old, new))
    if one == other:
        return 1.0
    if one and other:
        return 0.0
    kinds = {"per" if word.startswith("per:") else "" for word in one | other}
    if kinds == {"per"}:
        return 1.0
    is_purpose = all(word.startswith(("for:", "per:")) for word in old.scope | new.scope)
    return FOR_SOMETHING if is_purpose else ONE_SIDED


def _places(claim: Claim) -> set[str]:
    # of something that happens, the hour is no condition beside the day
    is_dated = is_when(claim.value)
    return {
        word.removeprefix("for:")
        for word in claim.scope
        if not (is_dated and (is_when((word,)) or is_number(word)))
    }
