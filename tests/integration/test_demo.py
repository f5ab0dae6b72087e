"""The demo, end to end: it checks itself, and this checks that it says so."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_demo(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "sense_memory", "--json", "demo"],
        capture_output=True,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "TMPDIR": str(tmp_path),
            "PYTHONPATH": str(ROOT),
        },
        cwd=tmp_path,
        timeout=55,
        check=False,
    )
    assert result.returncode == 0, result
    assert result.stderr == b""
    *steps, end = [json.loads(line) for line in result.stdout.splitlines()]
    assert end["ok"] is True
    assert [step["step"] for step in steps] == [1, 2, 3, 4, 5, 6]
    remembered, killed, elsewhere, edited, back, forgotten = steps
    assert [seen["kind"] for seen in remembered["relay"]] == [30078, 30078]
    assert all(len(seen["d"]) == 64 for seen in remembered["relay"])
    assert killed["agent"][0].endswith("ended with -9")
    assert elsewhere["agent"] == remembered["agent"]
    assert edited["relay"][0]["d"] == remembered["relay"][0]["d"]
    assert back["agent"][0] == edited["agent"][0] != remembered["agent"][0]
    assert forgotten["relay"][0]["kind"] == 5
    assert list(tmp_path.iterdir()) == []


def test_demo_without_a_relay_to_run(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['nostr_sdk'] = None")
    result = subprocess.run(
        [sys.executable, "-m", "sense_memory", "demo"],
        capture_output=True,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        cwd=tmp_path,
        timeout=55,
        check=False,
    )
    assert result.returncode == 1
    assert result.stdout == b""
    assert result.stderr.decode().endswith("pip install 'sense-memory[nostr-sdk]'\n")
    assert result.stderr.count(b"\n") == 1
