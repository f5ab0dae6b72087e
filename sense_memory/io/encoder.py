"""Which encoder a text means, as people write it in a profile, a variable or an option."""

from collections.abc import Callable
from pathlib import Path

from ..core.errors import InputError
from ..core.ports import Encoder
from .encoders.endpoints import OpenAIEncoder, WorkersAIEncoder
from .encoders.local import MINILM, FastembedEncoder

FORMS = (
    "fastembed:MODEL, onnx:FOLDER, openai:MODEL[@URL], workers-ai:MODEL; keys and accounts come "
    "from OPENAI_API_KEY, CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID"
)


def encoder_of(text: str, *, download: bool = False) -> Encoder:
    """The encoder that a text means. No model is loaded and nobody is asked.

    ==============================================  =============================================
    ``fastembed:sentence-transformers/all-MiniLM…``  a model in fastembed's cache on this machine
    ``fastembed``                                   the same with all-MiniLM-L6-v2
    ``onnx:/models/all-MiniLM-L6-v2``               a folder with an ONNX model
    ``openai:text-embedding-3-small``               OpenAI; the key is in ``OPENAI_API_KEY``
    ``openai:nomic-embed-text@http://localhost:11434/v1``  another endpoint of that kind
    ``workers-ai:@cf/baai/bge-base-en-v1.5``        Cloudflare
    ==============================================  =============================================

    Args:
        text: One of these.
        download: Whether fastembed may fetch its model, when it is first used, if it is not there.

    Raises:
        InputError: It means none.
        EncoderError: The folder holds no model.
    """
    kind, _, rest = text.strip().partition(":")
    make = _KINDS.get(kind)
    if make is None or (not rest and kind != "fastembed"):
        raise InputError(f"an encoder is one of {FORMS}")
    if kind == "fastembed" and download:
        return FastembedEncoder(rest or MINILM, local_files_only=False)
    return make(rest)


def encoder_of_path(folder: str | Path) -> Encoder:
    """The encoder of a folder with an ONNX model as sentence-transformers exports it.

    It holds ``model.onnx`` (or ``onnx/model.onnx``), ``config.json``, ``tokenizer.json``,
    ``tokenizer_config.json`` and ``special_tokens_map.json``; ``1_Pooling/config.json``, where it
    is there, says whether tokens are averaged. The model is loaded on first use, by fastembed.

    Raises:
        EncoderError: Something of it is not there.
    """
    return FastembedEncoder.of_folder(folder)


def _openai(rest: str) -> Encoder:
    model, at, url = rest.rpartition("@http")
    return OpenAIEncoder(model, f"http{url}") if at else OpenAIEncoder(rest)


_KINDS: "dict[str, Callable[[str], Encoder]]" = {
    "fastembed": lambda rest: FastembedEncoder(rest or MINILM),
    "onnx": encoder_of_path,
    "openai": _openai,
    "workers-ai": WorkersAIEncoder,
}
