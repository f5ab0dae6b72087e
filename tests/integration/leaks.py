"""Secrets in every form they might escape in, and a command line that is watched on all sides."""

import base64
import hashlib
import io
import logging
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nips import nip44
from nips.keys import SecretKey
from sense_memory import Identity
from sense_memory.cli import main

WATCHED = ("sense_memory", "nips", "relay_fixtures", "websockets", "asyncio", "httpx", "keyring")
"""Loggers whose every record is read, whatever level was asked for."""

PART = 20
"""Characters of a secret that are looked for wherever they stand."""


def forms(secret: bytes) -> dict[str, bytes]:
    """How 32 secret bytes, or a part long enough to be known by, may look in some output."""
    number = int.from_bytes(secret)
    listed = [str(one) for one in secret]
    found = {
        "raw": secret,
        "hex": secret.hex().encode(),
        "HEX": secret.hex().upper().encode(),
        "hex of the reverse": secret[::-1].hex().encode(),
        "hex, spaced": secret.hex(" ").encode(),
        "hex, with colons": secret.hex(":").encode(),
        "decimal": str(number).encode(),
        "list": ", ".join(listed).encode(),
        "list, dense": ",".join(listed).encode(),
        "repr": repr(secret)[2:-1].encode(),
        "base32": base64.b32encode(secret).rstrip(b"=")[:-1],
        "base85": base64.b85encode(secret),
    }
    # base64 depends on where in a longer text the bytes begin; what overlaps with neighbours is cut
    for offset in range(3):
        skipped = (0, 2, 3)[offset]
        shifted = base64.b64encode(bytes(offset) + secret)[skipped:].rstrip(b"=")[:-1]
        found[f"base64, shifted by {offset}"] = shifted
        found[f"base64url, shifted by {offset}"] = shifted.translate(bytes.maketrans(b"+/", b"-_"))
    return found


