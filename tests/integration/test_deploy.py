"""What deploy/ says is so: its commands parse, its variables exist, its files fit each other."""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sense_memory import Identity
from sense_memory.sync.protocol import MAX_EVENT_CHARS

from .command_lines import PROGRAM, called, parsed
from .shell import ROOT, Home

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "systemd" / "sense-memory-watch.service"
UNITS = (UNIT, DEPLOY / "systemd" / "sense-memory-watch-user.service")
COMPOSED = (DEPLOY / "strfry" / "compose.yaml", DEPLOY / "container" / "compose.yaml")
CONTAINER = DEPLOY / "container" / "Dockerfile"
FILES = [file for file in sorted(DEPLOY.rglob("*")) if file.is_file()]


def yaml_of(file: Path) -> Any:
    yaml = pytest.importorskip("yaml", reason="reading compose files needs PyYAML")
    return yaml.safe_load(file.read_text())


def lists_of(dockerfile: Path) -> dict[str, list[str]]:
    """The instructions whose argument is a list of words."""
    found = re.findall(
        r"(?m)^(?:HEALTHCHECK .*)?(CMD|ENTRYPOINT) (\[.*\])$", dockerfile.read_text()
    )
    return {
        name if name != "CMD" else f"CMD {json.loads(text)[0]}": json.loads(text)
        for name, text in found
    }


def command_lines() -> Iterator[tuple[str, list[str]]]:
    """Every call of sense-memory in deploy/, and where it stands."""
    for unit in UNITS:
        for line in re.findall(r"(?m)^Exec\w+=\S*/(sense-memory .*)$", unit.read_text()):
            yield unit.name, called(line)
    for file in FILES:
        text = file.read_text()
        for block in re.findall(r"(?s)```sh\n(.*?)```", text) if file.suffix == ".md" else ():
            for line in block.splitlines():
                if re.match(rf"{PROGRAM} ", line):
                    yield file.name, called(line)
        for spoken in re.findall(r"[`\"](sense-memory [a-z-][^`\"]*)[`\"]", text):
            yield file.name, called(spoken)
        # of a container, whose program is sense-memory already
        for line in re.findall(r"docker compose run --rm (?:-T )?memory (.*)", text):
            yield file.name, called(f"{PROGRAM} {line}")
    for name, service in yaml_of(COMPOSED[1])["services"].items():
        yield f"service {name}", service["command"]
    instructions = lists_of(CONTAINER)
    assert instructions["ENTRYPOINT"] == [PROGRAM]
    yield "Dockerfile, CMD", instructions["CMD watch"]
    yield "Dockerfile, HEALTHCHECK", instructions[f"CMD {PROGRAM}"][1:]


def test_every_command_in_deploy_parses() -> None:
    found = list(command_lines())
    assert len(found) >= 15
    for where, words in found:
        path = parsed([word for word in words if word != "…"])
        assert path.startswith(f"{PROGRAM} "), (where, words)
    paths = {parsed(words).removeprefix(f"{PROGRAM} ") for _, words in found}
    assert paths >= {
        "init",
        "watch",
        "mcp",
        "status",
        "keys backup",
        "keys show",
        "doctor",
        "recall",
    }


def test_every_variable_and_credential_in_deploy_exists() -> None:
    sources = "\n".join(one.read_text() for one in (ROOT / "sense_memory").rglob("*.py"))
    constants = set(re.findall(r'"([A-Za-z_-]+)"', sources))
    text = "\n".join(file.read_text() for file in FILES)
    variables = set(re.findall(r"SENSE_MEMORY_[A-Z_]+", text))
    assert variables >= {"SENSE_MEMORY_HOME", "SENSE_MEMORY_NSEC_FILE"}
    assert variables <= constants
    credentials = set(re.findall(r"(?m)^#?LoadCredential\w*=([a-z-]+):", UNIT.read_text()))
    assert credentials == {"sense-memory", "sense-memory-passphrase"}
    assert credentials <= constants


