"""A BERT model of sentence-transformers, run by numpy alone: for measurements, and nothing else.

The package runs ONNX models, through fastembed. Weights that are to be had are often in the form
that sentence-transformers keeps them in, and nothing that reads it is light. Texts become pieces of
words as BERT's uncased tokenizer makes them, the last layer is averaged over them, and the mean is
made to have the length 1. A text costs 5 to 10 ms on two cores.
"""

import hashlib
import json
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sense_memory import encoder_of_path
from sense_memory.core.ports import Encoder, TextKind

MAX_PIECES = 256
BATCH = 32
LONGEST_WORD = 100

Array = NDArray[np.float32]


def encoder_of_folder(folder: str | Path) -> Encoder:
    """The encoder of a folder with a model: as ONNX, or as ``model.safetensors``."""
    folder = Path(folder)
    if (folder / "model.safetensors").is_file() and not list(folder.rglob("*.onnx")):
        return NumpyBert(folder)
    return encoder_of_path(folder)


class NumpyBert:
    """The model in a folder: ``model.safetensors``, ``config.json``, ``vocab.txt``."""

    def __init__(self, folder: Path) -> None:
        raw = (folder / "model.safetensors").read_bytes()
        config = json.loads((folder / "config.json").read_text("utf-8"))
        self.id = f"numpy:{folder.name}-{hashlib.sha256(raw).hexdigest()[:12]}"
        self._weights = dict(_tensors(raw))
        self._layers = int(config["num_hidden_layers"])
        self._heads = int(config["num_attention_heads"])
        self._epsilon = float(config["layer_norm_eps"])
        lines = (folder / "vocab.txt").read_text("utf-8").split("\n")
        self._pieces = {piece: number for number, piece in enumerate(lines)}

    async def encode(self, texts: Sequence[str], kind: TextKind) -> Array:
        """One vector of length 1 per text, as rows."""
        numbered = [self._numbers(text) for text in texts]
        # texts of one length lose nothing to padding
        order = sorted(range(len(texts)), key=lambda at: len(numbered[at]))
        rows = np.zeros((len(texts), len(self._weights["embeddings.LayerNorm.bias"])), np.float32)
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            rows[batch] = self._vectors([numbered[at] for at in batch])
        return rows

    # --------------------------------------------------------------- tokenizer

    def _numbers(self, text: str) -> list[int]:
        pieces = [piece for word in _words(text) for piece in self._split(word)]
        marked = ["[CLS]", *pieces[: MAX_PIECES - 2], "[SEP]"]
        return [self._pieces[piece] for piece in marked]

    def _split(self, word: str) -> list[str]:
        """The longest pieces that are known, from the left."""
        found: list[str] = []
        at = 0
        while at < len(word):
            ends = range(len(word), at, -1)
            prefix = "##" if at else ""
            end = next((e for e in ends if prefix + word[at:e] in self._pieces), None)
            if end is None or len(word) > LONGEST_WORD:
                return ["[UNK]"]
            found.append(prefix + word[at:end])
            at = end
        return found

    # ------------------------------------------------------------------- model

    def _vectors(self, numbered: Sequence[Sequence[int]]) -> Array:
        longest = max(map(len, numbered))
        numbers = np.zeros((len(numbered), longest), np.int64)
        mask = np.zeros((len(numbered), longest), np.float32)
        for row, some in enumerate(numbered):
            numbers[row, : len(some)] = some
            mask[row, : len(some)] = 1
        weights = self._weights
        hidden = weights["embeddings.word_embeddings.weight"][numbers]
        hidden = hidden + weights["embeddings.position_embeddings.weight"][:longest]
        hidden = hidden + weights["embeddings.token_type_embeddings.weight"][0]
        hidden = self._normalised(hidden, "embeddings.LayerNorm")
        hidden_from = (1 - mask)[:, None, None, :] * np.float32(-1e9)
        for layer in range(self._layers):
            hidden = self._layer(hidden, hidden_from, f"encoder.layer.{layer}")
        mean = (hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        vectors: Array = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors

    def _layer(self, hidden: Array, hidden_from: Array, name: str) -> Array:
        query, key, value = (
            self._in_heads(self._dense(hidden, f"{name}.attention.self.{part}"))
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(query.shape[-1]))
        scores += hidden_from
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        seen = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        together = seen.transpose(0, 2, 1, 3).reshape(hidden.shape)
        attended = self._normalised(
            hidden + self._dense(together, f"{name}.attention.output.dense"),
            f"{name}.attention.output.LayerNorm",
        )
        wide = _gelu(self._dense(attended, f"{name}.intermediate.dense"))
        return self._normalised(
            attended + self._dense(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm"
        )

    def _in_heads(self, hidden: Array) -> Array:
        count, length, size = hidden.shape
        return hidden.reshape(count, length, self._heads, size // self._heads).transpose(0, 2, 1, 3)

    def _dense(self, hidden: Array, name: str) -> Array:
        result: Array = hidden @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result

    def _normalised(self, hidden: Array, name: str) -> Array:
        centred = hidden - hidden.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + self._epsilon)
        result: Array = (
            centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        )
        return result


def _tensors(raw: bytes) -> Iterator[tuple[str, Array]]:
    """The tensors of single floats in a safetensors file."""
    (size,) = struct.unpack("<Q", raw[:8])
    header: dict[str, Any] = json.loads(raw[8 : 8 + size])
    for name, about in header.items():
        if name != "__metadata__" and about["dtype"] == "F32":
            start, end = about["data_offsets"]
            numbers = np.frombuffer(raw[8 + size + start : 8 + size + end], "<f4")
            yield name.removeprefix("bert."), numbers.reshape(about["shape"])


def _gelu(x: Array) -> Array:
    """x · Φ(x), with the error function of Abramowitz and Stegun 7.1.26 (within 1.5e-7)."""
    z = np.abs(x) / np.float32(np.sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * z)
    poly = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    erf = np.sign(x) * (1 - poly * np.exp(-z * z))
    result: Array = (0.5 * x * (1 + erf)).astype(np.float32)
    return result


def _words(text: str) -> list[str]:
    """Lower case without accents; punctuation and Chinese characters stand alone."""
    bare = unicodedata.normalize("NFD", text.lower())
    words, word = [], ""
    for character in bare:
        category = unicodedata.category(character)
        if category == "Mn" or (category.startswith("C") and character not in "\t\n\r"):
            continue
        if character.isspace():
            words.append(word)
            word = ""
        elif _stands_alone(character, category):
            words += [word, character]
            word = ""
        else:
            word += character
    return [one for one in (*words, word) if one]


def _stands_alone(character: str, category: str) -> bool:
    is_sign = character.isascii() and not character.isalnum()
    return is_sign or category.startswith("P") or "CJK" in unicodedata.name(character, "")
