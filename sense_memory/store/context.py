"""All that a room gets."""

from dataclasses import dataclass

from ..core.config import Config
from ..core.ports import Clock, Records
from ..core.ref import R, Ref
from ..mind.views.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Context:
    """The world as a room sees it.

    Attributes:
        records: Where records are read and written.
        clock: The time.
        config: The numbers.
        catalogue: Which domains and facets there are.
        scope: The user, project or tenant; ``""`` is the root.
    """

    records: Records
    clock: Clock
    config: Config
    catalogue: Catalogue
    scope: str

    def ref(self, kind: type[R], name: str) -> Ref[R]:
        """A reference within the scope."""
        return Ref(kind, name, self.scope)
