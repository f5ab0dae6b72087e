"""The public names of the package."""

import subprocess
import sys
from pathlib import Path

import pytest

import relay_fixtures

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", relay_fixtures.__all__)
def test_every_public_name_is_there(name):
    assert getattr(relay_fixtures, name).__name__ == name


def test_other_names_are_not():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = relay_fixtures.nothing


def test_the_relay_does_not_share_client_code():
    script = (
        "import sys, relay_fixtures as r; [getattr(r, name) for name in r.__all__];"
        "sys.exit('sense_memory' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0
