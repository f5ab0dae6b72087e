"""Memory for OpenAI's SDK, and so for every endpoint that it can be pointed at."""

from typing import TypeVar

from ..core.errors import InputError
from .client_memory import ClientMemory, memory_of
from .exchange import Format
from .formats.chat_completions import ChatCompletions
from .formats.responses import Responses
from .missing import needed
from .store_reach import AnyStore

__all__ = ["ClientMemory", "memory_of", "with_memory"]

C = TypeVar("C")

FORMATS: dict[str, Format] = {"/chat/completions": ChatCompletions(), "/responses": Responses()}


def with_memory(
    client: C,
    store: AnyStore,
    *,
    conversation: str = "main",
    about: str | None = None,
    budget: int | None = None,
    learn: bool = False,
) -> C:
    """A copy of an ``OpenAI`` or ``AsyncOpenAI`` client that remembers.

    ``chat.completions`` and ``responses``, with ``create``, ``stream`` and ``parse``; whatever else
    the client can do it does as before. Each request is told what the store has to say to the last
    message of the user: after the caller's own system prompt, and, where the request brings no
    history and no server holds one, the last messages of the conversation before it. All else goes
    out as it was given. What was asked and answered is kept as two turns of the conversation:

    - once for each exchange, however often the SDK sends it again, and through all calls of tools
      until a reply calls none: the text of the user's message, and all that the assistant said;
    - of a stream that is left early, what was said until then. Leave an asynchronous one by
      ``async with`` or ``close``, so that it is kept by then;
    - nothing of a call that failed, of a stream that broke off, and of a reply without text: what
      is asked and what is answered are kept together or not at all;
    - of several choices the first; a refusal like any other reply.

    Nothing is told and kept where the user's message has no text, and of
    ``with_raw_response`` and ``with_streaming_response``. If memory cannot be asked, neither is the
    model: the error is raised. If it cannot be written, the reply is returned all the same; the
    failure is logged (``sense_memory.adapters``), and the exchange is kept with the next call.

    Args:
        client: It stays as it is; the copy shares its connections.
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``, which a synchronous
            client needs where an event loop runs, as in a notebook.
        conversation: The conversation that is held.
        about: With whom, as in ``store.prompt``.
        budget: Tokens that memory may add to a request; ``None`` is ``PromptConfig.budget``.
        learn: Let every room learn from what the user says, as ``store.learn`` does.

    Raises:
        InputError: It is no such client, has a memory already, or the conversation, or who it is
            with, has no name that could be kept.
    """
    with needed("openai"):
        from openai import AsyncOpenAI, OpenAI

        from .posting_clients import remembering
    if not isinstance(client, OpenAI | AsyncOpenAI):
        raise InputError(
            f"with_memory of sense_memory.adapters.openai takes an OpenAI or AsyncOpenAI client, "
            f"not a {type(client).__name__}"
        )
    return remembering(client, ClientMemory(store, conversation, about, budget, learn), FORMATS)
