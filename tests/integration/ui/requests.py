"""The page's server as whoever only sends requests meets it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from sense_memory.ui.border import Pass

from ..http_host import NO_TLS


class Browser:
    """Requests as a browser sends them, or as it never would."""

    def __init__(self, own: Pass, client: httpx.AsyncClient) -> None:
        self.own = own
        self.client = client

    async def ask(self, path: str, method: str = "GET", **named: Any) -> httpx.Response:
        answer = await self.client.request(method, f"{self.own.page}{path}", **named)
        assert self.own.token not in answer.text
        return answer

    async def json(self, path: str, **parameters: str) -> Any:
        answer = await self.ask(path, params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def act(self, path: str, asked: object, **headers: str) -> httpx.Response:
        given = {"origin": self.own.origin, "sec-fetch-site": "same-origin", **headers}
        return await self.ask(path, "POST", json=asked, headers=given)

    async def let_in(self) -> "Browser":
        answer = await self.client.get(self.own.url)
        assert answer.status_code == 200
        return self


@asynccontextmanager
async def browser_of(own: Pass) -> AsyncIterator[Browser]:
    async with httpx.AsyncClient(verify=NO_TLS, timeout=20) as client:
        yield Browser(own, client)
