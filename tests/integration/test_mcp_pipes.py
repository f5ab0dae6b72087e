"""The pipes of the MCP server: how it ends, what a client may do, and what is said on them."""

import fcntl
import json
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from contextlib import suppress
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from relay_fixtures import LocalRelay

from .mcp_host import ERA, piped
from .shell import COMMAND, NOBODY, ROOT, Home


@pytest.fixture
def local(home: Home) -> Home:
    home.is_near = True
    home.ok("init", "--local")
    return home


def texts(answers: list[dict[str, Any]]) -> dict[int, str]:
    """What the calls answered, by request."""
    return {
        one["id"]: one["result"]["content"][0]["text"]
        for one in answers
        if "content" in one.get("result", {})
    }


def test_a_shell_that_closes_the_pipe_gets_all_answers(local: Home) -> None:
    with piped(local) as pipe:
        assert pipe.shake_hands()["protocolVersion"] == ERA
        asked = [pipe.call("remember", name=f"k{i}", value=str(i)) for i in range(20)]
        last = pipe.call("recall", name="k19")
        pipe.stdin.close()
        answers, err, code = pipe.ended()
    assert (err, code) == ("", 0)
    assert sorted(texts(answers)) == [*asked, last]
    assert '"value": "19"' in texts(answers)[last], "who reads sees what was written before"
    assert len(local.ok("--json", "recall").jsonl) == 20


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_and_nothing_is_lost(local: Home, number: int) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()
        pipe.call("remember", name="people/facts/k", value="v")
        pipe.answer()
        pipe.call("recall", name="people/facts/k")
        pipe.answer()
        pipe.process.send_signal(number)
        answers, err, code = pipe.ended()
    assert (answers, err, code) == ([], "", 0)
    (memory,) = local.ok("--json", "persona", "recall").jsonl
    assert memory["access_count"] == 1, "uses that were only counted are in the file"


def test_who_is_told_how_far_calls_are_gets_the_answers_of_the_last_ones_too(local: Home) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()
        asked = {
            pipe.send(
                "tools/call",
                name="remember",
                arguments={"name": f"k{number}", "value": "v"},
                _meta={"progressToken": number},
            )
            for number in range(8)
        }
        pipe.stdin.close()
        said, err, code = pipe.ended()
    assert (err, code) == ("", 0)
    assert {one["id"] for one in said if "id" in one} == asked
    assert any(one.get("method") == "notifications/progress" for one in said)


def test_an_end_before_anything_was_asked(local: Home) -> None:
    with piped(local) as pipe:
        pipe.stdin.close()
        assert pipe.ended() == ([], "", 0)


def test_a_client_that_is_gone_before_its_answer(local: Home) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()
        pipe.stdout.close()
        for i in range(20):
            pipe.call("remember", name=f"k{i}", value=str(i))
        err = pipe.stderr.read().decode()
        assert (err, pipe.process.wait(20)) == ("", 0)
    kept = local.ok("--json", "recall").jsonl
    assert kept, "what was asked before is done"
    assert local.ok("doctor").code == 0


def test_a_client_that_is_killed_in_the_middle(local: Home) -> None:
    script = (
        "import subprocess, sys, time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.pid, flush=True)\n"
        "for line in sys.stdin.buffer: server.stdin.write(line); server.stdin.flush()\n"
        "time.sleep(60)\n"
    )
    host = subprocess.Popen(
        [sys.executable, "-c", script, *COMMAND, "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=local.environment,
        cwd=local.folder,
    )
    assert host.stdin is not None
    assert host.stdout is not None
    assert host.stderr is not None
    with host.stdin, host.stdout, host.stderr:
        assert int(host.stdout.readline()) > 0
        client = {"name": "test", "version": "1"}
        params = {"protocolVersion": ERA, "capabilities": {}, "clientInfo": client}
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
        call = {"name": "remember", "arguments": {"name": "k", "value": "v"}}
        asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
        for message in (hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}, asked):
            host.stdin.write(json.dumps(message).encode() + b"\n")
            host.stdin.flush()
        # the answer stays in the pipe, which nobody reads; the file tells that it was given
        while not local.run("recall", "k").out:
            assert host.poll() is None
        host.kill()
        host.wait()
        # the pipe of its errors is open for as long as the server lives
        assert b"Traceback" not in host.stderr.read()
    assert local.ok("recall", "k").out == "v\n"


