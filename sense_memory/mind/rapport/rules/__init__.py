"""How two talked, read from words, lengths and marks: roughly, and the same on every device."""

from .reading import read

__all__ = ["read"]
