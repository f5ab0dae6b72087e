"""The same memory for synchronous code: notebooks, scripts, threads, SDK wrappers."""

from .loop import run

__all__ = ["run"]