# ------------------------------------------------------------------------ systemd


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_takes_the_units(unit: Path, tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("no systemd here")
    there = tmp_path / unit.name
    # all but the program, which is not installed there
    program = shutil.which("true")
    there.write_text(re.sub(r"(?m)^(Exec\w+=)\S+", rf"\g<1>{program}", unit.read_text()))
    done = subprocess.run(
        [verify, "verify", "--man=no", str(there)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_service_begins_with_a_key_that_systemd_hands_it(tmp_path: Path) -> None:
    home, credentials = Home(tmp_path), tmp_path / "credentials"
    credentials.mkdir(mode=0o700)
    mine = Identity.generate()
    home.know(mine)
    (credentials / "sense-memory").write_text(mine.nsec)
    (credentials / "sense-memory").chmod(0o440)  # as systemd shows it, which uses access lists
    state = tmp_path / "state"
    for line in re.findall(r"(?m)^Exec\w+=\S*/(sense-memory .*)$", UNIT.read_text()) * 2:
        words = called(line)
        if words[0] == "watch":
            words = ["status"]  # what it would keep in step; without end and without relays
        elif "--relay" in words:
            words[words.index("--relay") + 1] = "ws://127.0.0.1:1"
        home.ok(*words, CREDENTIALS_DIRECTORY=str(credentials), SENSE_MEMORY_HOME=str(state))
    assert not (state / "default" / "key").exists()  # it is kept where it was
    assert (
        mine.npub
        in home.ok(
            "keys", "show", CREDENTIALS_DIRECTORY=str(credentials), SENSE_MEMORY_HOME=str(state)
        ).out
    )


# --------------------------------------------------------------------- containers


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.parent.name)
def test_compose_files_name_what_there_is(file: Path) -> None:
    composed = yaml_of(file)
    volumes = set(composed.get("volumes", {}))
    used: set[str] = set()
    for name, service in composed["services"].items():
        assert ("image" in service) != ("build" in service), name
        assert service["restart"] == "unless-stopped", name
        for volume in service["volumes"]:
            source, target = volume.split(":")[:2]
            assert target.startswith("/")
            if source.startswith("."):
                assert (file.parent / source).is_file(), source
            else:
                used.add(source)
        if "build" in service:
            assert (file.parent / service["build"] / "Dockerfile").is_file()
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:") or name == "tls", port
    assert used == volumes


def test_the_container_keeps_everything_on_its_volume(tmp_path: Path) -> None:
    text = CONTAINER.read_text()
    assert "ENV SENSE_MEMORY_HOME=/data\n" in text
    assert "VOLUME /data\n" in text
    mounted = [one["volumes"] for one in yaml_of(COMPOSED[1])["services"].values()]
    assert mounted == [["mind:/data"]] * 2

    check = lists_of(CONTAINER)[f"CMD {PROGRAM}"][1:]
    home = Home(tmp_path)
    assert home.run(*check).code != 0  # no mind yet
    home.ok("init", "--yes", "--relay", "ws://127.0.0.1:1")
    assert home.ok(*check).json["relays"]
    (tmp_path / "default" / "memory.db").write_bytes(b"x" * 200)
    assert home.run(*check).code != 0


# ------------------------------------------------------------------------- strfry


def settings_of(text: str) -> dict[str, str]:
    """Names with dots, as strfry calls them, to values."""
    found: dict[str, str] = {}
    path: list[str] = []
    for raw in text.splitlines():
        line = re.sub(r'("[^"]*")|#.*', lambda match: match.group(1) or "", raw).strip()
        if line.endswith("{"):
            path.append(line[:-1].strip())
        elif line == "}":
            path.pop()
        elif line:
            name, _, value = line.partition("=")
            found[".".join((*path, name.strip()))] = value.strip().strip('"')
    assert not path
    return found


def test_the_relay_takes_what_sense_memory_sends_and_reads() -> None:
    text = (DEPLOY / "strfry" / "strfry.conf").read_text()
    settings = settings_of(text)
    assert int(settings["events.maxEventSize"]) == MAX_EVENT_CHARS
    assert int(settings["relay.maxWebsocketPayloadSize"]) > MAX_EVENT_CHARS + 1024
    assert int(settings["events.rejectEventsOlderThanSeconds"]) > 50 * 365 * 86_400
    assert settings["relay.negentropy.enabled"] == "true"
    mounted = [line.split(":")[1] for line in yaml_of(COMPOSED[0])["services"]["strfry"]["volumes"]]
    assert settings["relay.writePolicy.plugin"] in mounted
    assert settings["db"].rstrip("/") in mounted
    # what is offered as a comment is right, too
    offered = settings_of(re.sub(r"(?m)^    # (?=(auth \{|    |\}))", "    ", text))
    assert offered["relay.auth.restrictedReadKinds"] == "30078"
    assert offered.keys() - settings.keys() == {
        f"relay.auth.{name}"
        for name in ("enabled", "serviceUrl", "restrictedReadKinds", "restrictReadToInvolvedPubkey")
    }


def test_only_those_who_are_listed_may_write(tmp_path: Path) -> None:
    mine, other = "a" * 64, "b" * 64
    script = DEPLOY / "strfry" / "write-policy.sh"
    assert script.stat().st_mode & 0o111
    listed = tmp_path / "allowed"
    listed.write_text((DEPLOY / "strfry" / "allowed").read_text() + mine + "\n")

    def asked(number: int, author: str, content: str, first: str = "content") -> str:
        event = {"id": f"{number:064x}", "pubkey": author, "tags": [["d", f'"pubkey":"{mine}"']]}
        event = (
            {"content": content, **event} if first == "content" else {**event, "content": content}
        )
        return json.dumps(
            {"event": event, "sourceType": "IP4", "type": "new"}, separators=(",", ":")
        )

    liar = f'","pubkey":"{mine}","id":"{"9" * 64}"'
    questions = [
        (asked(1, mine, "x"), "accept"),
        (asked(2, other, "x"), "reject"),
        (asked(3, other, liar), "reject"),
        (asked(4, mine, liar.replace(mine, other)), "accept"),
        (asked(5, other, liar, first="id"), "reject"),
        (asked(6, "", "x"), "reject"),
        (asked(7, ".*", "x"), "reject"),
        (asked(8, mine, "n\\n" * 30_000), "accept"),
        (asked(9, "# One public key a line", "x"), "reject"),
    ]
    done = subprocess.run(
        ["/bin/sh", str(script), str(listed)],
        input="".join(f"{question}\n" for question, _ in questions).encode(),
        capture_output=True,
        check=True,
        timeout=50,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers] == [f"{number + 1:064x}" for number in range(9)]
    assert [one["action"] for one in answers] == [action for _, action in questions]
    assert done.stderr == b""


def test_the_scripts_are_shell(tmp_path: Path) -> None:
    for block in re.findall(r"(?s)```sh\n(.*?)```", (DEPLOY / "README.md").read_text()):
        for line in block.splitlines():
            assert shlex.split(line, comments=True), line
        subprocess.run(["/bin/sh", "-n", "-c", block], check=True, cwd=tmp_path)
