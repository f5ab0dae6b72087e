"""Pieces of what was said: cut, grouped by what they mean, weighed by turns, found again."""
