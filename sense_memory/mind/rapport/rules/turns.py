"""What one turn shows: clues, each for or against a dimension."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ....core.llm import Message, Role
from ...stop_words import NEGATIONS
from .lexicon import Cue, Found, Language
from .tokens import Kind, Token, tokens_of
from .vocabulary import Vocabulary

_REACH = 3
"""So many words a negation reaches."""
_MOST = 4
"""So often a cue counts in one turn."""
_SAID_ANYWAY = frozenset(
    (
        *(Cue.SELF, Cue.YOU, Cue.BUT),
        *(Cue.CHALLENGE, Cue.GUARDED, Cue.WITHDRAWING, Cue.TENDER),
    )
)
"""What a negation does not turn into its opposite, for it is no more than that, or one itself."""

WEIGHTS: dict[Cue, tuple[tuple[str, float], ...]] = {
    Cue.FORMAL: (("formality", 0.7),),
    Cue.DISTANT: (("formality", 0.45),),
    Cue.FAMILIAR: (("formality", -0.12),),
    Cue.CASUAL: (("formality", -0.6),),
    Cue.WARM: (("warmth", 0.8),),
    Cue.THANKS: (("warmth", 0.2),),
    Cue.COOL: (("warmth", -0.7), ("depth", -0.1)),
    Cue.PLAYFUL: (("humor", 0.9), ("formality", -0.05)),
    Cue.SERIOUS: (("humor", -0.7),),
    Cue.DEEP: (("depth", 0.6), ("humor", -0.1)),
    Cue.SHALLOW: (("depth", -0.6),),
    Cue.OPEN: (("trust", 0.8), ("depth", 0.1), ("humor", -0.1)),
    Cue.PERSONAL: (("trust", 0.25), ("warmth", 0.1)),
    Cue.GUARDED: (("trust", -1.0), ("warmth", -0.1)),
    Cue.LIVELY: (("energy", 0.6),),
    Cue.FLAT: (("energy", -0.7),),
}
"""How much a phrase says about which dimension; those left out are for resilience alone."""


@dataclass(slots=True)
class Clue:
    """Something that speaks for or against a dimension.

    Attributes:
        dimension: Which one.
        amount: How much: above 0 for, below against.
        label: What it is, in a word or two.
        start: Where in the turn it stands.
    """

    dimension: str
    amount: float
    label: str
    start: int = 0


@dataclass(slots=True)
class Turn:
    """A message, taken apart.

    Attributes:
        is_peer: The peer said it, not the agent.
        text: What was said.
        tokens: Its words and pictures.
        marks: How often each mark stands in it.
        size: How many words it has; characters of scripts without spaces count in part.
        sentences: How many sentences it has.
        language: Which language it is in; ``None`` if it is none that is known.
        signs: How often each cue was found, where it was not negated.
        places: Where in the text each cue was found first.
        clues: What it shows.
    """

    is_peer: bool
    text: str
    tokens: Sequence[Token]
    marks: Counter[str]
    size: float
    sentences: int
    language: Language | None
    signs: Counter[Cue] = field(default_factory=Counter)
    places: dict[Cue, int] = field(default_factory=dict)
    clues: list[Clue] = field(default_factory=list)

    def place(self, cue: Cue) -> int:
        """Where in the text a cue was found first."""
        return self.places.get(cue, 0)

    @property
    def questions(self) -> int:
        """How many question marks it has."""
        return self.marks["?"] + self.marks["？"]

    @property
    def exclamations(self) -> int:
        """How many exclamation marks it has."""
        return self.marks["!"] + self.marks["！"]


def turn_of(
    message: Message, vocabulary: Vocabulary, usual: Language | None, *, is_asked: bool = False
) -> Turn:
    """Take a message apart.

    Args:
        message: The message.
        vocabulary: The words of all languages.
        usual: The language of the turns before, for one too short to tell.
        is_asked: The turn before asked something.
    """
    tokens: list[Token] = []
    marks: Counter[str] = Counter()
    size = 0.0
    sentences = 0
    for token in tokens_of(message.text):
        if token.kind in (Kind.STOP, Kind.PAUSE):
            marks.update(token.text)
            marks[token.text] += len(token.text) > 1
        else:
            tokens.append(token)
            size += token.size
            sentences = token.sentence + 1
    language = vocabulary.language_of(tokens, usual)
    turn = Turn(message.role is Role.USER, message.text, tokens, marks, size, sentences, language)
    turn.clues += [*_marks(turn), *_length(turn)]
    for found in vocabulary.cues(language).find(tokens):
        cue = found.sign
        if not isinstance(cue, Cue):
            continue
        if cue not in _SAID_ANYWAY and is_negated(found, tokens, language):
            continue
        turn.signs[cue] += 1
        turn.places.setdefault(cue, tokens[found.first].start)
    for cue, count in turn.signs.items():
        turn.clues += (
            Clue(dimension, amount * min(count, _MOST), cue.value, turn.place(cue))
            for dimension, amount in WEIGHTS.get(cue, ())
        )
    if turn.is_peer and language is not None:
        turn.clues += _persons(turn, is_asked=is_asked)
    return turn


def is_negated(found: Found, tokens: Sequence[Token], language: Language | None) -> bool:
    """Whether a negation stands shortly before a phrase that has none, in its clause.

    In some languages also right after it: ``ich vertraue dir nicht``.
    """
    clause = tokens[found.first].clause
    near = list(tokens[max(0, found.first - _REACH) : found.first])
    if language is not None and language.negates_after:
        near += tokens[found.end : found.end + 1]
    return any(token.clause == clause and negates(token, language) for token in near) and not any(
        negates(token, language) for token in tokens[found.first : found.end]
    )


def negates(token: Token, language: Language | None) -> bool:
    """Whether a word is a negation."""
    folded = token.word.folded
    return folded in NEGATIONS or (language is not None and folded in language.negations)


def _marks(turn: Turn) -> Iterable[Clue]:
    """What capitals, punctuation, pictures and laughter show, in any language."""
    tokens = turn.tokens
    laughs = [token for token in tokens if token.kind is Kind.LAUGH]
    pictures = [token for token in tokens if token.kind is Kind.PICTURE]
    if laughs:
        yield Clue("humor", min(0.9, 0.6 + 0.15 * len(laughs)), "laughter", laughs[0].start)
        yield Clue("formality", -0.4, "laughter", laughs[0].start)
    if pictures:
        yield Clue("formality", -0.45, "emoji", pictures[0].start)
        yield Clue("energy", 0.15, "emoji", pictures[0].start)
    drawn_out = next((token for token in tokens if token.word.is_drawn_out), None)
    if drawn_out is not None:
        yield Clue("formality", -0.4, "drawn-out words", drawn_out.start)
        yield Clue("energy", 0.3, "drawn-out words", drawn_out.start)
    shouted = [token for token in tokens if token.word.is_shouted]
    if len(shouted) > 1:
        yield Clue("formality", -0.2, "capitals", shouted[0].start)
        yield Clue("energy", 0.3, "capitals", shouted[0].start)
    if turn.exclamations:
        yield Clue("energy", min(0.7, 0.3 * turn.exclamations), "exclamations")
    if any(len(mark) > 1 and set(mark) & set("!?！？") for mark in turn.marks):
        yield Clue("formality", -0.3, "repeated marks")
    yield from _spelling(turn)


def _spelling(turn: Turn) -> Iterable[Clue]:
    """How carefully a turn is written."""
    first = next((token for token in turn.tokens if token.kind is Kind.WORD), None)
    if first is None or turn.size < 3:
        return
    if first.text[0].islower():
        yield Clue("formality", -0.35, "lower case")
    last = turn.text.rstrip()[-1:]
    if last.isalnum():
        yield Clue("formality", -0.15, "no full stop")
    elif last in ".。" and not first.text[0].islower():
        yield Clue("formality", 0.1, "full sentences")
    words = [token for token in turn.tokens if token.kind is Kind.WORD]
    if turn.sentences and len(words) / turn.sentences > 16:
        yield Clue("formality", 0.15, "long sentences")
    if turn.language is not None and turn.language.contractions:
        drawn = sum(token.word.folded in turn.language.contractions for token in words)
        if drawn:
            yield Clue("formality", -min(0.3, 0.12 * drawn), "contractions")
        elif turn.size >= 12:
            yield Clue("formality", 0.1, "no contractions")


def _persons(turn: Turn, *, is_asked: bool) -> Iterable[Clue]:
    """What it shows of whom a turn of the peer speaks, and whether it answers."""
    share = turn.signs[Cue.SELF] / turn.size if turn.size else 0.0
    if turn.size >= 10 and share > 0.07:
        yield Clue("trust", min(0.4, 4 * (share - 0.03)), Cue.SELF.value, turn.place(Cue.SELF))
    if turn.signs[Cue.YOU] and turn.exclamations and turn.size >= 4:
        yield Clue("warmth", 0.2, "turns to the other", turn.place(Cue.YOU))
    is_to_somebody = turn.signs[Cue.SELF] or turn.signs[Cue.YOU]
    if turn.size < 8 and not (is_to_somebody or turn.exclamations or turn.questions):
        yield Clue("warmth", -0.2, "bare requests")
    if is_asked and turn.size < 12 and not turn.exclamations and has_negation(turn):
        yield Clue("trust", -0.3, "declines to answer")


def has_negation(turn: Turn) -> bool:
    """Whether a word of it negates."""
    return any(negates(token, turn.language) for token in turn.tokens)


def _length(turn: Turn) -> Iterable[Clue]:
    """What the length of a turn of the peer, and its questions, show."""
    if not turn.is_peer:
        return
    size = turn.size
    if size < 4:
        yield Clue("energy", -0.7, "few words")
    elif size < 8:
        yield Clue("energy", -0.35, "short turns")
    elif size > 60:
        yield Clue("energy", 0.6, "long turns")
    elif size > 25:
        yield Clue("energy", 0.3, "long turns")
    if turn.questions:
        yield Clue("energy", min(0.4, 0.2 * turn.questions), "questions")
    if size > 40:
        yield Clue("depth", 0.15, "long turns")
        yield Clue("trust", 0.1, "long turns")
