"""What is kept in step with every change."""

from dataclasses import dataclass, field

from ...core.ports import View
from .catalogue import Catalogue
from .vectors import Vectors

__all__ = ["Catalogue", "Vectors", "Views"]


@dataclass(frozen=True, slots=True)
class Views:
    """All that is kept in step for the rooms of one store.

    Attributes:
        catalogue: Which domains and facets there are.
        vectors: What each memory means, as an encoder sees it.
    """

    catalogue: Catalogue = field(default_factory=Catalogue)
    vectors: Vectors = field(default_factory=Vectors)

    @property
    def all(self) -> tuple[View, ...]:
        """Each of them."""
        return (self.catalogue, self.vectors)
