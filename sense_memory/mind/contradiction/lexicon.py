"""What the words of a language say about whether two statements can both hold: the shape of it.

The words themselves are data, one file per language in ``words``. Nothing here knows a language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from .tokens import fold, stem, words_of

Phrase = tuple[str, ...]
DEFAULT = "english"


class Arity(StrEnum):
    """How many values somebody or something can have at a time."""

    ONE = "one"
    """Where somebody lives: a new value replaces the old one."""
    MANY = "many"
    """What somebody likes: values go together; only a denial contradicts one."""
    PREFERENCE = "preference"
    """One of several alternatives, but only where the two are alternatives to each other."""
    COPULA = "copula"
    """To be: what is said depends on the words on both sides."""
    BECOME = "become"
    """To change into: the same, and it says that there was another value before."""
    END = "end"
    """To stop having: denies whatever was said of the same thing."""

    @property
    def is_being(self) -> bool:
        """To be or to become."""
        return self in (Arity.COPULA, Arity.BECOME)


def phrases(text: str) -> tuple[str, ...]:
    """A list that is written with semicolons, on as many lines as it takes."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(";"))


@dataclass(frozen=True, slots=True)
class Relation:
    """Words that say the same of somebody.

    Attributes:
        slot: What they say something about, ``residence``; two relations with one slot exclude each
            other if the slot takes one value.
        arity: How many values there can be.
        phrases: Its words, each phrase in its base form.
        certainty: That two different values cannot both hold, 0–1.
        is_denial: They say that it is not so: to hate is not to like.
        is_inverse: What comes first is the value: Anna leads Orpheus.
        is_result: A past form says how things are now: moved to.
        inflect: Whether the first word is an English verb whose forms are made from it.
        past: Its past form, if that is not regular.
        counts: A number before its object counts, of which there is one: has two children.
    """

    slot: str
    arity: Arity
    phrases: tuple[str, ...]
    certainty: float = 0.95
    is_denial: bool = False
    is_inverse: bool = False
    is_result: bool = False
    inflect: bool = False
    past: str = ""
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language.

    Attributes:
        relations: What verbs say.
        nouns: Slot to the nouns that name it: ``deadline`` to ``due date``.
        nouns_in_keys: Slot to words that name it in the key of a memory, and nowhere else.
        plural_nouns: Nouns of which somebody can have several: sister.
        categories: Nouns whose values are ordinary words, and no descriptions: colour.
        superlatives: Words that make any noun one of a kind: favourite.
        negations: Words and phrases that deny what they stand beside.
        endings: Phrases that deny what follows and say that it once was so: no longer.
        updates: Phrases that say that something changed.
        additions: Phrases that say that something holds beside something else.
        doubts: Phrases after which nothing is stated: might, plans to.
        pasts: Phrases that say that it was so once.
        fillers: Words that say nothing here: articles, adverbs, pronouns.
        speakers: Subjects that name whoever speaks: we.
        pronouns: Subjects that name nobody.
        generic: Words that only say of what kind a subject is: project.
        owners: Words that make something somebody's: his.
        possessives: What stands between an owner and what is owned, owner first: ``'s``.
        of: What stands between what is owned and its owner: of.
        changers: Verbs that give something a new value: moved the deadline to.
        counted: Words for what is counted, by another one that means the same.
        rates: Words before the unit of a rate: per.
        purposes: Prepositions before what something is for.
        conditions: Prepositions that say where or when something holds.
        subordinate: Words after which a reason or an explanation follows.
        boundaries: Words that end an object without saying when it holds.
        conjunctions: And, or.
        from_to: Pairs of words around an old value and before a new one: from … to.
        insteads: Phrases before what is so no longer: instead of.
        over: Words between what is preferred and what it is preferred to.
        opposites: Pairs of words that deny each other.
        alternatives: Words of which one holds at a time, by what they are about, as they are said
            of one subject: single, married.
        choices: Words of which one is chosen at a time where somebody chooses: tabs, spaces.
    """

    relations: tuple[Relation, ...] = ()
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nouns_in_keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural_nouns: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    superlatives: tuple[str, ...] = ()
    negations: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    additions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    pasts: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    pronouns: tuple[str, ...] = ()
    generic: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    possessives: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    changers: tuple[str, ...] = ()
    counted: Mapping[str, str] = field(default_factory=dict)
    rates: tuple[str, ...] = ()
    purposes: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    subordinate: tuple[str, ...] = ()
    boundaries: tuple[str, ...] = ()
    conjunctions: tuple[str, ...] = ()
    from_to: tuple[tuple[str, str], ...] = ()
    insteads: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    opposites: tuple[tuple[str, str], ...] = ()
    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a relation's phrase is written.

    Attributes:
        relation: What it says.
        is_past: It says that it was so.
        is_participle: An English -ing form: without a form of to be before it, it states nothing.
        is_base: An English base form, which may be a noun: play.
    """

    relation: Relation
    is_past: bool = False
    is_participle: bool = False
    is_base: bool = False


