"""Describing and telling without a model: extracts, the same on every device."""

from . import describing, telling

__all__ = ["describing", "telling"]
