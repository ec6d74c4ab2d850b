"""`blog server`: the live preview."""

from __future__ import annotations

import errno
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server, select_address_family

from inkpost.commands.build import build_time
from inkpost.commands.console import format_finding, show_findings
from inkpost.commands.extending import Application, plugins_of, with_middleware
from inkpost.config import Config
from inkpost.configfiles import OpenOptions, load_config
from inkpost.engine import Engine, EngineOptions, Made
from inkpost.errors import BlogError, Diagnostic
from inkpost.server.app import PreviewApp
from inkpost.server.folder import FolderSite
from inkpost.server.live import LiveSite
from inkpost.server.watch import Watcher, own_folders

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerArgs:
    """What the preview is asked for. port, host: None takes the configuration's."""

    config_files: tuple[str, ...] = ()
    drafts: bool = False
    port: int | None = None
    host: str | None = None
    browse: bool = False
    log: bool = False
    static: bool = False
    safe: bool = False


def run_server(root: Path, args: ServerArgs) -> int:
    """Serve the site until interrupted; returns the exit code."""
    opening = OpenOptions(config_files=args.config_files, drafts=args.drafts, safe=args.safe)
    config = load_config(root, opening)
    host = args.host or config.text("server.ip") or LOOPBACK
    port = config.number("server.port", DEFAULT_PORT) if args.port is None else args.port
    _refuse_taken(host, port)
    if args.static:
        return _serve_folder(root, config, host, port, args)
    with Engine(root, EngineOptions(opening=opening)) as engine:
        site = LiveSite(engine, build_time, _Reporter(root))
        app = PreviewApp(site, _names(host), lambda item: format_finding(item, root))
        plugins = plugins_of(root, config, safe=args.safe)
        server = _listen(host, port, with_middleware(app, plugins, config), log=args.log)
        if plugins:
            plugins.tell("server", {"host": host, "port": server.port})
        # Watched from before the first build on: what changes meanwhile is seen as well.
        watcher = Watcher(
            root, lambda _: site.refresh(), own_folders(config.public_dir),
            follow_links=config.flag("follow_symlinks"),
        )  # fmt: skip
        try:
            site.refresh()
            _serve(server, host, config.urls.root, browse=args.browse)
        except KeyboardInterrupt:
            sys.stdout.write("\n")
        finally:
            watcher.stop()
            server.server_close()
    return 0


def _serve_folder(root: Path, config: Config, host: str, port: int, args: ServerArgs) -> int:
    """Serve the output folder as it is.

    Raises: BlogError where there is none.
    """
    public = root / config.public_dir
    if not public.is_dir():
        raise BlogError(
            f'there is no folder "{config.public_dir}" to serve', hint='run "blog build" first'
        )
    site = FolderSite(public, config.urls.root)
    app = PreviewApp(site, _names(host), lambda item: format_finding(item, root))
    server = _listen(host, port, app, log=args.log)
    try:
        _serve(server, host, config.urls.root, browse=args.browse)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    finally:
        server.server_close()
    return 0


def _serve(server: BaseWSGIServer, host: str, base: str, *, browse: bool) -> None:
    url = f"http://{'localhost' if host == LOOPBACK else host}:{server.port}{base}"
    sys.stdout.write(f"preview at {url} (Ctrl-C ends it)\n")
    sys.stdout.flush()
    if browse:
        webbrowser.open(url)
    server.serve_forever()


class _QuietHandler(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - its own name
        """Write nothing."""

    def handle(self) -> None:
        """Answer; a browser that goes away is no error."""
        with suppress(ConnectionError):
            super().handle()


def _listen(host: str, port: int, app: Application, *, log: bool) -> BaseWSGIServer:
    handler = WSGIRequestHandler if log else _QuietHandler
    handler.protocol_version = "HTTP/1.1"
    with socket.socket(select_address_family(host, port), socket.SOCK_STREAM) as listener:
        if sys.platform != "win32":  # there it would share the port with another program
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise _taken(port) from error
            message = f"cannot listen on {host}: {(error.strerror or str(error)).lower()}"
            raise BlogError(message, hint="give an address of this machine with --host") from error
        # Given the socket, Werkzeug has nothing left to fail at, and to print about.
        return make_server(
            host, port, app, threaded=True, request_handler=handler, fd=listener.fileno()
        )


def _refuse_taken(host: str, port: int) -> None:
    """Say so where another program has the port, on either loopback address.

    Raises: BlogError with a hint.
    """
    if port == 0:
        return
    for family, address in ((socket.AF_INET, host), (socket.AF_INET6, "::1")):
        if family == socket.AF_INET6 and host != LOOPBACK:
            continue
        with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.settimeout(0.5)
            if probe.connect_ex((address, port)) == 0:
                raise _taken(port)


def _taken(port: int) -> BlogError:
    return BlogError(
        f"port {port} is in use", hint="choose another with --port, or 0 for any free one"
    )


def _names(host: str) -> tuple[str, ...]:
    """The names under which the preview answers; () for any, where it is open to the network."""
    return ("localhost", LOOPBACK, "::1") if host in (LOOPBACK, "localhost", "::1") else ()


class _Reporter:
    """Tells of each build what the one before it did not."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._told: frozenset[Diagnostic] = frozenset()

    def __call__(self, made: Made) -> None:
        found = frozenset(made.diagnostics)
        show_findings([item for item in made.diagnostics if item not in self._told], self._root)
        self._told = found
