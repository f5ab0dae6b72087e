"""What is kept in step with every change."""

from dataclasses import dataclass, field

from .catalogue import Catalogue

__all__ = ["Catalogue", "Views"]


@dataclass(frozen=True, slots=True)
class Views:
    """All that is kept in step for the rooms of one store.

    Attributes:
        catalogue: Which domains and facets there are.
    """

    catalogue: Catalogue = field(default_factory=Catalogue)

    @property
    def all(self) -> tuple[Catalogue, ...]:
        """Each of them."""
        return (self.catalogue,)
