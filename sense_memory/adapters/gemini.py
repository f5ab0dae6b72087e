"""Memory for Google's Gen AI SDK."""

from typing import Any, TypeVar

from ..core.errors import InputError
from .client_memory import ClientMemory, check_without_memory, memory_of
from .missing import needed
from .store_reach import AnyStore

__all__ = ["ClientMemory", "memory_of", "with_memory"]

C = TypeVar("C")


def with_memory(
    client: C,
    store: AnyStore,
    *,
    conversation: str = "main",
    about: str | None = None,
    budget: int | None = None,
    learn: bool = False,
) -> C:
    """A ``google.genai.Client`` that remembers, in front of the one that is given.

    ``models.generate_content`` and ``generate_content_stream``, those of ``aio``, and the chats of
    both; whatever else the client can do it does as before. What is told and kept, and when, is as
    in ``sense_memory.adapters.openai``; functions that the SDK calls by itself are part of the
    exchange. Beside cached content, where the API takes no system instruction, the memories are a
    first content of the user.

    Args:
        client: It stays as it is, and does the work.
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``.
        conversation: The conversation that is held.
        about: With whom, as in ``store.prompt``.
        budget: Tokens that memory may add to a request; ``None`` is ``PromptConfig.budget``.
        learn: Let every room learn from what the user says, as ``store.learn`` does.

    Raises:
        InputError: It is no such client, has a memory already, or the conversation, or who it is
            with, has no name that could be kept.
    """
    with needed("gemini"):
        from google.genai import Client

        from .gemini_client import RememberingClient
    if not isinstance(client, Client):
        raise InputError(
            f"with_memory of sense_memory.adapters.gemini takes a google.genai.Client, "
            f"not a {type(client).__name__}"
        )
    check_without_memory(client)
    memory = ClientMemory(store, conversation, about, budget, learn)
    remembering: Any = RememberingClient(client, memory)
    return remembering  # type: ignore[no-any-return]