class Phrases:
    """Phrases that are looked for in a text, longest first.

    Args:
        entries: Phrase to what it means.
    """

    def __init__(self, entries: Iterable[tuple[Phrase, object]]) -> None:
        self._single: dict[str, object] = {}
        self._longer: dict[str, dict[str, list[tuple[Phrase, object]]]] = {}
        for phrase, meaning in entries:
            if len(phrase) == 1:
                self._single.setdefault(phrase[0], meaning)
            elif phrase:
                first, second, *_ = phrase
                self._longer.setdefault(first, {}).setdefault(second, []).append((phrase, meaning))
        for by_second in self._longer.values():
            for found in by_second.values():
                found.sort(key=lambda entry: -len(entry[0]))

    def at(self, words: Sequence[str], start: int) -> tuple[int, object] | None:
        """The longest phrase that begins at a place: where it ends, and what it means."""
        first = words[start]
        longer = self._longer.get(first)
        if longer is not None and start + 1 < len(words):
            for phrase, meaning in longer.get(words[start + 1], ()):
                end = start + len(phrase)
                if len(phrase) == 2 or tuple(words[start:end]) == phrase:
                    return end, meaning
        meaning = self._single.get(first)
        return None if meaning is None else (start + 1, meaning)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a language, ready to be looked up. They are folded."""

    relations: Phrases
    nouns: Phrases
    slot_words: Mapping[str, frozenset[str]]
    cues: Phrases
    plural_nouns: frozenset[str]
    categories: frozenset[str]
    superlatives: frozenset[str]
    fillers: frozenset[str]
    speakers: frozenset[str]
    pronouns: frozenset[str]
    generic: frozenset[str]
    owners: frozenset[str]
    possessives: frozenset[str]
    of: frozenset[str]
    changers: frozenset[str]
    counted: Mapping[str, str]
    rates: frozenset[str]
    purposes: frozenset[str]
    conditions: frozenset[str]
    subordinate: frozenset[str]
    boundaries: frozenset[str]
    conjunctions: frozenset[str]
    from_to: Mapping[str, frozenset[str]]
    targets: frozenset[str]
    over: Phrases
    opposites: Mapping[str, frozenset[str]]
    alternatives: Phrases
    choices: Phrases


class Cue(StrEnum):
    """What a word says about the statement it stands in."""

    NEGATION = "negation"
    ENDING = "ending"
    UPDATE = "update"
    ADDITION = "addition"
    DOUBT = "doubt"
    PAST = "past"
    INSTEAD = "instead"


@cache
def lexicon(language: str) -> Lexicon:
    """The words of one language, and the names that all have, made on first use."""
    from .words import ANY, LANGUAGES

    some = (LANGUAGES[language], ANY)
    cues = (
        (phrase_of(text), cue)
        for lang in some
        for cue, texts in (
            (Cue.NEGATION, lang.negations),
            (Cue.ENDING, lang.endings),
            (Cue.UPDATE, lang.updates),
            (Cue.ADDITION, lang.additions),
            (Cue.DOUBT, lang.doubts),
            (Cue.PAST, lang.pasts),
            (Cue.INSTEAD, lang.insteads),
        )
        for text in texts
    )
    from_to: dict[str, set[str]] = {}
    for first, second in LANGUAGES[language].from_to:
        from_to.setdefault(fold(first), set()).add(fold(second))

    def merged(name: str) -> frozenset[str]:
        return frozenset(fold(word) for lang in some for word in getattr(lang, name))

    def members(name: str) -> Phrases:
        return Phrases(
            (tuple(stems(text)), about)
            for lang in some
            for about, texts in getattr(lang, name).items()
            for text in texts
        )

    return Lexicon(
        relations=Phrases(e for lang in some for rel in lang.relations for e in _forms(rel)),
        nouns=members("nouns"),
        slot_words=_slot_words(some),
        cues=Phrases(cues),
        plural_nouns=frozenset(stem(word) for word in merged("plural_nouns")),
        categories=frozenset(stem(word) for word in merged("categories")),
        superlatives=merged("superlatives"),
        fillers=merged("fillers"),
        speakers=merged("speakers"),
        pronouns=merged("pronouns"),
        generic=frozenset(stem(word) for word in merged("generic")),
        owners=merged("owners"),
        possessives=merged("possessives"),
        of=merged("of"),
        changers=merged("changers"),
        counted={
            stem(fold(word)): stem(fold(other))
            for lang in some
            for word, other in lang.counted.items()
        },
        rates=merged("rates"),
        purposes=merged("purposes"),
        conditions=merged("conditions"),
        subordinate=merged("subordinate"),
        boundaries=merged("boundaries"),
        conjunctions=merged("conjunctions"),
        from_to={first: frozenset(seconds) for first, seconds in from_to.items()},
        targets=frozenset(second for seconds in from_to.values() for second in seconds),
        over=Phrases((phrase_of(text), True) for lang in some for text in lang.over),
        opposites=_opposites(some),
        alternatives=Phrases(
            # unstemmed: employed is a state, employees are people
            (phrase_of(text), about)
            for lang in some
            for about, texts in lang.alternatives.items()
            for text in texts
        ),
        choices=members("choices"),
    )


def language_of(words: Iterable[str]) -> str:
    """The language that most of a text's small words belong to; English if none is ahead."""
    counts = dict.fromkeys(_markers(), 0)
    for word in words:
        for language in _languages_of_word().get(word, ()):
            counts[language] += 1
    best = max(counts, key=lambda language: (counts[language], language == DEFAULT))
    return best if counts[best] > counts[DEFAULT] else DEFAULT


