"""Observing, assigning, summarising and telling without a model: extracts, the same everywhere."""

from . import assigning, observing, summarizing, telling

__all__ = ["assigning", "observing", "summarizing", "telling"]
