"""Reading that two are related: who works where, lives where, is married to whom, studies what.

A sentence is read from its beginning, or behind a conjunction: who, then at once a verb phrase that
the language's words have, then whom or what. Whatever else stands between, whatever casts doubt,
denies, asks or quotes, and nothing is read: of what is not certain there is an observation anyway.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ...core.records.graph import NodeType
from ..contradiction.lexicon import lexicon
from ..contradiction.tokens import stem
from ..extracts.vocabulary import CALENDAR, FILLERS
from ..extracts.weighing import LITTLE, terms
from ..extracts.words import words_of
from ..stop_words import STOP_WORDS, language_of
from ..text import fold
from .relation import SPEAKER, End, Kin, Party, Relation, RelationWords, Verb
from .words import RELATION_WORDS

ENGLISH = "en"
LONGEST_NAME = 6
"""Words of a name."""
LONGEST_THING = 3
"""Words of what is no name."""
_I = "I"
_MOST = 8
"""Relations of one sentence."""
_TOKEN = re.compile(
    r"[^\W_]+(?:[.&+#/-]+[^\W_]+|[+#]+(?!\w)|['’](?=[^\W\d_]{2,}[^'’]*$)[A-Z][^\W_]+)*"
    r"|[’'][^\W\d_]+|[^\s\w]|_"
)
_ELIDED = re.compile(r"\bj'(?=[aeiouhéèê])", re.IGNORECASE)
"""French leaves out a letter: j'habite."""
_QUOTED = re.compile('["“”„«»「」『』‹›]')
_ASKS = re.compile(r"[?？؟⁇]\W*$")
PRONOUNS = frozenset(
    (
        *("it", "this", "that", "these", "those", "everyone", "everybody", "nobody", "someone"),
        *("somebody", "anyone", "people", "something", "nothing", "everything", "you", "me"),
        *("him", "her", "them", "us", "who", "what", "how", "when", "why", "there", "here"),
    )
)
"""Words that are no names, whatever they begin with."""
_LAST = frozenset(".!…;:()—–-。！")


def relations(sentence: str, about: str | None = None) -> list[Relation]:
    """What a sentence says of how two are related, in order; mostly nothing.

    Args:
        sentence: One.
        about: Whom it is about, if that is known: whoever is meant by *he*, and who does what
            nobody is said to do (``lives in Berlin``).
    """
    if _ASKS.search(sentence) or _QUOTED.search(sentence):
        return []
    guessed = language_of(words_of(sentence)) or ENGLISH
    # of a short sentence the language is guessed; no verb of one is one of another
    others = [name for name in RELATION_WORDS if name != guessed]
    for language in [*([guessed] if guessed in RELATION_WORDS else []), *others]:
        read = _Sentence(sentence, _grammars()[language], about)
        if read.is_doubted and language == guessed:
            return []
        if found := read.relations():
            return found[:_MOST]
    return []


# --- the words of a language, ready to be looked for


@dataclass(frozen=True, slots=True)
class _Grammar:
    words: RelationWords
    says_nothing: frozenset[str]
    own: tuple[tuple[re.Pattern[str], Verb], ...]
    others: tuple[tuple[re.Pattern[str], Verb], ...]
    kin: tuple[tuple[re.Pattern[str], Kin], ...]
    parts: dict[str, re.Pattern[str]]
    stops: frozenset[str]
    linkers: frozenset[str]
    articles: frozenset[str]
    doubt: re.Pattern[str]


def _phrase(said: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{said})(?= |$)" if said else r"(?!)")


@cache
def _grammars() -> dict[str, _Grammar]:
    return {name: _made(name, words) for name, words in RELATION_WORDS.items()}


def _made(language: str, words: RelationWords) -> _Grammar:
    return _Grammar(
        words,
        STOP_WORDS[language] | PRONOUNS,
        tuple((_phrase(verb.own), verb) for verb in words.verbs),
        tuple((_phrase(verb.others), verb) for verb in words.verbs),
        tuple((_phrase(kin.nouns), kin) for kin in words.kin),
        {
            name: _phrase(getattr(words, name))
            for name in (
                *("speakers", "me", "them", "my", "their", "is_called", "is_", "of", "owned"),
                *("called", "adverbs", "articles", "conjunctions", "endings"),
            )
        },
        frozenset(words.stops.split("|")),
        frozenset(words.linkers.split("|")),
        frozenset(words.articles.split("|")),
        re.compile(rf"(?<!\S)(?:{words.doubts})(?!\S)"),
    )


