"""Models on this machine, run by fastembed where it is there; and which encoder a text means."""

import asyncio
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sense_memory import (
    EncoderError,
    FastembedEncoder,
    InputError,
    OpenAIEncoder,
    TextKind,
    WorkersAIEncoder,
    encoder_of,
    encoder_of_path,
)
from sense_memory.testing import HashEncoder

from . import tiny_model

with_fastembed = pytest.mark.skipif(
    find_spec("fastembed") is None,
    reason="fastembed brings 28 packages (240 MB) and is no part of the extra dev; "
    "pip install 'sense-memory[fastembed]' runs these",
)
# third parties that are loaded here say what they will not do in future releases
pytestmark = pytest.mark.filterwarnings("default")

PLACES = [14, 58]
"""Where the words of ``vergel likes tea`` stand."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    tiny_model.make(folder)
    return folder


def mean(*words: str) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.mean([tiny_model.direction(word) for word in words], axis=0)
    direction: NDArray[np.float64] = found / np.linalg.norm(found)
    return direction


@with_fastembed
async def test_a_model_in_a_folder_makes_a_row_of_length_one_of_each_text(folder: Path) -> None:
    encoder = encoder_of_path(folder)
    texts = ["Vergel likes tea", "vergel likes coffee", "tea"] * 20
    for kind in TextKind:
        found = await encoder.encode(texts, kind)
        assert found.shape == (60, 4)
        assert found.dtype == np.float32
        np.testing.assert_allclose(found[0], mean("vergel", "likes", "tea"), atol=1e-6)
        np.testing.assert_allclose(found[59], mean("tea"), atol=1e-6)
    assert len(await encoder.encode([], TextKind.DOCUMENT)) == 0


@with_fastembed
async def test_searches_at_once_load_it_once(folder: Path) -> None:
    encoder = FastembedEncoder.of_folder(folder)
    await asyncio.gather(*(encoder.encode(["tea"], TextKind.QUERY) for _ in range(5)))
    loaded = encoder._loaded
    await encoder.encode(["tea"], TextKind.QUERY)
    assert encoder._loaded is loaded is not None


@with_fastembed
async def test_a_model_that_is_not_there_is_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard of these tests refuses connections; nothing tries to make one."""
    monkeypatch.setenv("FASTEMBED_CACHE_DIR", str(tmp_path / "cache"))
    with pytest.raises(EncoderError, match="local_files_only=False") as raised:
        await FastembedEncoder().encode(["a secret"], TextKind.QUERY)
    assert str(tmp_path / "cache") in str(raised.value)
    assert "a secret" not in str(raised.value)


@with_fastembed
@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
async def test_a_damaged_model_is_an_error_of_ours(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"{}")
    with pytest.raises(EncoderError, match="tiny"):
        await encoder_of_path(folder).encode(["a secret"], TextKind.QUERY)


@with_fastembed
async def test_an_unknown_model_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="no/such"):
        await FastembedEncoder("no/such", tmp_path).encode(["t"], TextKind.QUERY)


def test_two_models_of_one_name_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    one, two = tmp_path / "one" / "model", tmp_path / "model"
    tiny_model.make(one)
    tiny_model.make(two)
    assert encoder_of_path(one).id == encoder_of_path(two).id
    (two / "model.onnx").write_bytes(b"another one")
    assert encoder_of_path(one).id != encoder_of_path(two).id
    assert encoder_of_path(one).id.startswith("onnx:model-")


@pytest.mark.parametrize(
    "file", ["model.onnx", "config.json", "tokenizer.json", "special_tokens_map.json"]
)
def test_what_a_folder_lacks_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(EncoderError, match=file):
        encoder_of_path(folder)


@pytest.mark.parametrize("text", ["[", "[]", '{"hidden_size": "x"}', "{}"])
def test_a_folder_that_does_not_say_how_large_its_vectors_are(folder: Path, text: str) -> None:
    (folder / "config.json").write_text(text)
    with pytest.raises(EncoderError, match="cannot be read"):
        encoder_of_path(folder)


def test_how_a_model_pools_is_read_beside_it(folder: Path) -> None:
    def pooling() -> object:
        custom = FastembedEncoder.of_folder(folder)._custom
        return custom and custom["pooling"]

    assert pooling() == "MEAN"
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    assert pooling() == "CLS"


@pytest.mark.skipif(find_spec("fastembed") is not None, reason="fastembed is installed")
async def test_without_fastembed_the_error_says_what_to_install() -> None:
    with pytest.raises(EncoderError, match=r"pip install 'sense-memory\[fastembed\]'"):
        await FastembedEncoder().encode(["t"], TextKind.QUERY)


def test_the_folder_of_models_is_the_first_that_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("FASTEMBED_CACHE_DIR", raising=False)
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", "second")
    assert FastembedEncoder()._cache_dir == "second"
    monkeypatch.setenv("FASTEMBED_CACHE_DIR", "first")
    assert FastembedEncoder()._cache_dir == "first"
    assert FastembedEncoder(cache_dir=tmp_path)._cache_dir == str(tmp_path)


def test_which_encoder_a_text_means(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOUDFLARE_ACCOUNT_ID", "acc0unt")
    minilm = "fastembed:sentence-transformers/all-MiniLM-L6-v2"
    for text in ("fastembed", "fastembed:", minilm):
        assert encoder_of(text).id == minilm
    assert encoder_of("fastembed:BAAI/bge-small-en-v1.5").id == "fastembed:BAAI/bge-small-en-v1.5"
    assert encoder_of(f"onnx:{folder}").id == encoder_of_path(folder).id
    plain = encoder_of("openai:text-embedding-3-small")
    assert isinstance(plain, OpenAIEncoder)
    assert plain._url == "https://api.openai.com/v1/embeddings"
    other = encoder_of("openai:@cf/baai/bge-m3@http://localhost:11434/v1")
    assert isinstance(other, OpenAIEncoder)
    assert (other.model, other._url) == ("@cf/baai/bge-m3", "http://localhost:11434/v1/embeddings")
    workers = encoder_of("workers-ai:@cf/baai/bge-small-en-v1.5")
    assert isinstance(workers, WorkersAIEncoder)
    assert workers._url.endswith("/accounts/acc0unt/ai/run/@cf/baai/bge-small-en-v1.5")


@pytest.mark.parametrize("text", ["", "minilm", "openai", "openai:", "onnx:", "nsec1secret", "a:b"])
def test_what_means_no_encoder_is_refused_unrepeated(text: str) -> None:
    with pytest.raises(InputError, match="fastembed:MODEL") as raised:
        encoder_of(text)
    assert "secret" not in str(raised.value)


async def test_the_encoder_without_a_model_is_the_same_everywhere() -> None:
    encoder = HashEncoder()
    one, same, none, near, far = await encoder.encode(
        ["Vergel likes tea", "vergel LIKES tea!", "", "vergel likes coffee", "snow in Oslo"],
        TextKind.DOCUMENT,
    )
    assert one.shape == (64,)
    assert (one == same).all()
    assert np.linalg.norm([one, none], axis=1) == pytest.approx(1)
    assert one @ near > 0.5 > one @ far
    # what a file holds must be of use to another release
    assert np.flatnonzero(np.abs(one) > 0.3).tolist() == PLACES
    assert HashEncoder(name="x").id == "hash:x:64" != encoder.id == "hash:64"
