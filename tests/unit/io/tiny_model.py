"""A model small enough to be made here: each word it knows has a direction, a text their mean.

It is a real one to fastembed and to what is below it: an ONNX file and a tokenizer. The file is
written field by field (Protocol Buffers, as in onnx.proto), since the library that does so is not
needed for anything else.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

WORDS = ("[PAD]", "[UNK]", "vergel", "likes", "tea", "coffee")
DIMENSION = 4
Field: TypeAlias = int | str | bytes
_FLOAT, _INT64 = 1, 7


def make(folder: Path) -> None:
    """Write it into a folder, as sentence-transformers exports a model."""
    folder.mkdir()
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]"}
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {
            "type": "WordLevel",
            "vocab": {word: number for number, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
        },
    }
    for name, data in {
        "config.json": {"hidden_size": DIMENSION, "pad_token_id": 0},
        "tokenizer.json": tokenizer,
        "tokenizer_config.json": {"model_max_length": 64, **special},
        "special_tokens_map.json": special,
    }.items():
        (folder / name).write_text(json.dumps(data), "utf-8")
    (folder / "model.onnx").write_bytes(_model())


def direction(word: str) -> tuple[float, ...]:
    """The numbers of a word; not of length 1."""
    number = WORDS.index(word)
    return tuple(float((number * 7 + at * at * 3) % 5 - 2) for at in range(DIMENSION))


def _model() -> bytes:
    numbers = [one for word in WORDS for one in direction(word)]
    weights = _message(
        {
            1: [len(WORDS), DIMENSION],
            2: _FLOAT,
            8: "words",
            9: struct.pack(f"<{len(numbers)}f", *numbers),
        }
    )
    gather = _message({1: ["words", "input_ids"], 2: "last_hidden_state", 4: "Gather"})
    inputs = [_value("input_ids", _INT64, 2), _value("attention_mask", _INT64, 2)]
    graph = _message(
        {1: gather, 2: "tiny", 5: weights, 11: inputs, 12: _value("last_hidden_state", _FLOAT, 3)}
    )
    return _message({1: 8, 7: graph, 8: _message({2: 13})})


def _value(name: str, kind: int, dimensions: int) -> bytes:
    """A tensor of any size."""
    shape = _message({1: [_message({2: f"d{at}"}) for at in range(dimensions)]})
    return _message({1: name, 2: _message({1: _message({1: kind, 2: shape})})})


def _message(fields: Mapping[int, Field | Sequence[Field]]) -> bytes:
    encoded = b""
    for number, given in fields.items():
        for one in (given,) if isinstance(given, int | str | bytes) else given:
            if isinstance(one, int):
                encoded += _varint(number << 3) + _varint(one)
            else:
                data = one.encode() if isinstance(one, str) else one
                encoded += _varint(number << 3 | 2) + _varint(len(data)) + data
    return encoded


def _varint(number: int) -> bytes:
    encoded = b""
    while number > 127:
        encoded += bytes([number & 127 | 128])
        number >>= 7
    return encoded + bytes([number])
