"""Conversations, verbatim."""
