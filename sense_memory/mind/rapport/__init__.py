"""Readings of sessions, what they add up to, and what is told of it."""