@dataclass
class Canary:
    """A secret key that nothing may show, texts that must not be shown either, and values.

    Attributes:
        identity: The key.
        value: A word that stands in every value that is stored; standard output may show it where
            a command is there to show values.
    """

    identity: Identity
    value: str = "canary7f3dvalue"
    _forms: dict[str, list[bytes]] = field(default_factory=dict, repr=False)
    _clean: set[bytes] = field(default_factory=set, repr=False)
    """Hashes of contents of files that show nothing: most are copies of each other."""

    @classmethod
    def new(cls) -> "Canary":
        """A new one. It is none that was generated just now: relays may know it."""
        canary = cls(Identity.from_hex(Identity.generate().private_key_hex))
        secret = SecretKey.from_hex(canary.identity.private_key_hex)
        canary.know("secret key", bytes.fromhex(secret.to_hex()))
        # whoever has this reads everything
        shared = nip44.conversation_key(secret, secret.public_key)
        canary.know("conversation key", bytes(shared))
        canary.know_text("nsec", canary.identity.nsec)
        return canary

    @property
    def secret_key(self) -> SecretKey:
        """The key, for what takes no identity."""
        return SecretKey.from_hex(self.identity.private_key_hex)

    def know(self, name: str, secret: bytes) -> None:
        """Another secret of 32 bytes."""
        for form, shape in forms(secret).items():
            self._add(f"{name} ({form})", shape)

    def know_text(self, name: str, text: str) -> None:
        """Another secret text: itself, in capitals, and its base64."""
        plain = text.encode()
        self._add(name, plain)
        self._add(f"{name} in capitals", text.upper().encode())
        self._add(f"{name} in base64", base64.b64encode(plain)[:-4])

    def _add(self, name: str, shape: bytes) -> None:
        """Look for it, and for parts of it: whatever shows 30 characters shows one of these."""
        self._clean.clear()
        self._forms[name] = [shape]
        if len(shape) > PART:
            pieces = [shape[at : at + PART] for at in range(0, len(shape) - PART + 1, PART // 2)]
            self._forms[name] = [*pieces, shape[-PART:]]

    def seen_in(self, data: bytes | str) -> list[str]:
        """The names of the secrets that are there, or a good part of them."""
        octets = data.encode(errors="surrogatepass") if isinstance(data, str) else data
        if not octets:  # as most standard errors are
            return []
        return [
            name for name, pieces in self._forms.items() if any(piece in octets for piece in pieces)
        ]

    def shown_by(self, content: bytes) -> list[str]:
        """The names of what the content of a file shows: secrets, and a value."""
        digest = hashlib.blake2b(content).digest()
        if digest in self._clean:
            return []
        found = [*self.seen_in(content), *["a value"] * self.value_in(content)]
        if not found:
            self._clean.add(digest)
        return found

    def value_in(self, data: bytes | str) -> bool:
        """Whether a stored value is there."""
        octets = data.encode(errors="surrogatepass") if isinstance(data, str) else data
        value = self.value.encode()
        return any(shape in octets for shape in (value, base64.b64encode(value)[:-4]))


@dataclass(frozen=True, slots=True)
class Said:
    """All that a command left behind.

    Attributes:
        code: Its exit code.
        out: Standard output.
        err: Standard error, with the traceback of what it did not catch.
        log: Every log record, with tracebacks.
        children: The arguments of every process it started.
    """

    code: int
    out: str
    err: str
    log: str
    children: str


class Records(logging.Handler):
    """Keeps every record as text."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s %(args)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.lines.append(self.format(record))


@contextmanager
def every_record() -> Iterator[list[str]]:
    """The text of every record of the watched loggers, as they come."""
    records = Records()
    loggers = [logging.getLogger(name) for name in WATCHED]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(records)
    _set_levels(loggers, [logging.DEBUG] * len(loggers))
    try:
        yield records.lines
    finally:
        for logger in loggers:
            logger.removeHandler(records)
        _set_levels(loggers, before)


def _set_levels(loggers: list[logging.Logger], levels: list[int]) -> None:
    """Each setLevel makes every logger there is forget what it knows: once for all is enough."""
    for logger, level in zip(loggers, levels, strict=True):
        logger.level = level
    loggers[0].setLevel(levels[0])


_started: list[str] = []


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.spawn"):
        _started.append(repr(arguments[:2]))


def watch_processes() -> None:
    """Note the arguments of every process from now on; a hook cannot be taken off again."""
    if _audit not in _hooked:
        _hooked.append(_audit)
        sys.addaudithook(_audit)


_hooked: list[object] = []


def run(
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    *,
    stdin: str = "",
    environment: Mapping[str, str] | None = None,
) -> Said:
    """Run the command line in this process, where nothing that it does is hidden."""
    watch_processes()
    _started.clear()
    out, err = io.BytesIO(), io.BytesIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    with monkeypatch.context() as patch, every_record() as lines:
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["sense-memory", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", write_through=True))
        root.handlers = []  # so that --verbose sets up its own
        try:
            code = _exit_code()
        finally:
            root.handlers = handlers
            root.setLevel(level)
        return Said(
            code,
            out.getvalue().decode(),
            err.getvalue().decode(),
            "\n".join(lines),
            "\n".join(_started),
        )


def _exit_code() -> int:
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:  # noqa: BLE001 - what a shell would see
        traceback.print_exc()
        return 1
    return 0


def files_that_show(canary: Canary, folder: Path, allowed: frozenset[Path]) -> list[str]:
    """The files under a folder, but for some, that hold a secret or a value."""
    shown = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path in allowed:
            continue
        shown += [
            f"{path.relative_to(folder)}: {name}" for name in canary.shown_by(path.read_bytes())
        ]
    return shown


def child_arguments(pid: int) -> list[bytes]:
    """The command lines of a process and all below it, as anybody on the machine can read them."""
    found = []
    try:
        found.append(Path(f"/proc/{pid}/cmdline").read_bytes())
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += child_arguments(int(child))
    except (FileNotFoundError, ProcessLookupError):
        pass  # it has ended meanwhile
    return found


def spawn(arguments: tuple[str, ...], environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """Run the command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "sense_memory", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
    )
