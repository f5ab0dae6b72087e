"""Whether a text names somebody or something, whatever its capitals and accents."""

from dataclasses import dataclass

from .text import fold, words

USER = "user"
"""What whom the agent works for is called by topics and memories."""
_OF_THE_USER = frozenset(("i", "me", "myself", "the user", USER))
_WITHOUT_SPACES = (("\u0e00", "\u109f"), ("\u2e80", "\U0003ffff"))
"""Scripts in which no space ends a name, and those in which particles stick to it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that texts may have in them.

    Attributes:
        folded: It, without capitals and accents.
        words: Its words, in order.
    """

    folded: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Name":
        """The name that somebody gives."""
        return cls(fold(" ".join(text.split())), tuple(words(text)))

    def is_in(self, text: str) -> bool:
        """Whether a text has the whole name in it, as words: ``Ada`` is not in ``Adam``."""
        if any(low <= char <= high for char in self.folded for low, high in _WITHOUT_SPACES):
            return self.folded in fold(" ".join(text.split()))
        if not self.words:
            return False
        first = self.words[0]
        # most texts do not have it, and need not be taken apart; a number may be written otherwise
        if first.isalpha() and first not in fold(text):
            return False
        said, count = words(text), len(self.words)
        return any(
            tuple(said[at : at + count]) == self.words for at in range(len(said) - count + 1)
        )

    def is_called(self, text: str) -> bool:
        """Whether something of this name is meant: all of the name, and nothing else."""
        other = Name.of(text)
        return self.folded == other.folded or (bool(self.words) and self.words == other.words)

    @property
    def is_user(self) -> bool:
        """Whether whom the agent works for is meant."""
        return self.folded in _OF_THE_USER
