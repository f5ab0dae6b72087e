"""Memories as a few short lines for a prompt, within a hard limit of tokens."""
