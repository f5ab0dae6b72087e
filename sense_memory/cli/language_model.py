"""Which language model a command asks: none, unless somebody says so."""

import os
import re
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import LLMConfigError
from .exits import Code, CommandError

if TYPE_CHECKING:
    from ..core.llm import LLM

LLM_VARIABLE = "SENSE_MEMORY_LLM"
"""Environment variable that says which model is asked, in place of ``--provider``."""
SIGNS = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "local": ("LOCAL_LLM_URL", "LOCAL_LLM_MODEL"),
}
"""By which variables one sees that a provider is set up."""

ProviderOption = Annotated[
    str | None,
    typer.Option(
        metavar="WHO",
        help="anthropic, openai, google or local (Ollama, llama.cpp, vLLM …), each with "
        f"[:MODEL][@URL]; else ${LLM_VARIABLE}. Keys come from the environment, never from here.",
        show_default=False,
    ),
]
ReaderOption = Annotated[
    str | None,
    typer.Option("--model", help="Its model for this; a cheap one does.", show_default=False),
]


def asked_llm(provider: str | None, reader: str | None) -> "LLM | None":
    """The model that somebody asked for, by an option or the variable; else none.

    That there is a key in the environment is no request: the rules do without a model.

    Args:
        provider: As for ``--provider``.
        reader: The model that reads sessions and condenses them; nothing else is asked of it.

    Raises:
        LLMConfigError: What was asked for does not exist, or its key is nowhere.
    """
    if provider is None and reader is None and not os.environ.get(LLM_VARIABLE):
        return None
    return chosen_llm(provider, reader, reader)


def chosen_llm(provider: str | None, model: str | None, reader: str | None) -> "LLM":
    """The model of the options, else of the variable, else of the one provider with a key.

    Args:
        provider: As for ``--provider``.
        model: The model that talks.
        reader: The model that reads sessions and condenses them.

    Raises:
        CommandError: The option names no provider.
        LLMConfigError: It is none of these, or its key is nowhere.
    """
    from ..io.llm.choosing import FORMS, llm_of

    if provider and re.split("[:@]", provider.strip())[0] not in SIGNS:
        raise CommandError(Code.USAGE, f"a language model is one of {FORMS}")
    said = provider or os.environ.get(LLM_VARIABLE) or _only_one()
    return llm_of(said, model=model, extract_model=reader)


def _only_one() -> str:
    present = {name: _set(variables) for name, variables in SIGNS.items()}
    found = [name for name, variable in present.items() if variable is not None]
    if len(found) == 1:
        return found[0]
    if found:
        raise LLMConfigError(
            f"{' and '.join(str(present[name]) for name in found)} are set: say which of "
            f"{', '.join(found)} is meant, by --provider or ${LLM_VARIABLE}"
        )
    variables = "; ".join(f"{name}: {' or '.join(names)}" for name, names in SIGNS.items())
    raise LLMConfigError(
        f"there is no language model to talk with: set the variable of one ({variables}), or "
        "name one that needs no key: --provider local --model NAME"
    )


def _set(variables: tuple[str, ...]) -> str | None:
    return next((name for name in variables if os.environ.get(name)), None)
