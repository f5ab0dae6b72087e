"""Reading what a memory states: who, what about them, which value, and how sure that is.

No grammar is known here. Verbs and nouns that the lexicon knows are looked for, what stands before
them is the subject, what stands after them the value. Where nothing is recognised, nothing is
claimed but the words themselves, which only a denial of the very same words contradicts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from .claim import SPEAKER, Claim, Kind, Reading
from .lexicon import BE, WAS, Arity, Cue, Form, Lexicon, Relation, language_of, lexicon, phrases
from .tokens import ENDS, MARKS, Token, stem, tokens_of
from .values import is_number, is_version, is_when, value_of

LONGEST = 60
"""Words of a value that are read; what stands further behind is not compared."""
MOST_PARTS = 6
"""Parts of a value that are compared."""
LONGEST_VALUE = 8
"""Words that say what a value is; of longer ones the beginning counts."""
_ARROWS = frozenset({"->", "=>", "→"})
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MEANINGLESS = re.compile(r"^(?:[a-z]?\d+|[0-9a-f]{8,}|.)$")
_KEY_NOISE = frozenset(
    stem(word)
    for word in phrases(
        """
        fact; facts; info; information; note; notes; update; updated; updates; new; old; latest;
        current; now; the; of; is; a; an; about; value; memory; insight; item; entry; data;
        thing; stuff; misc; general; from; and; or; in; at; on; to; for; with; has; uses; was;
        are; be; said; says; learned; learnt; user-said; today; recent; previous; prior; change;
        changed; later; earlier; first; second; third; fresh; revised
        """
    )
)


def read(domain: str, facet: str, key: str, value: str, themes: Sequence[str]) -> Reading:
    """What a memory states."""
    tokens = tokens_of(value)[:LONGEST]
    words = [token.text for token in tokens]
    lex = lexicon(language_of(words))
    about = _about(key)
    claims: list[Claim] = []
    for clause in _clauses(tokens):
        claims += _Clause(clause, lex, len(claims), domain).claims()
        if len({claim.part for claim in claims}) >= MOST_PARTS:
            break
    if not any(claim.slot != "?" for claim in claims) and (named := _of_key(about, tokens, lex)):
        claims = [named]
    themed = frozenset(stem(word) for theme in themes for word in _split_key(theme))
    said = tuple(stem(word) for word in words if word not in MARKS)
    if domain == "people" and (speaker := _speaker(about, themed, said)):
        claims = [replace(one, who=speaker) if one.who == {SPEAKER} else one for one in claims]
    return Reading(f"{domain}/{facet}", tuple(claims), about, themed, said, domain == "self")


def _speaker(about: Sequence[str], themes: frozenset[str], said: Sequence[str]) -> frozenset[str]:
    """Who says of themselves what a memory quotes: the theme with which its key begins.

    What two people say in the same words, of themselves each, does not contradict.
    """
    found: list[str] = []
    for word in about:
        if word not in themes or word in said:
            break
        found.append(word)
    return frozenset(found)


def _split_key(key: str) -> list[str]:
    spaced = _CAMEL.sub(" ", key).replace("-", " ").replace("_", " ")
    return [
        token.text for token in tokens_of(spaced) if token.text not in MARKS and token.text != "'s"
    ]


def _about(key: str) -> tuple[str, ...]:
    """What a key names, in order."""
    stems = [stem(word) for word in _split_key(key)]
    # a number alone tells one of several from another: server 2
    kept = [
        word
        for at, word in enumerate(stems)
        if word not in _KEY_NOISE and (not _MEANINGLESS.match(word) or (at > 0 and word.isdigit()))
    ]
    return tuple(kept) if any(not word.isdigit() for word in kept) else ()


def _of_key(about: tuple[str, ...], tokens: Sequence[Token], lex: Lexicon) -> Claim | None:
    """What a short value says about the noun in its key: ``vergel-timezone``."""
    content = [token for token in tokens if token.text not in MARKS]
    texts = [token.text for token in content]
    if not 0 < len(content) <= 5 or any(token.text in ENDS for token in tokens[:-1]):
        return None
    if any(lex.relations.at(texts, at) is not None for at in range(1, len(texts))):
        return None  # a sentence
    cues = _cues([token.text for token in content], lex)
    if any(cue in (Cue.DOUBT, Cue.PAST, Cue.NEGATION, Cue.ENDING) for _, _, cue in cues):
        return None
    found = _noun(list(about), lex)
    if found is None:
        return None
    slot, _start, _end, certainty = found
    content = [
        token for token in content if token.text not in lex.fillers or token.is_number
    ] or content
    return Claim(
        Kind.SLOT,
        slot,
        value_of(content)[:LONGEST_VALUE],
        frozenset(),
        certainty=certainty * 0.97,
        is_update=any(cue is Cue.UPDATE for _, _, cue in cues),
        is_addition=any(cue is Cue.ADDITION for _, _, cue in cues),
        is_named=True,
    )


SYNONYMS = frozenset(
    phrases(
        """
        deadline; launch; expiry; birthday; price; salary; budget; version; status; residence;
        phone; email; timezone; employer; occupation; partner; lead; age; diet; pronouns; major;
        manager; ci; database; host; license; port; editor; dish; weight; height; car; framework;
        headquarters; implementation language
        """
    )
)
"""Slots whose nouns all mean the same; those of other slots are told apart."""


def _noun(stems: list[str], lex: Lexicon) -> tuple[str, int, int, float] | None:
    """The last noun among some words that names a slot: its slot, where it stands, how sure."""
    best: tuple[str, int, int, float] | None = None
    at = 0
    while at < len(stems):
        found = lex.nouns.at(stems, at)
        superlative = at > 0 and stems[at - 1] in _stemmed(lex.superlatives)
        if found is not None:
            end, slot = found
            name = str(slot)
            noun = " ".join(stems[at:end])
            certainty = 0.93
            if superlative and stems[at - 1] not in _MERELY_NOW:
                said = name if name in SYNONYMS else noun
                best = (f"n:{_group(stems[at - 1])} {said}", at - 1, end, 0.93)
            elif name in SYNONYMS:
                best = (name, at, end, certainty)
            else:
                best = (f"n:{noun}", at, end, certainty if noun not in _LOOSE else 0.7)
            at = end
            continue
        if superlative and stems[at - 1] not in _MERELY_NOW:
            best = (f"n:{_group(stems[at - 1])} {stems[at]}", at - 1, at + 1, 0.93)
        elif stems[at] in _stemmed(lex.superlatives) and at > 0 and _follows(stems, at):
            # colour favourite, couleur preferee: the noun comes first
            best = (f"n:{_group(stems[at])} {stems[at - 1]}", at - 1, at + 1, 0.93)
        at += 1
    return best


def _follows(stems: list[str], at: int) -> bool:
    return at == len(stems) - 1 and stems[at] in _ROMANCE


_ROMANCE = frozenset(
    stem(word)
    for word in phrases(
        """
        favorito; favorita; preferido; preferida; prefere; preferee; favori; favorite;
        principal; principale
        """
    )
)
_OF_THEIR_NOUN = frozenset(
    {"date", "setting", "start", "end", "version", "location", "deadline", "platform", "host"}
)
"""Slots of verbs that speak of what their subject names: the deadline was pushed to."""
_TIMES = frozenset({"time", "start", "meeting"})
"""Slots of verbs that say at what hour something is."""
_MERELY_NOW = frozenset(stem(word) for word in ("current", "native", "official", "only", "next"))
_LOOSE = frozenset(
    stem(word)
    for word in phrases(
        """
        meeting; review; link; language; model; contact; date; training; party; concert;
        workshop; interview; flight; exam; appointment; lecture; result; decision; mentor;
        tutor; coach; winner; sponsor; topic; office; site; base; level; host; camera; bike;
        instrument; account; reviewer; home; goal; focus; country
        """
    )
)
"""Nouns of which there may well be several; without more, they are only suggested."""
_ALIKE = {
    "favored": "favorit",
    "prefer": "favorit",
    "go-to": "favorit",
    "best": "best",
    "primary": "main",
    "chief": "main",
    "principal": "main",
    "usual": "usual",
    "typical": "usual",
}


def _group(superlative: str) -> str:
    return _ALIKE.get(superlative, superlative)


@cache
def _stemmed(words: frozenset[str]) -> frozenset[str]:
    return frozenset(stem(word) for word in words)


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """The sentences of a value, without what stands in brackets."""
    clauses: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.text == "(":
            depth += 1
        elif token.text == ")":
            depth = max(0, depth - 1)
        elif depth:
            continue
        elif token.text in ENDS or token.text == "but":
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


def _cues(words: list[str], lex: Lexicon) -> list[tuple[int, int, Cue]]:
    """The words that say how a statement is meant, with where they begin and end."""
    found: list[tuple[int, int, Cue]] = []
    at = 0
    while at < len(words):
        entry = lex.cues.at(words, at)
        if entry is None:
            at += 1
            continue
        end, meaning = entry
        cue = Cue(str(meaning))
        if _is_cue(words, at, end, cue, lex):
            found.append((at, end, cue))
            at = end
        else:
            at += 1
    return found


_BEFORE_A_MONTH = frozenset(
    phrases("in; of; on; until; by; to; from; since; late; early; mid; for")
)
"""After these, may is a month and no doubt."""
_BEFORE_A_VALUE = frozenset(phrases("to; at; on; for; in; by; of; am; auf; al; au"))


def _is_cue(words: list[str], at: int, end: int, cue: Cue, lex: Lexicon) -> bool:
    word = words[at]
    following = words[end] if end < len(words) else ""
    before = words[at - 1] if at else ""
    if cue is Cue.DOUBT and word == "may":
        return not (following[:1].isdigit() or before[:1].isdigit() or before in _BEFORE_A_MONTH)
    if cue is Cue.DOUBT and word in ("will", "should", "shall"):
        return following != "be"
    if cue is Cue.PAST and before in lex.subordinate:
        return False  # since yesterday
    verb = lex.relations.at(words, at)
    if verb is None or verb[0] < end:
        return True
    return cue is Cue.ENDING and following.endswith("ing")


@dataclass(slots=True)
class _Verb:
    """A relation that was found: where it begins and ends among the plain words."""

    start: int
    end: int
    form: Form

    @property
    def relation(self) -> Relation:
        return self.form.relation


def _is_auxiliary(verb: _Verb) -> bool:
    return verb.relation.arity.is_being or verb.relation.slot == "having"


class _Clause:
    """One sentence that is being read."""

    def __init__(self, tokens: list[Token], lex: Lexicon, first_part: int, domain: str) -> None:
        self.lex = lex
        self.domain = domain
        self.first_part = first_part
        self.scope: frozenset[str] = frozenset()
        tokens = self._without_condition(tokens)
        words = [token.text for token in tokens]
        cues = _cues(words, lex)
        self.is_doubtful_from = min((a for a, _, c in cues if c is Cue.DOUBT), default=len(words))
        covered = {at for start, end, _ in cues for at in range(start, end)}
        kept = [at for at in range(len(tokens)) if at not in covered]
        self.tokens = [tokens[at] for at in kept]
        self.words = [token.text for token in self.tokens]
        place = [0] * (len(tokens) + 1)
        for at in range(len(tokens)):
            place[at + 1] = place[at] + (at not in covered)
        self.cues = [(place[start], cue) for start, _, cue in cues]
        self.doubt = place[min(self.is_doubtful_from, len(tokens))]
        self.has_doubt = self.is_doubtful_from < len(words)

    def _without_condition(self, tokens: list[Token]) -> list[Token]:
        """Take off what stands before the first comma if it only says when or where."""
        lex = self.lex
        comma = next((i for i, t in enumerate(tokens[:9]) if t.text in (",", "，")), None)
        if comma is None or not tokens:
            return tokens
        first = tokens[0].text
        if lex.cues.at([t.text for t in tokens], 0) is not None:
            return tokens[comma + 1 :] if comma > 1 else tokens[:comma] + tokens[comma + 1 :]
        if first in lex.conditions or first in lex.subordinate:
            if first in lex.conditions:
                said = [t for t in tokens[1:comma] if t.text not in lex.fillers]
                self.scope = frozenset(value_of(said))
            return tokens[comma + 1 :]
        return tokens

    # -------------------------------------------------------------- what is found

    def claims(self) -> list[Claim]:
        """What the sentence states."""
        if self.has_doubt and self.doubt == 0:
            return []
        if not self.words:
            return []
        field = self._field()
        if field is not None:
            return field
        found: list[Claim] = []
        verbs = self._verbs()
        who: frozenset[str] = frozenset()
        for number, verb in enumerate(verbs):
            begin = self._subject_begin(verbs, number)
            end = self._object_end(verbs, number)
            if verb.start >= self.doubt and self.has_doubt:
                break
            subject = self.tokens[begin : verb.start]
            said = self._statement(verb, subject, self.tokens[verb.end : end], who, begin, end)
            part = self.first_part + number
            found += [claim.at(part) for claim in said]
            if said and said[0].who:
                who = said[0].who
        if not self.has_doubt and (changed := self._given_anew()):
            return changed
        if not verbs and not self.has_doubt:
            found += self._verbless()
        return found

    def _field(self) -> list[Claim] | None:
        """``timezone: Europe/Berlin``; ``deadline = 3 May -> 10 May``."""
        mark = next((i for i, w in enumerate(self.words[:7]) if w in (":", "=", "：")), None)
        if mark is None or mark == 0 or mark + 1 >= len(self.words):
            return None
        left = [t for t in self.tokens[:mark] if t.text not in self.lex.fillers]
        named = self._slot_in(left)
        right = self.tokens[mark + 1 :]
        if named is None:
            state = self._state(right)
            if state is None or self.has_doubt:
                return None
            return [
                replace(claim, value=state[1])
                for claim in self._given(state[0], self._who(left), right, 0.88)
            ]
        slot, who, certainty = named
        arrow = max((i for i, t in enumerate(right) if t.text in _ARROWS), default=-1)
        return [
            replace(claim, is_update=claim.is_update or arrow >= 0)
            for claim in self._given(slot, who, right[arrow + 1 :], certainty)
        ]

    def _given_anew(self) -> list[Claim]:
        """``we moved the deadline from 3 May to 10 May``."""
        lex = self.lex
        at = next((i for i, word in enumerate(self.words) if word in lex.changers), None)
        if at is None or (at and self.words[at - 1] in (*BE, *WAS)):
            return []
        stop = next(
            (i for i in range(at + 1, len(self.words)) if self.words[i] in lex.targets), None
        )
        if stop is None:
            return []
        opened = next((i for i in range(at + 1, stop) if self.words[i] in lex.from_to), stop)
        if opened == at + 1:
            return []  # it moved, nobody moved it
        named = self._slot_in(self.tokens[at + 1 : opened])
        rest = self.tokens[stop + 1 :]
        if named is None:
            if not any(word.startswith("clock") for word in value_of(rest)):
                return []
            named = ("date", self._who(self.tokens[at + 1 : opened]), 0.88)
        slot, who, certainty = named
        return [replace(claim, is_update=True) for claim in self._given(slot, who, rest, certainty)]

    def _verbless(self) -> list[Claim]:
        """``deadline 10 May``, or words that are only compared as they are."""
        content = [t for t in self.tokens if t.text not in self.lex.fillers and t.text not in MARKS]
        arrow = max((i for i, t in enumerate(content) if t.text in _ARROWS), default=-1)
        for end in range(min(3, len(content) - 1), 0, -1):
            named = self._slot_in(content[:end])
            rest = content[max(end, arrow + 1) :]
            if named and rest and (rest[0].is_number or rest[0].is_name) and len(rest) <= 5:
                slot, who, certainty = named
                return self._given(slot, who, rest, certainty * 0.95)
        return self._bag(content)

    def _given(
        self, slot: str, who: frozenset[str], rest: Sequence[Token], certainty: float
    ) -> list[Claim]:
        """The value that stands beside the name of a slot, without a verb."""
        if self.has_doubt or self._has(Cue.PAST):
            return []
        value, scope, _ = self._object(rest)
        said = value_of(value)[:LONGEST_VALUE]
        if not said:
            return []
        return [
            Claim(
                Kind.SLOT,
                slot,
                said,
                who,
                self.scope | scope,
                self.first_part,
                certainty,
                is_denied=self._is_denied(0, len(self.words)),
                is_update=self._has(Cue.UPDATE),
                is_addition=self._has(Cue.ADDITION),
                is_named=_is_named(value),
                is_definite=True,
            )
        ]

    def _bag(self, content: Sequence[Token]) -> list[Claim]:
        """All words of a sentence, which only their own denial contradicts."""
        denied = self._is_denied(0, len(self.words))
        value = value_of([t for t in content if t.text not in self.lex.owners])
        if len(value) < 2 - denied:
            return []
        return [
            Claim(
                Kind.MANY,
                "?",
                tuple(sorted(set(value))),
                scope=self.scope,
                is_denied=denied,
                is_update=self._has(Cue.UPDATE),
                is_addition=self._has(Cue.ADDITION),
                part=self.first_part,
            )
        ]

    # ------------------------------------------------------------- where verbs are

    def _verbs(self) -> list[_Verb]:
        found: list[_Verb] = []
        at = 0
        while at < len(self.words):
            if found and self._is_aside(found[-1].end, at):
                at += 1
                continue
            entry = self.lex.relations.at(self.words, at)
            if entry is None or not isinstance(entry[1], Form):
                at += 1
                continue
            verb = _Verb(at, entry[0], entry[1])
            if not self._is_verb(verb, found):
                at += 1
                continue
            if found and found[-1].end == at and _is_auxiliary(found[-1]):
                verb.start = found[-1].start
                found.pop()
            found.append(verb)
            at = verb.end
        return found

    def _is_aside(self, start: int, at: int) -> bool:
        """Whether a reason, an explanation or something embedded stands between."""
        between = self.words[start : at + 1]
        if any(word in self.lex.subordinate for word in between):
            return True
        return at > start and not any(
            w in self.lex.conjunctions or w in (",", "，") for w in between[:-1]
        )

    def _is_verb(self, verb: _Verb, found: list[_Verb]) -> bool:
        """Whether what looks like a verb is one, and no noun or part of another one."""
        form = verb.form
        before = self.words[verb.start - 1] if verb.start else ""
        directly = found[-1] if found and found[-1].end == verb.start else None
        be = directly is not None and directly.relation.arity.is_being
        if form.is_participle:
            ended = any(p == verb.start and c is Cue.ENDING for p, c in self.cues)
            return be or ended or verb.start == 0
        if before == "to" and form.is_base:
            return False
        is_short = verb.end - verb.start == 1
        nounish = (
            before in _DETERMINERS
            or before in self.lex.owners
            or before in (self.lex.possessives | self.lex.of | self.lex.superlatives)
        )
        if is_short and nounish and verb.relation.arity is not Arity.COPULA:
            return False
        if be and is_short and not form.relation.arity.is_being:
            return False  # a passive, or a description: is supported, is divorced
        if form.is_base:
            return self._may_be_base(verb, before)
        return True

    def _may_be_base(self, verb: _Verb, before: str) -> bool:
        if verb.start == 0:
            return len(self.words) > 1
        has_denial = any(p == verb.start for p, _ in self.cues)
        plural = before.endswith("s") and before != "'s"
        several = any(w in self.lex.conjunctions for w in self.words[: verb.start])
        return has_denial or plural or several or before in _PLURAL_PRONOUNS

    def _subject_begin(self, verbs: list[_Verb], number: int) -> int:
        if number == 0:
            return 0
        previous = verbs[number - 1].end
        for at in range(verbs[number].start - 1, previous - 1, -1):
            if self.words[at] in self.lex.conjunctions or self.words[at] in (",", "，"):
                return at + 1
        return verbs[number].start

    def _object_end(self, verbs: list[_Verb], number: int) -> int:
        limit = len(self.words)
        if self.has_doubt:
            limit = min(limit, max(self.doubt, verbs[number].end))
        if number + 1 < len(verbs):
            limit = min(limit, max(verbs[number].end, self._subject_begin(verbs, number + 1) - 1))
            while limit > verbs[number].end and (
                self.words[limit - 1] in self.lex.conjunctions or self.words[limit - 1] == ","
            ):
                limit -= 1
        return limit

    # -------------------------------------------------------------- what they say

    def _has(self, *cues: Cue, begin: int = 0, end: int | None = None) -> bool:
        last = len(self.words) if end is None else end
        return any(begin <= p <= last and cue in cues for p, cue in self.cues)

    def _is_denied(self, begin: int, end: int) -> bool:
        count = sum(
            1 for p, cue in self.cues if begin <= p <= end and cue in (Cue.NEGATION, Cue.ENDING)
        )
        # ne … pas, kein … mehr: two words that deny once
        return count > 0

    def _statement(
        self,
        verb: _Verb,
        subject: Sequence[Token],
        rest: Sequence[Token],
        carried: frozenset[str],
        begin: int,
        end: int,
    ) -> list[Claim]:
        relation = verb.relation
        denied = self._is_denied(begin, min(end, verb.end + 1)) != relation.is_denial
        perfect = verb.start > 0 and self.words[verb.start - 1] in ("has", "have")
        is_change = relation.is_result or relation.arity in (Arity.BECOME, Arity.END)
        was = self._has(Cue.PAST, begin=begin, end=end) and not is_change
        if ((verb.form.is_past and not perfect) or was) and not denied:
            return []
        instead = next((p for p, c in self.cues if c is Cue.INSTEAD and verb.end < p <= end), None)
        ended: list[Token] = []
        if instead is not None:
            ended = self.tokens[instead:end]
            rest = rest[: instead - verb.end]
        else:
            ended, rest = self._from_to(verb, rest)
        ended, _, _ = self._object(ended)
        value, scope, role = self._object(rest)
        base = Claim(
            Kind.SLOT,
            relation.slot,
            value_of(value)[:LONGEST_VALUE],
            self._who(subject) or (carried if not subject else frozenset()),
            self.scope | scope,
            certainty=relation.certainty,
            is_denied=denied,
            is_update=self._has(Cue.UPDATE, begin=begin, end=end) or relation.is_result,
            is_change=relation.arity is Arity.BECOME,
            is_addition=self._has(Cue.ADDITION, begin=begin, end=end),
            is_named=_is_named(value),
        )
        found: list[Claim] = []
        if relation.arity in (Arity.COPULA, Arity.BECOME):
            found = self._being(base, verb, subject, value, rest)
        elif relation.arity is Arity.ONE:
            found = self._single(base, relation, subject)
            state = self._state(self.tokens[verb.start + 1 : verb.end]) if value else None
            if state is not None and state[0].startswith("c:") and not denied:
                found.append(replace(base, slot=state[0], value=state[1], certainty=0.9))
        elif relation.arity is Arity.PREFERENCE:
            found = self._preferring(base, rest)
        elif relation.arity is Arity.END:
            found = [replace(base, kind=Kind.END, slot="*", is_denied=True)] if value else []
        else:
            found = self._several(
                base if base.value else replace(base, value=("*",)), relation, value, role
            )
        if ended:
            found.append(
                replace(base, kind=Kind.END, slot="*", value=value_of(ended), is_denied=True)
            )
        return [claim for claim in found if claim.value]

    def _single(self, base: Claim, relation: Relation, subject: Sequence[Token]) -> list[Claim]:
        if relation.slot == "employer" and relation.certainty < 0.8 and not base.is_named:
            return []  # joined the tennis club
        if not relation.is_inverse:
            if (
                relation.slot == "setting"
                and is_when(base.value)
                and self._slot_in(subject) is None
            ):
                return [replace(base, slot="date", certainty=0.9)]
            is_theirs = relation.slot in _OF_THEIR_NOUN or relation.is_result
            named = self._slot_in(subject) if is_theirs else None
            if named is not None and named[2] >= 0.8:
                slot, who, certainty = named
                return [replace(base, slot=slot, who=who, certainty=certainty, is_definite=True)]
            if relation.slot in _TIMES and any(word.startswith("clock") for word in base.value):
                return [replace(base, slot="date")]
            return [base, *self._versioned(base)]
        held = self._who(subject)
        if not held:
            return []
        return [replace(base, value=tuple(sorted(held)), who=frozenset(base.value), is_named=True)]

    def _preferring(self, base: Claim, rest: Sequence[Token]) -> list[Claim]:
        words = [token.text for token in rest]
        for at in range(1, len(words)):
            found = self.lex.over.at(words, at)
            if found is not None and found[0] < len(words):
                chosen, _, _ = self._object(rest[:at])
                other, scope, _ = self._object(rest[found[0] :])
                return [
                    replace(
                        base,
                        kind=Kind.CHOICE,
                        value=value_of(chosen)[:LONGEST_VALUE],
                        over=value_of(other)[:LONGEST_VALUE],
                        scope=base.scope | scope,
                    )
                ]
        return [replace(base, kind=Kind.CHOICE)]

    def _several(
        self, base: Claim, relation: Relation, value: Sequence[Token], role: tuple[str, ...]
    ) -> list[Claim]:
        found = [replace(base, kind=Kind.MANY)]
        if base.is_denied or not base.value:
            return found
        words = base.value
        if role and relation.slot in ("using", "having"):
            named = _noun(list(role), self.lex)
            slot = named[0] if named is not None else f"n:{' '.join(role)}"
            found.append(replace(base, slot=slot, certainty=0.86, is_named=True))
        is_count = is_number(words[0]) and len(words) > 1 and not is_when(words)
        if relation.counts and is_count and "/" not in words[0]:
            found.append(self._counted(base))
        held = self._slot_in_object(value)
        if held is not None:
            slot, at = held
            found.append(
                replace(base, slot=slot, value=value_of(value[at:]), certainty=0.9, is_named=True)
            )
        elif relation.slot in ("using", "counting"):
            found += self._versioned(base)
        return found

    def _versioned(self, base: Claim) -> list[Claim]:
        """``Python 3.12``: which version of what."""
        words = base.value
        if len(words) < 2 or not is_version(words[-1]) or is_number(words[0]) or is_when(words):
            return []
        slot = f"v:{' '.join(words[:-1])}"
        return [
            replace(
                base, kind=Kind.SLOT, slot=slot, value=words[-1:], certainty=0.86, is_named=True
            )
        ]

    def _slot_in_object(self, value: Sequence[Token]) -> tuple[str, int] | None:
        """``has a budget of 500``: the slot, and where its value begins."""
        words = [token.text for token in value]
        for at in range(1, len(words) - 1):
            if words[at] in self.lex.of and value[at + 1].is_number:
                named = _noun([stem(word) for word in words[:at]], self.lex)
                if named is not None:
                    return named[0], at + 1
        return None

    # ---------------------------------------------------------------------- to be

    def _being(
        self,
        base: Claim,
        verb: _Verb,
        subject: Sequence[Token],
        value: Sequence[Token],
        rest: Sequence[Token],
    ) -> list[Claim]:
        named = self._slot_in(subject)
        changed = verb.relation.arity is Arity.BECOME
        is_placed = (
            bool(rest) and rest[0].text in ("in", "at", "on")
        ) or verb.relation.slot == "move"
        if named is not None and not (named[2] < 0.8 and is_placed):
            slot, who, certainty = named
            to = [t for t in value if t.text not in _BEFORE_A_VALUE]
            said = value_of(to)[:LONGEST_VALUE]
            if said:
                return [
                    replace(
                        base,
                        slot=slot,
                        who=who,
                        value=said,
                        scope=self.scope | base.scope,
                        certainty=certainty * self._naming(slot, to, said),
                        is_definite=True,
                        is_update=base.is_update or changed,
                    )
                ]
        found: list[Claim] = []
        words = base.value
        aged = [w for w in words if is_number(w)]
        if aged and len(words) >= 2 and "year" in words and "old" in words:
            return [replace(base, slot="age", value=(aged[0],))]
        state = self._state(value)
        if state is not None:
            found.append(
                replace(
                    base,
                    slot=state[0],
                    value=state[1],
                    certainty=0.9,
                    is_update=base.is_update or changed,
                )
            )
        elif changed:
            found += self._changed(base, verb, value)
        else:
            found += self._described(base, subject, rest)
        if verb.relation.slot == "be" and base.value:
            found.append(replace(base, kind=Kind.MANY, slot="be"))
        return found

    def _naming(self, slot: str, value: Sequence[Token], said: tuple[str, ...]) -> float:
        """That words name what fills a slot, and do not describe it: Postgres, not fast."""
        noun = slot.removeprefix("n:")
        is_said_so = (
            _is_named(value)
            or any(is_number(word) for word in said)
            or noun.split()[-1] in self.lex.categories
            or noun.split()[0] in _stemmed(self.lex.superlatives)
            or self.lex.choices.at(said, 0) is not None
            or self.lex.alternatives.at([token.text for token in value], 0) is not None
        )
        return 1.0 if is_said_so else 0.65

    def _changed(self, base: Claim, verb: _Verb, value: Sequence[Token]) -> list[Claim]:
        """``moved to Madrid``, ``switched to pnpm``."""
        if verb.relation.slot == "move":
            if is_when(base.value):
                return [replace(base, slot="date", certainty=0.9, is_update=True)]
            direct = bool(value) and value[0].is_name and base.value
            is_thing = self.lex.choices.at(list(base.value), 0) is not None if base.value else True
            if direct and not is_thing:
                slot = "residence" if self.domain in ("people", "self") or base.who else "location"
                return (
                    [
                        replace(base, slot="residence", certainty=0.88, is_update=True),
                        replace(base, slot="location", certainty=0.88, is_update=True),
                    ]
                    if (slot == "residence")
                    else [replace(base, slot=slot, certainty=0.88, is_update=True)]
                )
        if len(base.value) > 1 and is_number(base.value[0]) and not is_when(base.value):
            return [self._counted(base)]
        if verb.relation.slot == "be" or not base.value:
            return []
        return [replace(base, kind=Kind.MANY, slot="using", is_change=True)]

    def _counted(self, base: Claim) -> Claim:
        """How many there are of what."""
        what = " ".join(self.lex.counted.get(word, word) for word in base.value[1:])
        return replace(base, slot=f"q:{what}", value=base.value[:1], certainty=0.88, is_named=True)

    def _described(
        self, base: Claim, subject: Sequence[Token], rest: Sequence[Token]
    ) -> list[Claim]:
        """What being something says beyond the word: whose, where, when, how much."""
        words = base.value
        owned = self._owned(subject)
        if owned is not None:
            noun, who = owned
            if noun.split()[-1] in self.lex.plural_nouns and noun.split()[0] not in _stemmed(
                self.lex.superlatives
            ):
                return []
            return [
                replace(base, slot=f"n:{noun}", who=who, certainty=0.86 if base.is_named else 0.55)
            ]
        first = rest[0].text if rest else ""
        if first in ("in", "at", "on") and len(rest) > 1:
            inside = [t for t in rest[1:] if t.text not in self.lex.fillers]
            place, _, _ = self._object(inside)
            said = value_of(place)[:LONGEST_VALUE]
            if is_when(said):
                return [replace(base, slot="date", value=said, scope=self.scope, certainty=0.88)]
            if place and place[0].is_name and first != "on":
                sure = 0.62 if self.domain in ("people", "self") else 0.86
                return [
                    replace(base, slot="location", value=said, scope=self.scope, certainty=sure)
                ]
            return []
        if words and is_number(words[0]) and len(words) > 1 and not is_when(words):
            return [self._counted(base)]
        if words and is_when(words):
            return [replace(base, slot="date", certainty=0.88)]
        return []

    def _state(self, value: Sequence[Token]) -> tuple[str, tuple[str, ...]] | None:
        """Which of some states that exclude each other a description names."""
        words = [token.text for token in value]
        for at in range(min(2, len(words))):
            found = self.lex.alternatives.at(words, at)
            if found is not None and len(words) - (found[0] - at) <= 1 + at:
                about = str(found[1])
                slot = about if about in SYNONYMS - {"partner"} else f"c:{about}"
                return slot, value_of(value[at : found[0]])
        return None

    # ------------------------------------------------------------ parts of a sentence

    def _who(self, subject: Sequence[Token]) -> frozenset[str]:
        """Whom a sentence is about: the words before its verb that name somebody."""
        lex = self.lex
        kept: list[str] = []
        for at, token in enumerate(subject):
            word = token.text
            if word in lex.speakers:
                kept.append(SPEAKER)
                continue
            if word in MARKS or word in lex.pronouns or word in lex.conjunctions:
                continue
            if word in lex.possessives:
                if at + 1 < len(subject):
                    kept.append("'s")
                continue
            if word in lex.fillers or word in lex.of:
                continue
            said = stem(word)
            if said not in lex.generic:
                kept.append(said)
        if not kept:
            # the project
            kept = [stem(t.text) for t in subject if stem(t.text) in lex.generic][-1:]
        return frozenset(kept)

    def _slot_in(self, subject: Sequence[Token]) -> tuple[str, frozenset[str], float] | None:
        """The noun in a subject that names a slot, and whose it is: slot, who, how sure."""
        lex = self.lex
        cut = next(
            (i for i, t in enumerate(subject) if i and t.text in lex.of | {"in", "on", "at"}), None
        )
        head = list(subject if cut is None else subject[:cut])
        tail = [] if cut is None else list(subject[cut + 1 :])
        owner: list[Token] = []
        for at in range(len(head) - 1, -1, -1):
            if head[at].text in lex.possessives:
                owner, head = head[:at], head[at + 1 :]
                break
        is_owned = bool(owner) or bool(tail) or any(t.text in lex.owners for t in head)
        content = [t for t in head if t.text not in lex.fillers and t.text not in MARKS]
        stems = [stem(t.text) for t in content]
        named = _noun(stems, lex)
        if named is None or named[2] != len(stems):
            return None
        slot, start, _, certainty = named
        if certainty < 0.8 and is_owned:
            certainty = 0.82 if slot.startswith("n:") else certainty
        if slot.startswith("n:") and slot[2:] in lex.plural_nouns:
            return None
        return slot, self._who([*owner, *content[:start], *tail]), certainty

    def _owned(self, subject: Sequence[Token]) -> tuple[str, frozenset[str]] | None:
        """``Vergel's laptop``: what, and whose."""
        lex = self.lex
        for at in range(len(subject) - 1, -1, -1):
            word = subject[at].text
            if word in lex.possessives or word in lex.owners:
                what = [stem(t.text) for t in subject[at + 1 :] if t.text not in lex.fillers]
                if 0 < len(what) <= 3:
                    return " ".join(what), self._who(subject[:at])
        return None

    def _object(self, rest: Sequence[Token]) -> tuple[list[Token], frozenset[str], tuple[str, ...]]:
        """What stands after a verb: the value, where or when it holds, and what it serves as."""
        lex = self.lex
        value: list[Token] = []
        scope: frozenset[str] = frozenset()
        role: tuple[str, ...] = ()
        skipped = -1
        for at, token in enumerate(rest):
            word = token.text
            if word == "," and value:
                value += self._wider(rest[at + 1 :])
                break
            if value and word == "as" and at + 1 < len(rest):
                inner = [t for t in rest[at + 1 : at + 6] if t.text not in lex.fillers]
                role = tuple(
                    stem(t.text)
                    for t in inner
                    if t.text not in lex.superlatives and t.text not in lex.owners
                )[:2]
                break
            if value and word in lex.subordinate:
                break
            if value and word in lex.rates and at + 1 < len(rest):
                scope |= {f"per:{stem(rest[at + 1].text)}"}
                skipped = at + 1
                continue
            if at == skipped:
                continue
            if value and word in lex.conditions and at + 1 < len(rest):
                inner = []
                for t in rest[at + 1 : at + 6]:
                    if t.text in lex.subordinate or t.text in MARKS:
                        break
                    if t.text not in lex.fillers:
                        inner.append(t)
                mark = "for:" if word in lex.purposes else ""
                scope |= {mark + said for said in value_of(inner)}
                break
            if value and word in lex.boundaries:
                break
            if word in MARKS or word in lex.fillers:
                continue
            value.append(token)
        return value, scope, role

    def _wider(self, rest: Sequence[Token]) -> list[Token]:
        """Berlin, Germany: the name of what the named one is part of."""
        named = [token for token in rest[:2] if token.is_name and token.text not in MARKS]
        ends = len(rest) == len(named) or rest[len(named)].text in (MARKS | {"and"})
        return named if named and rest[0].is_name and ends else []

    def _from_to(self, verb: _Verb, rest: Sequence[Token]) -> tuple[list[Token], list[Token]]:
        """What a change began with, and what is left to say what it ended with."""
        words = [token.text for token in rest]
        opened = self.words[verb.end - 1]
        start = 0
        if opened not in self.lex.from_to:
            if verb.relation.arity is not Arity.BECOME and not verb.relation.is_result:
                return [], list(rest)
            start = next((i for i, w in enumerate(words) if w in self.lex.from_to), -1) + 1
            if start == 0:
                return [], list(rest)
            opened = words[start - 1]
        closing = self.lex.from_to[opened]
        stop = next((i for i in range(start, len(words)) if words[i] in closing), None)
        if stop is not None:
            return list(rest[start:stop]), list(rest[stop + 1 :])
        return (list(rest[start:]), list(rest[: start - 1])) if start else ([], list(rest))


_DETERMINERS = frozenset(
    phrases(
        """
        a; an; the; this; that; these; those; no; any; some; der; die; das; el; la; le
        """
    )
)
_PLURAL_PRONOUNS = frozenset(
    phrases(
        """
        i; we; you; they; who; people; folks; nous; ich; wir
        """
    )
)


def _is_named(value: Sequence[Token]) -> bool:
    """Whether a value is written like a name, a number or a date."""
    if not value:
        return False
    if any(mark in value[0].text for mark in "@/._"):
        return True
    return value[0].is_name or value[0].is_number or is_when(value_of(value))
