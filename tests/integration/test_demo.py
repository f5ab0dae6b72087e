"""The demo, end to end: it checks itself, and this checks that it says so."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sense_memory import Identity, LLMError, MemoryStore, llm_of
from sense_memory.cli.demo_models import NOTHING, DemoModels

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
            # what is no key at all would be refused if anybody read it
            "OPENAI_API_KEY": "two\nlines",
            "ANTHROPIC_API_KEY": "two\nlines",
        },
        cwd=tmp_path,
        timeout=55,
        check=False,
    )
    assert result.returncode == 0, result
    assert result.stderr == b""
    *steps, end = [json.loads(line) for line in result.stdout.splitlines()]
    assert end["ok"] is True
    assert [step["step"] for step in steps] == [1, 2, 3, 4, 5, 6, 7, 8]
    remembered, killed, elsewhere, edited, back, forgotten, asked, rebuilt = steps
    assert [seen["kind"] for seen in remembered["relay"]] == [30078, 30078]
    assert all(len(seen["d"]) == 64 for seen in remembered["relay"])
    assert killed["agent"][0].endswith("ended with -9")
    assert elsewhere["agent"] == remembered["agent"]
    assert edited["relay"][0]["d"] == remembered["relay"][0]["d"]
    assert back["agent"][0] == edited["agent"][0] != remembered["agent"][0]
    assert forgotten["relay"][0]["kind"] == 5
    person = remembered["agent"][1].partition(" = ")[2]
    alone, told, elsewhere = asked["model"]
    assert alone.endswith(f"without its memory: {NOTHING}")
    assert told == f"openai:demo, asked by A with it: {person}."
    learned = asked["agent"][1].removeprefix("A learns: ")
    assert elsewhere == f"anthropic:demo, asked by B: {learned}"
    assert "A.db" in rebuilt["agent"][0]
    assert [line.partition(" = ")[2] for line in rebuilt["agent"][1:3]] == [person, learned]
    b, c = re.findall(r"[0-9a-f]{32}", rebuilt["agent"][3])
    assert b == c
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


async def test_its_models_know_what_they_are_sent_and_nothing_else() -> None:
    question = "Where does Ada row?"
    async with MemoryStore(Identity.generate()) as store, DemoModels.started() as models:
        await store.persona_remember("people", "facts", "ada", 'Ada rows on the "Como"')
        await store.persona_remember("people", "facts", "bob", "Bob plays chess")
        prompt = await store.prompt(question)
        for name in (models.openai, models.anthropic):
            llm = llm_of(name)
            for system, expected in ((prompt.system, 'Ada rows on the "Como".'), ("", NOTHING)):
                said = "".join([piece async for piece in llm.chat(system, prompt.messages)])
                assert said == expected
        # neither speaks the other's format
        crossed = llm_of(models.openai.replace("openai", "anthropic").removesuffix("/v1"))
        with pytest.raises(LLMError):
            assert [piece async for piece in crossed.chat("", prompt.messages)]
