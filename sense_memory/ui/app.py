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
from ..core.expected import ChangedMeanwhileError
from . import about, memories, people, safety, topics
from .as_json import Answer
from .asking import Act, Ask, Query, body_of
from .files import PageFile, page_files
from .live import Live
from .mind import Mind

if TYPE_CHECKING:
    from starlette.types import ASGIApp

VIEWS = (memories, people, topics, about, safety)


@dataclass(frozen=True, slots=True)
class Mistake:
    """Why there is no answer.

    Attributes:
        error: For people.
    """

    error: str


def page_of(mind: Mind, live: Live) -> "ASGIApp":
    """What stands behind the page: an application that lets in whoever asks.

    Args:
        mind: What is looked into.
        live: Where changes are told.
    """

    async def changes(_request: Request) -> Response:
        return StreamingResponse(live.stream(), media_type="text/event-stream")

    routes = [Route("/api/changes", changes, methods=["GET"])]
    for view in VIEWS:
        for path, ask in view.ASKED.items():
            routes.append(Route(path, _told(partial(_asked, mind, ask)), methods=["GET"]))
        if mind.may_write:
            for path, act in view.ACTS.items():
                routes.append(Route(path, _told(partial(_done, mind, act)), methods=["POST"]))
    for path, file in page_files().items():
        routes.append(Route(path, partial(_file, file), methods=["GET"]))
    app = Starlette(routes=routes)
    app.router.redirect_slashes = False  # it knows nothing of the path below which all of it is
    return app


async def _asked(mind: Mind, ask: Ask, request: Request) -> Any:
    return await ask(mind, Query(request))


async def _done(mind: Mind, act: Act, request: Request) -> Any:
    return await act(mind, await body_of(request))


def _told(ask: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
    """An answer, or why there is none."""

    async def answer(request: Request) -> Response:
        try:
            return Answer(await ask(request))
        except UnknownMemoryError as error:
            return Answer(Mistake(str(error)), 404)
        except ChangedMeanwhileError as error:
            return Answer(Mistake(str(error)), 409)
        except InputError as error:
            return Answer(Mistake(str(error)), 400)
        except SenseMemoryError as error:
            return Answer(Mistake(str(error)), 503)

    return answer


async def _file(file: PageFile, _request: Request) -> Response:
    return Response(file.content, media_type=file.type)