@cache
def _markers() -> Mapping[str, frozenset[str]]:
    """The small words of each language, and its verbs."""
    from .words import LANGUAGES

    return {
        name: frozenset(
            fold(word)
            for words in (
                language.fillers,
                language.pronouns,
                language.conjunctions,
                language.of,
                language.owners,
                (part for phrase in language.negations for part in phrase_of(phrase)),
                (
                    form[0][0]
                    for relation in language.relations
                    for form in _forms(relation)
                    if relation.arity is not Arity.BECOME
                ),
            )
            for word in words
        )
        for name, language in LANGUAGES.items()
    }


@cache
def _languages_of_word() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for language, words in _markers().items():
        for word in words:
            found.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in found.items()}


@cache
def all_slot_words() -> Mapping[str, frozenset[str]]:
    """The stems that name each slot, in any language, as they stand in keys and themes."""
    from .words import ANY, LANGUAGES

    return _slot_words((*LANGUAGES.values(), ANY))


def _slot_words(languages: Iterable[Language]) -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for lang in languages:
        for source in (lang.nouns, lang.nouns_in_keys):
            for slot, nouns in source.items():
                words.setdefault(slot, set()).update(w for noun in nouns for w in stems(noun))
        for relation in lang.relations:
            found = (w for phrase in relation.phrases for w in stems(phrase))
            words.setdefault(relation.slot, set()).update(found)
    return {slot: frozenset(found) for slot, found in words.items()}


def _opposites(languages: Iterable[Language]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for lang in languages:
        for one, other in lang.opposites:
            found.setdefault(stem(fold(one)), set()).add(stem(fold(other)))
            found.setdefault(stem(fold(other)), set()).add(stem(fold(one)))
    return {word: frozenset(others) for word, others in found.items()}


def phrase_of(text: str) -> Phrase:
    """The folded words of a phrase."""
    if text.replace(" ", "").isalpha() and text.isascii():
        return tuple(text.lower().split())
    return tuple(words_of(text))


def stems(text: str) -> list[str]:
    """The stems of the words of a phrase."""
    return [stem(word) for word in phrase_of(text)]


BE = ("is", "are", "am", "'re", "be", "been", "being")
WAS = ("was", "were")


def _forms(relation: Relation) -> Iterable[tuple[Phrase, Form]]:
    """Every way in which a relation is written."""
    for text in relation.phrases:
        first, *rest = phrase_of(text)
        tail = tuple(rest)
        if not relation.inflect:
            yield (first, *tail), Form(relation)
        elif first == "be":
            for word in BE:
                yield (word, *tail), Form(relation)
            for word in WAS:
                yield (word, *tail), Form(relation, is_past=not relation.is_result)
        else:
            yield (first, *tail), Form(relation, is_base=True)
            yield (_third_person(first), *tail), Form(relation)
            yield (_participle(first), *tail), Form(relation, is_participle=True)
            past = relation.past or _past(first)
            yield (past, *tail), Form(relation, is_past=not relation.is_result)


def _third_person(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "ch", "sh", "o", "z")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "s"


def _participle(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "ye")):
        return verb[:-1] + "ing"
    return (verb + verb[-1] if _doubles(verb) else verb) + "ing"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return (verb + verb[-1] if _doubles(verb) else verb) + "ed"


def _doubles(verb: str) -> bool:
    """Whether the last letter is doubled before an ending: of short verbs, run to running."""
    return (
        len(verb) in (3, 4)
        and verb[-1] not in "aeiouwxy"
        and verb[-2] in "aeiou"
        and verb[-3] not in "aeiou"
    )