def test_a_client_that_reads_nothing_does_not_keep_it(local: Home) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()
        pipe.call("remember", name="k", value="x" * 30_000)
        pipe.answer()

        for _ in range(20):
            pipe.call("recall", name="k")
        waiting, before = 0, -1
        while waiting != before or waiting < 32_768:
            before = waiting
            time.sleep(0.3)
            (waiting,) = struct.unpack("i", fcntl.ioctl(pipe.stdout, termios.FIONREAD, bytes(4)))
        pipe.process.terminate()
        assert pipe.process.wait(20) == 0


def test_a_thousand_calls_at_once(local: Home) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()

        def ask() -> None:
            for i in range(100):
                pipe.call("remember", name=f"world/facts/{i}", value=f"number {i}")
                for _ in range(9):
                    pipe.call("recall", name=f"world/facts/{i}")
            pipe.stdin.close()

        asking = threading.Thread(target=ask)
        asking.start()
        answers, err, code = pipe.ended()
        asking.join()
    assert (err, code) == ("", 0)
    assert len(answers) == 1_000
    assert not any(one["result"]["isError"] for one in answers)
    memories = local.ok("--json", "persona", "recall").jsonl
    assert [memory["access_count"] for memory in memories] == [9] * 100


def test_what_is_no_call_is_refused_and_the_next_one_answered(local: Home) -> None:
    call = '{"jsonrpc": "2.0", "id": "odd", "method": "tools/call"'
    with piped(local) as pipe:
        pipe.shake_hands()
        for sent, code in (
            (b"no JSON at all", -32700),
            (b"\xff\xfe", -32700),
            (b"", None),
            (b'{"jsonrpc": "2.0", "id": 7}', None),
            (b"[" * 100_000, -32700),
            # who asks so would wait forever, if nobody said that nothing was done
            (b"[" + call.encode() + b"}]", -32600),
        ):
            pipe.stdin.write(sent + b"\n")
            pipe.stdin.flush()
            if code is not None:
                answer = pipe.answer()
                assert (answer["id"], answer["error"]["code"]) == (None, code)
        assert pipe.call("recall") == pipe.answer()["id"], "the others are none, and have no answer"
        for asked, code in (
            (call + ', "params": []}', -32600),
            # hosts in JavaScript cut texts in the middle of a character, and escape what is left
            (call + ', "params": {"name": "search", "arguments": {"query": "\\ud83d"}}}', -32600),
            (call + "}", -32602),
            (call + ', "params": {"name": "drop", "arguments": {}}}', -32602),
            (call + ', "params": {"name": "recall", "arguments": []}}', -32602),
            ('{"jsonrpc": "2.0", "id": "odd", "method": "tasks/list"}', -32601),
        ):
            pipe.stdin.write(asked.encode() + b"\n")
            pipe.stdin.flush()
            answer = pipe.answer()
            assert (answer["id"], answer["error"]["code"]) == ("odd", code)
        pipe.call("recall")
        assert not pipe.answer()["result"]["isError"]
        pipe.stdin.close()
        assert pipe.ended() == ([], "", 0)


def test_a_line_without_end_is_not_kept(local: Home) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()
        with suppress(BrokenPipeError):
            for _ in range(64):
                pipe.stdin.write(b"x" * 1024 * 1024)
                pipe.stdin.flush()
            raise AssertionError("it took 64 MiB")
        _, err, code = pipe.ended()
    assert "nothing more was read" in err
    assert code == 2


# S-11.6
def test_nothing_but_protocol_on_standard_output_whatever_is_logged(local: Home) -> None:
    process = subprocess.run(
        [*COMMAND, "-vv", "mcp"],
        input=b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\nnot this\n',
        capture_output=True,
        env=local.environment,
        check=False,
        timeout=50,
    )
    assert process.returncode == 0
    ids = {json.loads(line)["id"] for line in process.stdout.splitlines()}
    assert ids == {1, None}, "one has an answer, and the other line is refused"
    assert b"not this" not in process.stderr


def test_without_standard_error_what_it_would_hold_goes_nowhere_else(home: Home) -> None:
    for arguments, sent, said in (
        # the first start tells of the profile that it made
        (("mcp",), b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n', b'{"jsonrpc"'),
        (("remember", "a", "b"), b"", b""),
        (("recall", "a"), b"", b"b\n"),
    ):
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *COMMAND, *arguments],
            input=sent,
            stdout=subprocess.PIPE,
            env=home.environment,
            check=True,
            timeout=50,
        )
        assert done.stdout[: len(said) or None] == said


