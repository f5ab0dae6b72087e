"""Vectors as numpy has them, for annotations: it is imported when somebody resolves one."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

__all__ = ["Vectors"]

if not TYPE_CHECKING:  # a type checker would take any name at all to be there

    def __getattr__(name: str) -> object:
        """The type, made now (PEP 562)."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import numpy as np
        from numpy.typing import NDArray

        return NDArray[np.float32]
