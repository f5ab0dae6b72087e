"""Memories as a few short lines for a prompt, within a hard limit of tokens."""

from .notation import parse_compressed
from .selection import compress

__all__ = ["compress", "parse_compressed"]
