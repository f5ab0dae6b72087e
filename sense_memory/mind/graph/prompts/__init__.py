"""Describing and telling with a model."""
