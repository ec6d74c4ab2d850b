"""The preview's web application: routes of the site and nothing else."""

from __future__ import annotations

import html
import mimetypes
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.utils import redirect
from werkzeug.wrappers import Request, Response

from inkpost.errors import Diagnostic
from inkpost.model import Output
from inkpost.server.live import Served

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

EVENTS = "/__inkpost/events"
# Browsers keep six connections to a host, so a page that is not looked at gives its own up; once it
# is looked at again, it is told whether its version has passed, as it is after a restart.
_SCRIPT = f"""<script>(()=>{{let s;const open=()=>{{if(document.hidden||s)return;
s=new EventSource("{EVENTS}?version=VERSION");s.onmessage=e=>{{
if(e.data==="css"){{document.querySelectorAll('link[rel="stylesheet"]').forEach(l=>{{
const u=new URL(l.href);u.searchParams.set("t",Date.now());l.href=u}})}}
else location.reload()}}}};
document.addEventListener("visibilitychange",()=>{{if(document.hidden&&s){{s.close();s=null}}open()}});
open()}})()</script>"""
_OVERLAY_STYLE = (
    "position:fixed;inset:0;z-index:99999;overflow:auto;background:#14181bf2;color:#d7dde0;"
    "font:15px/1.6 ui-monospace,Menlo,Consolas,monospace;padding:32px;white-space:pre-wrap"
)
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".woff2": "font/woff2"}


class Site(Protocol):
    """What is served, and what open pages are told."""

    @property
    def served(self) -> Served:
        """The files at this moment."""

    def events(self, version: str | None = None) -> Iterator[str]:
        """Server-sent events for one browser, whose page is of a version."""


class PreviewApp:
    """A WSGI application. allowed: names of this server, so that no other page may reach it;
    show: writes a finding as text."""

    def __init__(
        self, site: Site, allowed: Iterable[str], show: Callable[[Diagnostic], str]
    ) -> None:
        self._site, self._show = site, show
        self._allowed = frozenset(allowed)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        request = Request(environ)
        return self._respond(request)(environ, start_response)

    def _respond(self, request: Request) -> Response:
        if self._allowed and _host_name(request.host) not in self._allowed:
            return Response("this host name is not served here\n", status=403)
        if request.path == EVENTS:
            return Response(
                self._site.events(request.args.get("version")), mimetype="text/event-stream",
                headers={"Cache-Control": "no-store"},
            )  # fmt: skip
        if request.method not in ("GET", "HEAD"):
            return Response("only GET is answered here\n", status=405)
        return self._page(request, self._site.served)

    def _page(self, request: Request, served: Served) -> Response:
        path = request.path
        if served.root != "/" and not path.startswith(served.root):
            if path in ("/", served.root.rstrip("/")):
                return redirect(served.root)
            return self._missing(request, served)
        name = path.removeprefix(served.root) if served.root != "/" else path.lstrip("/")
        output = served.outputs.get(f"{name}index.html" if not name or name.endswith("/") else name)
        if output is None and f"{name}/index.html" in served.outputs:
            query = (
                f"?{request.query_string.decode('ascii', 'replace')}"
                if request.query_string
                else ""
            )
            return redirect(quote(f"{path}/", safe="/:@!$&'()*+,;=~") + query)
        if output is None:
            return self._missing(request, served)
        return self._answer(request, served, output, 200)

    def _missing(self, request: Request, served: Served) -> Response:
        output = served.outputs.get("404.html")
        if output is not None:
            return self._answer(request, served, output, 404)
        if served.errors:
            return self._finished(b"<!doctype html><title>inkpost</title>", served, 500)
        return Response("not found\n", status=404)

    def _answer(self, request: Request, served: Served, output: Output, status: int) -> Response:
        data = output.bytes_by(served.read)
        kind = _content_type(output.path)
        if kind.startswith("text/html"):
            return self._finished(data, served, status)
        response = Response(data, status=status, content_type=kind)
        response.headers["Cache-Control"] = "no-cache"
        if status == 200:
            response.set_etag(output.digest)
            try:
                response.make_conditional(
                    request.environ, accept_ranges=True, complete_length=len(data)
                )
            except RequestedRangeNotSatisfiable as refusal:
                return Response(status=416, headers={"Content-Range": f"bytes */{refusal.length}"})
        return response

    def _finished(self, data: bytes, served: Served, status: int) -> Response:
        """A page with the reload script and, after a failed build, its errors on top."""
        script = _SCRIPT.replace("VERSION", served.version)
        extra = script + (self._overlay(served.errors) if served.errors else "")
        head, tag, tail = data.rpartition(b"</body>")
        body = head + extra.encode() + tag + tail if tag else data + extra.encode()
        response = Response(body, status=status, content_type="text/html; charset=utf-8")
        response.headers["Cache-Control"] = "no-store"
        return response

    def _overlay(self, errors: Iterable[Diagnostic]) -> str:
        text = "\n".join(self._show(error) for error in errors)
        return f'<div role="alert" style="{_OVERLAY_STYLE}">{html.escape(text)}</div>'


def _content_type(path: str) -> str:
    ending = path[path.rfind(".") :] if "." in path.rpartition("/")[2] else ""
    kind = _TYPES.get(ending) or mimetypes.guess_type(path)[0]
    if kind is None:
        # A file without an ending is a page as often as not: `permalink: x/y`.
        kind = "application/octet-stream" if ending else "text/html"
    text = kind.startswith("text/") or kind.endswith(("json", "xml", "javascript"))
    return f"{kind}; charset=utf-8" if text else kind


def _host_name(host: str) -> str:
    host = host.lower()
    return host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