# --- one sentence


class _Sentence:
    """A sentence that is being read; places are places in its words."""

    def __init__(self, sentence: str, grammar: _Grammar, about: str | None) -> None:
        self.grammar = grammar
        self.about = None if about is None else Party(NodeType.PERSON, about)
        written = _ELIDED.sub("je ", sentence.replace("’", "'"))
        self.is_ended, tokens = _ended(_TOKEN.findall(written), grammar)
        self.tokens = tokens
        self.low = [token.lower() for token in tokens]
        starts = [0]
        for token in self.low:
            starts.append(starts[-1] + len(token) + 1)
        self.text = " ".join(self.low)
        self.starts = starts
        self.found: list[Relation] = []

    @property
    def is_doubted(self) -> bool:
        """Whether a word denies something, or casts doubt on it."""
        return self.grammar.doubt.search(self.text) is not None

    def relations(self) -> list[Relation]:
        """What it says."""
        if self.is_doubted:
            return []
        at, subject = self._clause(0, None)
        while subject is not None and 0 < at < len(self.tokens):
            after = self._behind_conjunction(at)
            if after is None:
                break
            at, subject = self._clause(after, subject)
        if self.is_ended:
            return [replace(one, is_ended=True) for one in self.found[:1]]
        return list(dict.fromkeys(self.found))

    def _behind_conjunction(self, at: int) -> int | None:
        """Where another clause may begin; ``None`` where it would be one of somebody else."""
        for place in range(at, len(self.tokens)):
            if self.low[place] in ("who", "which", "that", "whose", "where", "because", "but"):
                return place + 1 if self.low[place] == "who" and place <= at + 1 else None
            if self._matched("conjunctions", place):
                return place + 1
        return None

    # ------------------------------------------------------------------ a clause

    def _clause(self, at: int, carried: Party | None) -> tuple[int, Party | None]:
        """Read one; where it ends, and who is its subject."""
        unsaid = self._unsaid(at)
        subject, after = (unsaid, at) if unsaid is not None else self._subject(at)
        if subject is None:
            if carried is None:
                return 0, None
            subject = carried
        if after < 0:
            return -after, subject  # a noun said it, and all is read
        if (owned := self._matched("owned", after)) and (end := self._held(owned, subject)):
            return end, subject
        after = self._skip("adverbs", after)
        if self._matched("is_", after) and (end := self._is_kin(after, subject)):
            return end, subject
        is_own = subject.is_speaker
        verbs = self.grammar.own if is_own else self.grammar.others
        best = max(
            ((self._at(pattern, after), verb) for pattern, verb in verbs),
            key=lambda one: one[0],
        )
        end, verb = best
        if not end:
            return 0, None
        return self._ends(self._skip("adverbs", end), subject, verb), subject

    def _unsaid(self, at: int) -> Party | None:
        """Who does what nobody is said to do, where a sentence begins with its verb."""
        if at:
            return None
        if self.grammar.words.may_drop and self._is_verb(self.grammar.own, at):
            return SPEAKER
        return self.about if self._is_verb(self.grammar.others, at) else None

    def _is_verb(self, verbs: tuple[tuple[re.Pattern[str], Verb], ...], at: int) -> bool:
        return any(self._at(pattern, at) for pattern, _ in verbs)

    def _subject(self, at: int) -> tuple[Party | None, int]:
        """Who, and where what is said of them begins: below 0 where all of it was read."""
        if after := self._matched("speakers", at):
            return SPEAKER, after
        if self.about is not None and (after := self._matched("them", at)):
            return self.about, after
        if after := self._matched("my", at):
            return self._relative(after, SPEAKER)
        if self.about is not None and (after := self._matched("their", at)):
            return self._relative(after, self.about)
        name, after = self._name(at)
        if name is None:
            return None, at
        party = Party(NodeType.PERSON, name, is_sure=False)
        if self._word(after) == "'s" and self._kin(after + 1) is not None:
            return self._relative(after + 1, replace(party, is_sure=True))
        return party, after

    def _relative(self, at: int, owner: Party) -> tuple[Party | None, int]:
        """``my sister Anna``, ``Ben's wife is Anna``: who that is, whose relation is noted."""
        found = self._kin(at)
        if found is None:
            return None, at
        kin, after = found
        called = self._matched("is_called", after)
        name, end = self._name(called or self._skip_comma(after))
        if name is None:
            return None, at
        party = Party(kin.node, name)
        if called and not self._is_over(end):
            return None, at  # my boss is Dana's friend
        self._note_kin(kin, owner, party)
        if called:
            return party, -end
        end = self._skip_comma(end)
        return party, end + (self._word(end) == "who")

    def _held(self, at: int, subject: Party) -> int:
        """``has a daughter named Mia``."""
        found = self._kin(at)
        if found is None:
            return 0
        kin, after = found
        called = self._matched("called", self._skip_comma(after))
        name, end = self._name(called or self._skip_comma(after))
        if name is None or not (called or self._word(after) == ","):
            return 0
        self._note_kin(kin, replace(subject, is_sure=True), Party(kin.node, name))
        return end

    def _is_kin(self, at: int, subject: Party) -> int:
        """``Anna is my sister``, ``Anna is the sister of Ben``, ``Anna is Ben's sister``."""
        at = self._matched("is_", at)
        owner: Party | None = None
        if after := self._matched("my", at):
            owner = SPEAKER
        elif self.about is not None and (after := self._matched("their", at)):
            owner = self.about
        else:
            name, after = self._name(at)
            if name is not None and self._word(after) == "'s":
                owner, after = Party(NodeType.PERSON, name), after + 1
            else:
                after = self._skip("articles", at)
        if (found := self._kin(after)) is None or subject == owner:
            return 0
        kin, end = found
        if owner is None:
            of = self._matched("of", end)
            name, end = self._name(of) if of else (None, end)
            if name is None:
                return 0
            owner = Party(NodeType.PERSON, name)
        if not self._is_over(end):
            return 0
        self._note_kin(kin, owner, replace(subject, is_sure=True))
        return end

    def _note_kin(self, kin: Kin, owner: Party, party: Party) -> None:
        first, second = (party, owner) if kin.is_of_noun else (owner, party)
        feelings = kin.attitude, kin.proximity
        self.found.append(Relation(first, kin.relation, second, False, *feelings))

    def _kin(self, at: int) -> tuple[Kin, int] | None:
        for pattern, kin in self.grammar.kin:
            if end := self._at(pattern, at):
                return kin, end
        return None

    # -------------------------------------------------------- what stands behind a verb

    def _ends(self, at: int, subject: Party, verb: Verb) -> int:
        """Note whom or what; where that ends, 0 where there is nothing that can be read."""
        last = 0
        while (found := self._end(at, verb, is_next=bool(last))) is not None:
            party, last = found
            if party != subject:
                who = replace(subject, is_sure=True) if verb.is_personal else subject
                feelings = verb.attitude, verb.proximity
                self.found.append(Relation(who, verb.relation, party, False, *feelings))
            if not verb.has_many:
                break
            after = self._matched("conjunctions", self._skip_comma(last))
            after = after or (last + 1 if self._word(last) == "," else 0)
            if not after:
                break
            at = after
        return last

    def _end(self, at: int, verb: Verb, *, is_next: bool) -> tuple[Party, int] | None:
        if verb.end is End.PERSON and (after := self._matched("me", at)):
            return SPEAKER, after
        at = self._skip("articles", at) if verb.end is not End.PERSON else at
        name, after = self._name(at)
        is_name = name is not None
        if name is None or (verb.end is End.THING and self._goes_on(after)):
            if verb.end is not End.THING:
                return None
            name, after = self._thing(at)
            is_name = False
        if name is None or self._word(after) == "'s":
            return None
        if verb.relation == "lives-in" and _is_tool(name):
            return None
        if is_next and not self._is_over(after):
            return None  # what stands there begins another clause
        return Party(
            verb.node, name, verb.is_sure or (verb.end is End.THING and not is_name)
        ), after

    def _goes_on(self, at: int) -> bool:
        """Whether words follow that belong to what is said: Rust macros."""
        word = self._word(at)
        return word[:1].isalnum() and word not in self.grammar.stops and not self._is_over(at)

    def _thing(self, at: int) -> tuple[str | None, int]:
        """A word or three that name something."""
        end = at
        while end < len(self.tokens) and self.low[end][:1].isalnum():
            if self.low[end] in self.grammar.stops or self._matched("conjunctions", end):
                break
            end += 1
        words = self.low[at:end]
        if not 0 < len(words) <= LONGEST_THING or any(self._is_empty(word) for word in words):
            return None, at
        said = " ".join(self.tokens[at:end])
        if not any(term.weight > LITTLE for term in terms(f"· {said}")):
            return None, at
        return said, end

    def _name(self, at: int) -> tuple[str | None, int]:
        """A proper name, without the article before it."""
        end = at
        while end < len(self.tokens) and end - at < LONGEST_NAME:
            token = self.tokens[end]
            if _is_capital(token) or (end > at and token[0].isdigit()):
                end += 1
                continue
            follows = end + 1 < len(self.tokens) and _is_capital(self.tokens[end + 1])
            if end > at and follows and self.low[end] in self.grammar.linkers:
                end += 1
                continue
            break
        while end > at and self.low[end - 1] in self.grammar.linkers:
            end -= 1
        if (
            self.about is not None
            and end == at
            and self.low[at : at + 1] == [self.about.name.lower()]
        ):
            end = at + 1  # small letters, and known to be a name
        if end == at or self._is_empty(self.low[at]):
            return None, at
        return " ".join(self.tokens[at:end]), end

    # ------------------------------------------------------------------ words

    def _at(self, pattern: re.Pattern[str], at: int) -> int:
        """Behind which word a phrase ends that begins at one; 0 if it does not."""
        if at >= len(self.tokens):
            return 0
        found = pattern.match(self.text, self.starts[at])
        if found is None or found.end() == found.start():
            return 0
        return next((n for n, start in enumerate(self.starts) if start > found.end()), 0)

    def _matched(self, part: str, at: int) -> int:
        return self._at(self.grammar.parts[part], at)

    def _skip(self, part: str, at: int) -> int:
        while after := self._matched(part, at):
            at = after
        return at

    def _skip_comma(self, at: int) -> int:
        return at + 1 if self._word(at) == "," else at

    def _word(self, at: int) -> str:
        return self.low[at] if at < len(self.low) else ""

    def _is_empty(self, word: str) -> bool:
        """Whether a word is one of those that everybody uses, and so no name."""
        folded = fold(word)
        return any(folded in some for some in (self.grammar.says_nothing, FILLERS, CALENDAR))

    def _is_over(self, at: int) -> bool:
        """Whether nothing follows that belongs to what was just read."""
        word = self._word(at)
        return not word or word == "," or word in _LAST or bool(self._matched("conjunctions", at))


def _ended(tokens: Sequence[str], grammar: _Grammar) -> tuple[bool, list[str]]:
    """Whether something is said to be so no longer, and the words without that."""
    low = [token.lower() for token in tokens]
    if not grammar.words.endings:
        return False, list(tokens)
    for at in range(len(low)):
        if low[at : at + 2] == ["no", "longer"]:
            return True, [*tokens[:at], *tokens[at + 2 :]]
    return False, list(tokens)


def _is_capital(word: str) -> bool:
    return word[0].isupper() and word != _I


def _is_tool(name: str) -> bool:
    """Whether a name is known as that of a program or a tool, and so no place."""
    return (
        lexicon("english").choices.at([stem(word) for word in name.lower().split()], 0) is not None
    )


def mentioned(found: Sequence[Relation]) -> Iterator[Party]:
    """All that are related, each once."""
    yield from dict.fromkeys(party for one in found for party in (one.start, one.end))
