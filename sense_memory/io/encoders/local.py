"""Models on this machine, through fastembed (ONNX). Nothing leaves it."""

import asyncio
import hashlib
import importlib.util
import json
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from ...core import arrays
from ...core.errors import EncoderError
from ...core.ports import TextKind

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
"""384 numbers, English, 90 MB, 3 to 5 ms a text on two cores."""
CACHE_VARIABLES = ("FASTEMBED_CACHE_DIR", "FASTEMBED_CACHE_PATH")
"""Where models are kept, the first that is set; fastembed itself knows the second one."""
BATCH = 32
"""Texts that the model gets at once. Each batch is as long as its longest text."""
_ONNX_FILES = ("model.onnx", "onnx/model.onnx")
_TOKENIZER_FILES = (
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
)


class FastembedEncoder:
    """A model that fastembed knows, from its cache or a folder.

    It downloads nothing unless it is told to.

    Args:
        model: Its name: ``sentence-transformers/all-MiniLM-L6-v2``, ``BAAI/bge-small-en-v1.5`` …
        cache_dir: Where fastembed keeps models; ``None`` is what ``FASTEMBED_CACHE_DIR`` says, or
            ``FASTEMBED_CACHE_PATH``, else fastembed's own folder.
        specific_model_path: A folder with the model's files, in place of the cache.
        local_files_only: ``False`` lets it fetch the model, once, if it is not there.
        threads: How many it may use; ``None`` is all.
    """

    def __init__(
        self,
        model: str = MINILM,
        cache_dir: str | Path | None = None,
        specific_model_path: str | Path | None = None,
        *,
        local_files_only: bool = True,
        threads: int | None = None,
    ) -> None:
        self.model = model
        self._cache_dir = str(cache_dir) if cache_dir is not None else _cache_dir()
        self._folder = Path(specific_model_path) if specific_model_path is not None else None
        self._local_files_only = local_files_only
        self._threads = threads
        self._id = f"fastembed:{model}"
        self._custom: dict[str, Any] | None = None
        self._loading = threading.Lock()
        self._loaded: Any = None

    @classmethod
    def of_folder(cls, folder: str | Path, *, threads: int | None = None) -> Self:
        """Any sentence-transformers model in a folder: ``model.onnx`` and the tokenizer's files.

        Its id says what is in the file, so that two models of one name are told apart.

        Raises:
            EncoderError: Something of it is not there.
        """
        folder = Path(folder).expanduser()
        onnx = next((name for name in _ONNX_FILES if (folder / name).is_file()), None)
        missing = [name for name in _TOKENIZER_FILES if not (folder / name).is_file()]
        if onnx is None or missing:
            lacks = ", ".join([*([] if onnx else ["model.onnx"]), *missing])
            raise EncoderError(
                f"{folder} is no folder of an ONNX model: it lacks {lacks}; a model of "
                "sentence-transformers is exported with: optimum-cli export onnx"
            )
        try:
            dimension = int(json.loads((folder / "config.json").read_text("utf-8"))["hidden_size"])
            pooling = _pooling(folder / "1_Pooling" / "config.json")
            with (folder / onnx).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()[:12]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EncoderError(f"the model in {folder} cannot be read: {error}") from None
        encoder = cls(f"{folder.name}-{digest}", specific_model_path=folder, threads=threads)
        encoder._id = f"onnx:{encoder.model}"
        encoder._custom = {"dim": dimension, "model_file": onnx, "pooling": pooling}
        return encoder

    @property
    def id(self) -> str:
        """``fastembed:`` and the model's name, or ``onnx:`` with the folder's and a hash."""
        return self._id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._id!r})"

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "arrays.Vectors":
        """One vector of length 1 per text, as rows.

        Raises:
            EncoderError: fastembed is not installed, or the model is not there or unusable.
        """
        return await asyncio.to_thread(self._encode, list(texts), kind)

    def _encode(self, texts: list[str], kind: TextKind) -> "arrays.Vectors":
        import numpy as np

        model = self._model()
        embed = model.query_embed if kind is TextKind.QUERY else model.embed
        with _said_by_us(f"the model {self.model} failed"):
            found = np.array(list(embed(texts, batch_size=BATCH)), np.float32)
        if not len(found):
            return found
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        # most models make them so; a text that comes to nothing stays nothing
        directions: arrays.Vectors = found / np.maximum(lengths, np.float32(1e-30))
        return directions

    def _model(self) -> Any:
        with self._loading:  # several searches at once load it once
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> Any:
        if importlib.util.find_spec("fastembed") is None:
            raise EncoderError(
                "models on this machine need fastembed: pip install 'sense-memory[fastembed]'"
            )
        from fastembed import TextEmbedding

        if self._custom is not None:
            _register(self.model, **self._custom)
        where = self._folder or self._cache_dir or "fastembed's own folder"
        fetch = f"FastembedEncoder({self.model!r}, local_files_only=False)"
        advice = "" if self._folder else f"; to fetch it once, use {fetch}"
        with _said_by_us(f"the model {self.model} is not usable in {where}{advice}"):
            return TextEmbedding(
                self.model,
                cache_dir=self._cache_dir,
                threads=self._threads,
                specific_model_path=str(self._folder) if self._folder else None,
                local_files_only=self._local_files_only,
            )


@contextmanager
def _said_by_us(message: str) -> Iterator[None]:
    """What fastembed, and what is below it, raise, as one error that names no text."""
    try:
        yield
    except (OSError, ValueError, RuntimeError, LookupError) as error:
        raise EncoderError(f"{message} ({type(error).__name__})") from None
    except BaseException as error:
        # onnxruntime's errors are of no other class in common, and tokenizers raises Exception
        if type(error) is Exception or type(error).__module__.startswith("onnxruntime."):
            raise EncoderError(f"{message} ({type(error).__name__})") from None
        raise


def _cache_dir() -> str | None:
    return next((os.environ[name] for name in CACHE_VARIABLES if os.environ.get(name)), None)


def _pooling(file: Path) -> str:
    """How a model makes one vector of many: sentence-transformers says so beside it."""
    if not file.is_file():
        return "MEAN"
    return "CLS" if json.loads(file.read_text("utf-8")).get("pooling_mode_cls_token") else "MEAN"


def _register(model: str, *, dim: int, model_file: str, pooling: str) -> None:
    """Tell fastembed of a model that it does not know; once a process."""
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    if any(known["model"] == model for known in TextEmbedding.list_supported_models()):
        return
    TextEmbedding.add_custom_model(
        model=model,
        pooling=PoolingType[pooling],
        normalization=True,
        sources=ModelSource(url="file:///nowhere"),
        dim=dim,
        model_file=model_file,
    )
