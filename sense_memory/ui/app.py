"""What the page asks, and what it is answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ..core.errors import InputError, SenseMemoryError, UnknownMemoryError
from ..core.ports import Clock
from ..store import MemoryStore
from .acting import ACTS, Act, asked_in
from .as_json import Answer
from .files import PageFile, page_files
from .finding import find
from .live import Live
from .memory_detail import memory_detail
from .memory_map import Columns, MemoryMap, Thresholds
from .telling import tell

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_Asked = Callable[[Request], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Mistake:
    """Why there is no answer.

    Attributes:
        error: For people.
    """

    error: str


class Page:
    """What stands behind the page.

    Args:
        store: Open, and restricted to a scope if it is to be.
        clock: The store's.
        live: Where changes are told.
        may_write: Whether the page offers to change anything.
    """

    def __init__(self, store: MemoryStore, clock: Clock, live: Live, *, may_write: bool) -> None:
        self._store = store
        self._clock = clock
        self._live = live
        self._may_write = may_write

    def app(self) -> "ASGIApp":
        """The application, which lets in whoever asks."""
        asked: dict[str, _Asked] = {
            "/api/memories": self.memories,
            "/api/memory": self.memory,
            "/api/search": self.search,
            "/api/about": self.about,
        }
        routes = [Route(path, _told(ask), methods=["GET"]) for path, ask in asked.items()]
        routes.append(Route("/api/changes", self.changes, methods=["GET"]))
        if self._may_write:
            for path, act in ACTS.items():
                routes.append(Route(path, _told(partial(self._act, act)), methods=["POST"]))
        for path, file in page_files().items():
            routes.append(Route(path, partial(_file, file), methods=["GET"]))
        return Starlette(routes=routes)

    async def memories(self, _request: Request) -> MemoryMap:
        """All memories, as the map needs them."""
        there = await self._store.persona_recall()
        return MemoryMap(self._clock.now(), self._may_write, Thresholds(), Columns.of(there))

    async def memory(self, request: Request) -> Any:
        """One memory with all that is known of it."""
        return await memory_detail(self._store, _given(request, "name"), self._clock.now())

    async def search(self, request: Request) -> Any:
        """What answers a query."""
        return await find(self._store, _given(request, "q"))

    async def about(self, request: Request) -> Any:
        """What is believed of a name."""
        past = request.query_params.get("past") == "1"
        return await tell(self._store, _given(request, "name"), past=past)

    async def _act(self, act: Act, request: Request) -> Any:
        return await act(self._store, await asked_in(request))

    async def changes(self, _request: Request) -> Response:
        """What changes from now on."""
        return StreamingResponse(self._live.stream(), media_type="text/event-stream")


def _given(request: Request, name: str) -> str:
    found = request.query_params.getlist(name)
    if len(found) != 1:
        raise InputError(f"{name} is to be given, once")
    return found[0]


def _told(ask: _Asked) -> Callable[[Request], Awaitable[Response]]:
    """An answer, or why there is none."""

    async def answer(request: Request) -> Response:
        try:
            return Answer(await ask(request))
        except UnknownMemoryError as error:
            return Answer(Mistake(str(error)), 404)
        except InputError as error:
            return Answer(Mistake(str(error)), 400)
        except SenseMemoryError as error:
            return Answer(Mistake(str(error)), 503)

    return answer


async def _file(file: PageFile, _request: Request) -> Response:
    return Response(file.content, media_type=file.type)
