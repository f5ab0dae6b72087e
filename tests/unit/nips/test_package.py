"""What holds for the package as a whole: exports, small NIPs, what an import drags in."""

import importlib
import pkgutil
import subprocess
import sys

import pytest

import nips
from nips import errors, nip67, nip78
from nips.errors import NipError

MODULES = sorted(f"nips.{module.name}" for module in pkgutil.iter_modules(nips.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_exports(name: str) -> None:
    """Every name in `__all__` exists, once; a NIP's module says which NIP it is."""
    module = importlib.import_module(name)
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(hasattr(module, export) for export in module.__all__)
    number = name.removeprefix("nips.nip")
    if number.isdigit():
        assert (module.__doc__ or "").startswith(f"NIP-{number}: ")
        assert "Supported: " in (module.__doc__ or "")


@pytest.mark.parametrize("name", errors.__all__)
def test_errors(name: str) -> None:
    error = getattr(errors, name)
    assert issubclass(error, NipError)
    assert issubclass(error, ValueError)
    assert str(error("why")) == "why"


def test_nip01_imports_no_heavy_library() -> None:
    """Curve, cipher and bech32 libraries wait until somebody needs them."""
    heavy = {"bech32", "pynostr", "nostr_sdk", "coincurve", "secp256k1", "cryptography", "asyncio"}
    code = "import sys, nips.nip01, nips.messages, nips.nip19; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert heavy.isdisjoint(run.stdout.split())


def test_app_data() -> None:
    event = nip78.app_data("a" * 64, 5, "d tag", "text")
    assert event.kind == nip78.KIND == 30078
    assert event.tags == (("d", "d tag"),)
    assert event.content == "text"


def test_hints() -> None:
    assert (nip67.FINISH, nip67.MORE) == ("finish", "more")
