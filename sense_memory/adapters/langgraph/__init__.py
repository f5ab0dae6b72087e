"""Long-term memory for LangGraph's agents: their ``BaseStore`` over a store of ours."""

from .store import LangGraphStore

__all__ = ["LangGraphStore"]