def test_what_other_code_prints_and_reads_is_kept_from_the_pipes(local: Home) -> None:
    script = (
        "import os, sys, subprocess\n"
        "from sense_memory.store import kv\n"
        "recall = kv.recall\n"
        "async def talking(*given):\n"
        "    print('stray', flush=True)\n"
        "    os.write(1, b'stray')\n"
        "    subprocess.run(['cat'])\n"
        "    return await recall(*given)\n"
        "kv.recall = talking\n"
        "sys.argv = ['sense-memory', 'mcp']\n"
        "from sense_memory.cli import main\n"
        "main()\n"
    )
    with piped(local, command=[sys.executable, "-c", script]) as pipe:
        pipe.shake_hands()
        pipe.call("remember", name="k", value="v")
        pipe.answer()
        for _ in range(3):
            pipe.call("recall", name="k")
        for _ in range(3):
            assert not pipe.answer()["result"]["isError"]
        pipe.stdin.close()
        answers, err, code = pipe.ended()
    assert (answers, code) == ([], 0)
    assert err.count("stray") == 6


def test_what_it_says_on_standard_error_holds_no_memory(local: Home) -> None:
    with piped(local) as pipe:
        pipe.shake_hands()
        pipe.call("remember", name="people/facts/k", value="canary7f3d")
        pipe.call("remember", name="a/b", value="canary7f3d")
        pipe.call("remember", name="k", value=["canary7f3d"])
        pipe.call("search", query="canary7f3d")
        pipe.stdin.close()
        answers, err, code = pipe.ended()
    assert (len(answers), err, code) == (4, "", 0)
    for wrong in ('"value": ["canary7f3d"]', "Traceback"):
        assert wrong not in json.dumps(answers)


def test_a_key_that_is_locked_or_a_store_elsewhere(local: Home) -> None:
    key = local.folder / "default" / "key"
    text = key.read_text()
    key.unlink()
    with piped(local) as pipe:
        pipe.stdin.close()
        answers, err, code = pipe.ended()
    assert (answers, code) == ([], 4)
    assert err.startswith("sense-memory: ")
    assert text.strip() not in err


def test_a_relay_that_does_not_answer_keeps_nobody(home: Home) -> None:
    home.is_near = True
    home.run("init", "--relay", NOBODY)
    with piped(home) as pipe:
        pipe.shake_hands()
        pipe.call("remember", name="k", value="v")
        assert not pipe.answer()["result"]["isError"]
        pipe.call("recall", name="k")
        assert not pipe.answer()["result"]["isError"]
        pipe.stdin.close()
        assert pipe.ended() == ([], "", 0)
    assert home.ok("recall", "k").out == "v\n"


def test_what_was_asked_last_reaches_the_relay(home: Home, second: Home, relay: LocalRelay) -> None:
    home.is_near = second.is_near = True
    home.ok("init", "--relay", relay.url)
    with piped(home) as pipe:
        pipe.shake_hands()
        pipe.call("remember", name="k", value="v")
        pipe.answer()
        pipe.stdin.close()
        assert pipe.ended() == ([], "", 0)
    home.ok("sync")
    second.ok("init", "--import-key", "--relay", relay.url, stdin=home.key_text)
    assert second.ok("recall", "--sync", "k").out == "v\n"


def test_without_the_extra_it_says_which_one(local: Home) -> None:
    """In an environment that has everything else."""
    script = (
        "import sys\n"
        "from importlib.machinery import PathFinder\n"
        "class Without(PathFinder):\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, *where):\n"
        "        hidden = name.partition('.')[0] in ('mcp', 'mcp_types')\n"
        "        return None if hidden else super().find_spec(name, *where)\n"
        "sys.meta_path = [Without if one is PathFinder else one for one in sys.meta_path]\n"
        "sys.argv = ['sense-memory', *sys.argv[1:]]\n"
        "from sense_memory.cli import main\n"
        "main()\n"
    )
    for arguments, code in ((["mcp"], 2), (["mcp", "--help"], 0), (["recall"], 0)):
        process = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            capture_output=True,
            env=local.environment,
            stdin=subprocess.DEVNULL,
            cwd=ROOT,
            check=False,
            timeout=50,
        )
        assert process.returncode == code
        if code:
            assert b"pip install 'sense-memory[mcp]'" in process.stderr
            assert process.stdout == b""
    imported = script.replace(
        "from sense_memory.cli import main", "import sense_memory.adapters.mcp"
    )
    done = subprocess.run(
        [sys.executable, "-c", imported], capture_output=True, cwd=ROOT, check=False, timeout=50
    )
    last = done.stderr.decode().splitlines()[-1]
    assert last.endswith("mcp is not installed; pip install 'sense-memory[mcp]' brings it")


def test_a_scope_that_is_given_twice(local: Home) -> None:
    assert local.run("--scope", "a", "mcp", "--scope", "b").code == 2
    assert local.run("mcp", "--scope", "a/b").code == 2
