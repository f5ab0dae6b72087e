"""Asking a model: what it is given, what its answers are, and what that costs."""
