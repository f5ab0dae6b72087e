"""Clauses of what was said, and which of them say most of it: without a model."""
