"""Memories as a few short lines for a prompt, within a hard limit of tokens."""

from .notation import parse_compressed
from .replaced import named_as_replacing
from .selection import check_budget, compress

__all__ = ["check_budget", "compress", "named_as_replacing", "parse_compressed"]
