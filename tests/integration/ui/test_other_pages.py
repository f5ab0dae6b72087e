"""Other pages in the same browser, served by other servers of this machine: what they get."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .browser import Browser, Page, expect, looking
from .host import empty, hosted, remember

SECRET = "The harbour master's name is Ines."
# Everything by which a page reaches another server, each with what came of it in a word.
_TRIES = """async ([page, cookie, socket, forged]) => {
  const got = {};
  const settled = (name, made, good) => new Promise((done) => {
    for (const type of ["load", "open", "message"])
      made.addEventListener(type, () => done((got[name] = good)));
    made.addEventListener("error", () => done((got[name] = "refused")));
  });
  const fetched = async (name, path, options) => {
    try {
      const answer = await fetch(page + path, { credentials: "include", ...options });
      got[name] = `${answer.type}: ${await answer.text()}`;
    } catch {
      got[name] = "refused";
    }
  };
  const put = (tag, name, given) => {
    const made = Object.assign(document.createElement(tag), given);
    const seen = settled(name, made, "loaded");
    document.body.append(made);
    return seen;
  };
  // of any path: the one of the page is not known to others
  document.cookie = `${cookie}=tossed; path=/`;
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: forged };
  const plain = { method: "POST", mode: "no-cors", body: forged };
  const stream = new EventSource(`${page}/api/changes`, { withCredentials: true });
  const main = { src: `${page}/main.js`, type: "module", crossOrigin: "use-credentials" };
  await Promise.all([
    fetched("read", "/api/memories"),
    fetched("read blindly", "/api/memories", { mode: "no-cors" }),
    fetched("write", "/api/forget", json),
    fetched("write blindly", "/api/forget", plain),
    settled("listen", stream, "heard"),
    settled("socket", new WebSocket(`${socket}/api/changes`), "heard"),
    put("script", "module", main),
    put("script", "script", { src: `${page}/api/memories` }),
    put("img", "image", { src: `${page}/icon.svg` }),
    put("link", "style", { href: `${page}/style.css`, rel: "stylesheet" }),
  ]);
  return got;
}"""


@contextmanager
def _elsewhere(heard: list[str]) -> Iterator[int]:
    """The port of another server: an empty page at every path, which keeps what it is sent."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(f"{self.path}\n{self.headers}")
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

        def log_message(self, *said: object) -> None:
            """It says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


# S-22.2
def test_other_pages_of_this_machine_neither_read_nor_write(browser: Browser) -> None:
    heard: list[str] = []
    with (
        hosted(empty, may_write=True) as host,
        _elsewhere(heard) as port,
        looking(browser, host) as looker,
    ):
        remember(host, "self/facts/k", SECRET)
        own, ours = host.own, looker.page
        expect(ours.locator("#state")).to_have_text("1 memory, live")
        assert ours.evaluate("() => document.referrer") == "", "and the address is the page's own"
        forged = json.dumps({"name": "self/facts/k", "seen": SECRET})
        given = [own.page, own.cookie, own.page.replace("http", "ws"), forged]
        # who even knows the path: the one is the same site, the other is another
        for name in ("127.0.0.1", "localhost"):
            other = ours.context.new_page()
            other.goto(f"http://{name}:{port}/")
            got = other.evaluate(_TRIES, given)
            assert set(got.values()) <= {"refused", "opaque: "}, got
            # in a frame, in a window of its own, by a form
            other.evaluate(
                "(page) => document.body.append(Object.assign(document.createElement('iframe'),"
                " { src: page + '/' }))",
                own.page,
            )
            with other.expect_popup() as opened:
                other.evaluate("(page) => { window.theirs = open(page + '/') }", own.page)
            expect(opened.value.locator("body")).to_contain_text("other pages may not ask")
            assert other.evaluate("() => window.theirs === null || window.theirs.closed")
            assert all("may not" in text or not text for text in _framed(other))
            other.evaluate(
                "([page, forged]) => { const form = Object.assign(document.createElement('form'),"
                " { method: 'post', enctype: 'text/plain', action: page + '/api/forget' });"
                " form.append(Object.assign(document.createElement('input'),"
                " { name: forged.slice(0, -1) + ',\"x\":\"', value: '\"}' }));"
                " document.body.append(form); form.submit(); }",
                [own.page, forged],
            )
            expect(other.locator("body")).to_contain_text("may not ask this server")
            other.close()
        (there,) = host.call(lambda store: store.persona_recall())
        assert there.value == SECRET
        # what they did to the cookies locks nobody out, and their server was told nothing
        assert len([one for one in ours.context.cookies() if one["name"] == own.cookie]) > 1
        ours.reload()
        expect(ours.locator("#state")).to_have_text("1 memory, live")
        assert heard
        assert not [one for one in heard if own.token in one or own.path in one]
        ours.go_back()
        assert own.token not in ours.url


def _framed(page: Page) -> list[str]:
    """What stands in the frames of a page."""
    return [frame.locator("body").inner_text() for frame in page.frames[1:]]
