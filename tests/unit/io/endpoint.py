"""An embeddings endpoint on this machine: says what a test wants it to say, over real HTTP."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Reply:
    """What it answers.

    Attributes:
        body: Bytes, or what is sent as JSON.
        promised: The Content-Length, if it is not that of the body: then it breaks off.
        pause: Waits for this before it answers.
    """

    status: int = 200
    body: Any = b""
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None
    pause: threading.Event | None = None


@dataclass(frozen=True)
class Asked:
    """One request."""

    path: str
    headers: dict[str, str]
    body: Any


Answer: TypeAlias = Callable[[Asked], Reply]


@dataclass
class Endpoint:
    """Where it is, and what it was asked."""

    url: str
    asked: list[Asked] = field(default_factory=list)


@contextmanager
def serving(answer: Answer) -> Iterator[Endpoint]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            asked = Asked(self.path, dict(self.headers), json.loads(self.rfile.read(length)))
            endpoint.asked.append(asked)
            reply = answer(asked)
            if reply.pause is not None:
                reply.pause.wait(20)
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            promised = len(body) if reply.promised is None else reply.promised
            for name, value in {"Content-Length": str(promised), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the client has gone, as a test wants it to
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint = Endpoint(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def openai(asked: Asked, dimension: int = 3) -> Reply:
    """What OpenAI answers; each text has a vector of its own."""
    rows = [
        {"object": "embedding", "index": at, "embedding": vector_of(text, dimension)}
        for at, text in enumerate(asked.body["input"])
    ]
    return Reply(body={"object": "list", "data": rows, "model": asked.body["model"]})


def workers_ai(asked: Asked) -> Reply:
    """What Workers AI answers."""
    rows = [vector_of(text, 3) for text in asked.body["text"]]
    result = {"shape": [len(rows), 3], "data": rows, "pooling": asked.body["pooling"]}
    return Reply(body={"result": result, "success": True, "errors": [], "messages": []})


def vector_of(text: str, dimension: int) -> list[float]:
    """Not of length 1."""
    return [float(len(text)), *(float(at) for at in range(1, dimension))]
