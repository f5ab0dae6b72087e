"""Persona memories: what the agent knows, and the life of that knowledge."""

from .insight import Insight

__all__ = ["Insight"]
