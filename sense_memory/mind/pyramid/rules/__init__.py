"""Observing, assigning, summarising and telling without a model: extracts, the same everywhere."""
