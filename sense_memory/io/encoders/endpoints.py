"""Models elsewhere, asked over HTTP: any OpenAI-compatible endpoint, and Workers AI.

Whoever uses one shows it the text of every memory and query. What goes wrong is said without it:
an error names the provider and its status, never the key, nor what the answer said.
"""

import base64
import binascii
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from ...core import arrays
from ...core.errors import EncoderError, InputError
from ...core.ports import TextKind
from ..http_endpoint import (
    EndpointError,
    HttpEndpoint,
    RefusalError,
    checked_key,
    checked_url,
    host_of,
)

MAX_CHARACTERS = 8_000
"""Of a text, the rest is left out: models read 256 to 8,192 tokens, and some endpoints refuse a
longer text instead of cutting it."""
MAX_BATCH_CHARACTERS = 200_000
MAX_ANSWER_BYTES = 64 * 1024 * 1024
_WHAT = "an embeddings endpoint"


class _Endpoint(ABC):
    """What asks an endpoint for vectors.

    Args:
        name: What errors call it.
        key: Its secret; ``""`` sends none.
        timeout: Seconds for one answer.
        batch: Texts that are sent together.
    """

    def __init__(self, name: str, key: str, *, timeout: float, batch: int) -> None:
        self._name = name
        self._endpoint = HttpEndpoint(
            name,
            {"Authorization": f"Bearer {key}"} if key else {},
            timeout=timeout,
            max_bytes=MAX_ANSWER_BYTES,
        )
        self._batch = batch
        self._dimension: int | None = None

    @property
    @abstractmethod
    def id(self) -> str:
        """A name that differs whenever the vectors would."""

    @property
    @abstractmethod
    def _url(self) -> str: ...

    @abstractmethod
    def _body(self, texts: Sequence[str]) -> Mapping[str, Any]:
        """What is posted."""

    @abstractmethod
    def _rows(self, answer: Any) -> Sequence[Any]:
        """The vectors in an answer, in the order of the texts; raises what JSON access raises."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "arrays.Vectors":  # noqa: ARG002
        """One vector of length 1 per text, as rows.

        Raises:
            EncoderError: The endpoint cannot be reached, refuses, or answers something else.
        """
        import numpy as np

        cut = [text[:MAX_CHARACTERS] or " " for text in texts]
        try:
            # a client for each call: it belongs to the loop on which it was first used
            async with self._endpoint.client(self._url) as client:
                parts = [
                    self._vectors(
                        await self._endpoint.answer(client, self._url, self._body(batch)),
                        len(batch),
                    )
                    for batch in _batches(cut, self._batch)
                ]
        except RefusalError as error:
            raise EncoderError(str(error), is_about_texts=error.is_about_texts) from None
        except EndpointError as error:
            raise EncoderError(str(error)) from None
        if not parts:
            return np.zeros((0, self._dimension or 0), np.float32)
        return np.concatenate(parts)

    def _vectors(self, answer: Any, count: int) -> "arrays.Vectors":
        """The vectors in an answer, checked."""
        import numpy as np

        try:
            rows = [_numbers(row) for row in self._rows(answer)]
            found = np.array(rows, np.float64)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise EncoderError(f"{self._name} answered JSON without vectors") from None
        if found.ndim != 2 or len(found) != count or not found.shape[1]:
            raise EncoderError(
                f"{self._name} answered {len(rows)} vectors, not all alike, to {count} texts"
            )
        if self._dimension not in (None, found.shape[1]):
            raise EncoderError(
                f"{self._name} answered vectors of {found.shape[1]} numbers in place of "
                f"{self._dimension}"
            )
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise EncoderError(f"{self._name} answered vectors that have no direction")
        self._dimension = found.shape[1]
        directions: arrays.Vectors = (found / lengths).astype(np.float32)
        return directions


class OpenAIEncoder(_Endpoint):
    """Any endpoint that speaks OpenAI's embeddings API: of OpenAI, Ollama, llama.cpp, vLLM.

    Args:
        model: As the endpoint calls it.
        base_url: Up to ``/v1``; ``https://``, or ``http://`` to this machine.
        api_key: The secret; ``None`` takes it from ``OPENAI_API_KEY``, if that is set.
        dimensions: Ask for shorter vectors than the model's own, where it can make them.
        timeout: Seconds for one answer.
        batch: Texts that are sent together.
        id: What its vectors are called, if ``openai:`` and the model's name is not enough: two
            endpoints may call two models alike.

    Raises:
        InputError: The URL is not taken.
    """

    def __init__(
        self,
        model: str = "text-embedding-3-small",
        base_url: str = "https://api.openai.com/v1",
        api_key: str | None = None,
        *,
        dimensions: int | None = None,
        timeout: float = 30.0,
        batch: int = 128,
        id: str | None = None,  # noqa: A002
    ) -> None:
        key = checked_key(
            os.environ.get("OPENAI_API_KEY", "") if api_key is None else api_key,
            "OPENAI_API_KEY" if api_key is None else "api_key=",
        )
        self._base_url = checked_url(base_url, _WHAT)
        super().__init__(
            f"the embeddings endpoint at {host_of(base_url)}", key, timeout=timeout, batch=batch
        )
        self.model = model
        self._wanted = self._dimension = dimensions
        self._id = id or f"openai:{model}" + (f":{dimensions}" if dimensions else "")

    @property
    def id(self) -> str:
        """``openai:``, the model and, if it was chosen, the dimension."""
        return self._id

    @property
    def _url(self) -> str:
        return f"{self._base_url}/embeddings"

    def _body(self, texts: Sequence[str]) -> Mapping[str, Any]:
        shorter = {"dimensions": self._wanted} if self._wanted else {}
        return {"model": self.model, "input": list(texts), "encoding_format": "float", **shorter}

    def _rows(self, answer: Any) -> Sequence[Any]:
        by_index = {row["index"]: row["embedding"] for row in answer["data"]}
        if sorted(by_index) != list(range(len(answer["data"]))):
            raise ValueError("the answers are not numbered one by one")
        return [by_index[index] for index in range(len(by_index))]


class WorkersAIEncoder(_Endpoint):
    """A model that Cloudflare runs.

    Args:
        model: ``@cf/baai/bge-small-en-v1.5`` (384 numbers), ``-base-`` (768), ``-large-`` (1,024).
        account: The account's id; ``None`` takes it from ``CLOUDFLARE_ACCOUNT_ID``.
        api_token: The secret; ``None`` takes it from ``CLOUDFLARE_API_TOKEN``.
        pooling: ``mean`` or ``cls``: vectors of the two cannot be compared.
        base_url: Of the API.
        timeout: Seconds for one answer.

    Raises:
        InputError: The account, the pooling or the URL is not taken.
    """

    def __init__(
        self,
        model: str = "@cf/baai/bge-base-en-v1.5",
        account: str | None = None,
        api_token: str | None = None,
        *,
        pooling: str = "cls",
        base_url: str = "https://api.cloudflare.com/client/v4",
        timeout: float = 30.0,
    ) -> None:
        token = checked_key(
            os.environ.get("CLOUDFLARE_API_TOKEN", "") if api_token is None else api_token,
            "CLOUDFLARE_API_TOKEN" if api_token is None else "api_token=",
        )
        self._account = os.environ.get("CLOUDFLARE_ACCOUNT_ID", "") if account is None else account
        self._base_url = checked_url(base_url, _WHAT)
        if not self._account.isalnum():
            raise InputError("Workers AI needs an account id: account=, or CLOUDFLARE_ACCOUNT_ID")
        if pooling not in ("mean", "cls"):
            raise InputError(f"pooling is 'mean' or 'cls', got {pooling!r}")
        # "text": at most 100 at a time
        super().__init__(f"Workers AI at {host_of(base_url)}", token, timeout=timeout, batch=100)
        self.model = model
        self._pooling = pooling

    @property
    def id(self) -> str:
        """``workers-ai:``, the model and the pooling."""
        return f"workers-ai:{self.model}:{self._pooling}"

    @property
    def _url(self) -> str:
        return f"{self._base_url}/accounts/{self._account}/ai/run/{self.model}"

    def _body(self, texts: Sequence[str]) -> Mapping[str, Any]:
        return {"text": list(texts), "pooling": self._pooling}

    def _rows(self, answer: Any) -> Sequence[Any]:
        if answer["success"] is not True:
            raise ValueError("it did not succeed")
        result = answer["result"]
        # an endpoint that does not know the option ignores it
        if result.get("pooling", self._pooling) != self._pooling:
            raise ValueError("it pooled in another way")
        return list(result["data"])


def _batches(texts: Sequence[str], most: int) -> list[list[str]]:
    """The texts, so many at a time that no request grows too large."""
    batches: list[list[str]] = []
    size = 0
    for text in texts:
        if not batches or len(batches[-1]) == most or size + len(text) > MAX_BATCH_CHARACTERS:
            batches.append([])
            size = 0
        batches[-1].append(text)
        size += len(text)
    return batches


def _numbers(row: Any) -> Any:
    """A vector: a list of numbers, or the base64 of little-endian singles."""
    import numpy as np

    if isinstance(row, str):
        try:
            return np.frombuffer(base64.b64decode(row, validate=True), "<f4")
        except binascii.Error as error:
            raise ValueError("a vector is no base64") from error
    if not isinstance(row, list) or not all(type(one) in (int, float) for one in row):
        raise TypeError("a vector is a list of numbers")
    return row
