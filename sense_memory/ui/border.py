"""Who is let in: this machine's browser, on a page that came from here, with the token.

Any page that a browser shows may send requests to this machine. So besides the token it is asked
under which name the server was called (a foreign name that was made to mean this machine), which
page sent it, and as what.
"""

import hmac
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOGIN = "/login"
"""Where the token is shown once; the browser shows it by itself from then on."""
READING = frozenset({"GET", "HEAD"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    # what a memory says cannot become markup, even if the page should ask for it
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_ARRIVED = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>sense-memory</title>'
    '<meta http-equiv="refresh" content="0;url=./"><p><a href="./">Look into the mind</a></p>'
)


@dataclass(frozen=True, slots=True)
class Pass:
    """What a browser has to show.

    Attributes:
        port: Where the server listens; browsers keep cookies of all ports of a host together.
        token: 43 characters. Whoever has it may do what the page may.
        path: Below which the page is. No other port has it: browsers send a cookie to all ports of
            a host, where other users of this machine may listen, but to one path alone.
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    path: str = field(default_factory=lambda: f"/{secrets.token_hex(8)}")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that the server may be called by."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def origin(self) -> str:
        """The page's own."""
        return f"http://{self.hosts[0]}"

    @property
    def page(self) -> str:
        """The page's address, without a slash at its end."""
        return self.origin + self.path

    @property
    def url(self) -> str:
        """What a browser opens; it holds the token."""
        return f"{self.page}{LOGIN}?token={quote(self.token)}"

    @property
    def cookie(self) -> str:
        """The name of the cookie."""
        return f"sense-memory-{self.port}"

    def is_shown_by(self, shown: str | None) -> bool:
        """Whether this is the token; how long that takes tells nothing of it."""
        return hmac.compare_digest((shown or "").encode(), self.token.encode())


class Border:
    """An ASGI application before another.

    Args:
        inner: What is let through to.
        own: What has to be shown.
        may_write: Whether anything but reading is let through.
    """

    def __init__(self, inner: "ASGIApp", own: Pass, *, may_write: bool) -> None:
        self._inner = inner
        self._own = own
        self._may_write = may_write

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""

        async def send_safely(message: "Message") -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS]}
            await send(message)

        own = f"{self._own.path}/"
        if is_below := scope["path"].startswith(own):
            scope = {**scope, "path": scope["path"].removeprefix(self._own.path)}
        request = Request(scope, receive)
        answer = self._refusal(request)
        if answer is None and is_below:
            answer = self._login(request) or self._unknown(request)
        elif answer is None:
            answer = _refused(401, "open the address that was printed: the page is nowhere else")
        await (answer or self._inner)(scope, receive, send_safely)

    def _refusal(self, request: Request) -> Response | None:
        """Why a request is none that a page of this server could have sent."""
        headers = request.headers
        hosts = headers.getlist("host")
        if hosts not in [[host] for host in self._own.hosts]:
            return _refused(421, "this server is not called by that name")
        is_arrival = request.method == "GET" and request.url.path == LOGIN
        origins = headers.getlist("origin")
        # a page under the other of both names may be another's: they need not mean the same machine
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return _refused(403, "pages of that origin may not ask this server")
        sites = headers.getlist("sec-fetch-site")
        # a link to log in may stand anywhere: what it needs is the token
        if not is_arrival and any(site not in ("same-origin", "none") for site in sites):
            return _refused(403, "other pages may not ask this server")
        if request.method in READING:
            return None
        if len(origins) != 1:
            return _refused(403, "a write says which page it comes from")
        if not self._may_write:
            return _refused(403, "this only shows; start it with --write to change anything")
        return None

    def _login(self, request: Request) -> Response | None:
        if request.url.path != LOGIN:
            return None
        if request.method != "GET" or not self._own.is_shown_by(request.query_params.get("token")):
            return _refused(401, "this is not the token; open the address that was printed")
        # Not a redirect: what follows a link of another page counts as that page's, and a cookie
        # that is the same site's alone would not come along
        answer = HTMLResponse(_ARRIVED)
        answer.set_cookie(
            self._own.cookie,
            self._own.token,
            path=f"{self._own.path}/",
            httponly=True,
            samesite="strict",
        )
        return answer

    def _unknown(self, request: Request) -> Response | None:
        given = ";".join(request.headers.getlist("cookie")).split(";")
        pairs = (one.strip().partition("=") for one in given)
        # several: servers at other ports may set one of that name too, which comes along beside it
        if any(
            name == self._own.cookie and self._own.is_shown_by(value) for name, _, value in pairs
        ):
            return None
        return _refused(401, "open the address that was printed: it has the token")


def _refused(status: int, why: str) -> Response:
    return PlainTextResponse(why + "\n", status)
