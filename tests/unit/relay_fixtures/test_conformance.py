"""The examination itself: how it hears, and what it says of relays that hardly answer.

What it finds out about relays is in tests/conformance.
"""

import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from relay_fixtures import QuirkRelay, Quirks, RelayServer
from relay_fixtures.conformance import CASES, examine
from relay_fixtures.conformance.__main__ import main
from relay_fixtures.conformance.author import Author
from relay_fixtures.conformance.probe import End, Probe

ROOT = Path(__file__).resolve().parents[3]
BY_NAME = {case.name: case for case in CASES}


@asynccontextmanager
async def visit(quirks, author=None, patience=10.0):
    """A connection to a relay with these quirks."""
    async with (
        RelayServer(QuirkRelay(quirks)) as server,
        Probe.open(server.url, author, patience=patience) as probe,
    ):
        yield probe


async def answer(name, quirks, patience=10.0):
    """What the examination says of a relay with these quirks."""
    async with RelayServer(QuirkRelay(quirks)) as server:
        return (await BY_NAME[name](server.url, patience=patience)).answer


class TestProbe:
    async def test_silence_is_known_by_what_comes_later(self):
        quirks = Quirks(silent_on_malformed=True)
        async with RelayServer(QuirkRelay(quirks)) as server:
            async with Probe.open(server.url) as probe:
                assert await probe.ask_text("nonsense") == []
            # It cost no patience: the relay answered other questions meanwhile.
            assert len(server.relay.received("REQ")) == 3

    async def test_slowness_is_no_silence(self):
        async with visit(Quirks(answer_delay=0.8)) as probe:
            reading = await probe.read({"kinds": [1], "limit": 1})
        assert reading.end is End.EOSE

    async def test_a_relay_that_says_nothing_at_all(self):
        async with visit(Quirks(silent=True), patience=0.1) as probe:
            assert (await probe.read({"kinds": [1]})).end is End.SILENCE
            verdict = await probe.publish(Author().event())
            assert (verdict.end, verdict.accepted) == (End.SILENCE, False)

    async def test_a_relay_that_hangs_up(self):
        async with visit(Quirks(drop_connection_after_frames=0)) as probe:
            assert (await probe.publish(Author().event())).end is End.CUT
            assert (await probe.read({"kinds": [1]})).end is End.CUT
            assert [v.end for v in await probe.publish_many([Author().event()])] == [End.CUT]

    async def test_who_is_asked_for_a_name_gives_it(self):
        author = Author()
        async with RelayServer(QuirkRelay(Quirks(require_auth="both"))) as server:
            async with Probe.open(server.url, author) as probe:
                assert (await probe.publish(author.event())).accepted
            async with Probe.open(server.url, author) as probe:
                assert len((await probe.read({"kinds": [1], "limit": 5})).events) == 1
            async with Probe.open(server.url) as stranger:
                reading = await stranger.read({"kinds": [1], "limit": 5})
                assert (reading.end, reading.message[:14]) == (End.CLOSED, "auth-required:")

    async def test_junk_is_passed_over(self):
        async with visit(Quirks(junk=frozenset({"malformed"}))) as probe:
            assert (await probe.read({"kinds": [1], "limit": 5})).end is End.EOSE

    @pytest.mark.parametrize("url", ["ws://127.0.0.1:1", "http://127.0.0.1:1"])
    async def test_what_is_no_relay(self, url):
        with pytest.raises(OSError, match="127.0.0.1"):
            await examine(url)


class TestAnswers:
    @pytest.mark.parametrize(
        ("case", "quirks", "expected"),
        [
            ("live", Quirks(lie_ok=True), "no"),
            ("eose_hints", Quirks(eose_hints="honest"), "finish / more"),
            ("eose_hints", Quirks(eose_hints="always_finish"), "finish / finish"),
            ("newer_version", Quirks(keeps_all_versions=True), "both kept"),
            ("newer_version", Quirks(rolls_back=True), "both kept"),
            ("vanish", Quirks(vanish="erases"), "erases"),
            ("burst", Quirks(rate_limit_after=24), "24, then rate-limited:"),
            ("burst", Quirks.nostream(), "24, then rate-limited:"),
            ("burst", Quirks.khatru(), "10, then rate-limited:"),
            ("count", Quirks(answers_count=False, refusal_of_count="closed"), "CLOSED"),
            ("count", Quirks(withholds=1.0), "wrongly: {'count': 0}"),
            ("challenge", Quirks(require_auth="read"), "before reading"),
            ("challenge", Quirks(require_auth="write"), "before writing"),
            ("guarded_kinds", Quirks(reject_all_with="blocked: no"), "cannot tell: blocked:"),
            ("answer_cap", Quirks(rate_limit_after=9), "cannot tell: not all were taken"),
            ("information", Quirks(nip11_document={"name": "x"}), "yes, without max_limit"),
            ("deletion_by_id", Quirks(honours_e_deletion=False), "no"),
            ("deletion_by_id", Quirks(resurrects=True), "no"),
        ],
    )
    async def test_other_relays_get_other_answers(self, case, quirks, expected):
        assert await answer(case, quirks) == expected

    async def test_a_relay_that_refuses_connections_half_way(self):
        async with RelayServer(QuirkRelay()) as server:
            url = server.url
            gone = BY_NAME["until"]

            async def stop_first(relay):
                await server.stop()
                return await gone.ask(relay)

            [finding] = await examine(url, [type(gone)("until", "?", stop_first)])
        assert finding.answer.startswith("refuses to be connected to:")


class TestCommand:
    def test_a_table_is_printed(self):
        script = (
            "import asyncio, sys\n"
            "from relay_fixtures import QuirkRelay, RelayServer\n"
            "async def main():\n"
            "    async with RelayServer(QuirkRelay()) as server:\n"
            "        command = ['-m', 'relay_fixtures.conformance', server.url]\n"
            "        options = ['--only', 'until', '--only', 'live']\n"
            "        child = await asyncio.create_subprocess_exec(\n"
            "            sys.executable, *command, *options)\n"
            "        sys.exit(await child.wait())\n"
            "asyncio.run(main())\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert run.stdout.splitlines() == ["until  inclusive", "live   yes"], run.stderr
        assert run.returncode == 0

    def test_the_questions_can_be_listed(self, capsys):
        assert main(["--list"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == len(CASES)
        assert sum("(heavy)" in line for line in lines) == sum(case.heavy for case in CASES)

    def test_no_relay(self, capsys):
        assert main(["ws://127.0.0.1:1"]) == 1
        assert "cannot examine ws://127.0.0.1:1" in capsys.readouterr().err

    @pytest.mark.parametrize("arguments", [[], ["ws://127.0.0.1:1", "--only", "nonsense"]])
    def test_wrong_arguments(self, arguments):
        with pytest.raises(SystemExit):
            main(arguments)
