"""As much of the URL standard as Hexo's URL functions show: hosts, dot segments, encode sets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote

from inkpost.hexo.jstext import unescape

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
# Node's older `url.parse` takes a scheme that begins with a digit too.
_LEGACY_SCHEME = re.compile(r"[A-Za-z0-9.+\-]+:")
_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}
_EDGE = "".join(map(chr, range(0x21)))
_LINE_BREAKS = str.maketrans("", "", "\t\n\r")
_BAD_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
_AUTHORITY = re.compile(r"[^/\\?#]*")
_USER_SAFE = "!$%&'()*+,-.:_~"
_PATH_SAFE = "!$&'()*+,-./:;=@_~%|[]^\\"
_QUERY_SAFE = "!$%&()*+,-./:;=?@_~[]{}|^`\\"
_FRAGMENT_SAFE = "!#$%&'()*+,-./:;=?@_~[]{}|^\\"


class InvalidUrl(ValueError):
    """Text that the URL standard refuses."""


@dataclass(frozen=True, slots=True)
class Url:
    """A parsed URL. host: lower case, international names decoded; path: as the standard encodes.

    opaque_origin: the URL belongs to no site (mailto:, data:, file: …).
    """

    scheme: str
    host: str = ""
    path: str = ""
    query: str = ""
    fragment: str | None = None
    user: str = ""
    port: str = ""
    opaque_origin: bool = field(default=False, kw_only=True)

    def format(self, *, path: str, query: str) -> str:
        """The URL as text with another path and query, the host in its own letters."""
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        # Node keeps a "#" with nothing behind it, but no such "?".
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        tail = (f"?{query}" if query else "") + fragment
        return f"{self.scheme}://{user}{self.host}{port}{path}{tail}"


def has_scheme(text: str) -> bool:
    """Whether Node's `url.parse` sees a protocol."""
    return _LEGACY_SCHEME.match(text.strip()) is not None


@lru_cache(maxsize=256)
def legacy_host(url: str) -> str:
    """The host of a site's URL as `parse_url` spells hosts, or "" where there is none."""
    try:
        return parse_url(url).host if has_scheme(url) else ""
    except InvalidUrl:
        return ""


@lru_cache(maxsize=4096)
def parse_url(text: str, *, base_host: str = "") -> Url:
    """The parts of a URL; base_host: `http://HOST` is the base of relative ones.

    Raises: InvalidUrl.
    """
    text = text.strip(_EDGE).translate(_LINE_BREAKS)
    match = _SCHEME.match(text)
    scheme, rest = (match[1].lower(), text[match.end() :]) if match else ("http", text)
    if match and scheme not in _PORTS:
        return Url(scheme, path=rest, opaque_origin=True, host=_foreign_host(rest))
    slashes = re.match(r"[/\\]*", rest)
    count = len(slashes[0]) if slashes else 0
    is_relative = count < 2 and (not match or (scheme == "http" and bool(base_host)))
    if is_relative:
        if not base_host:
            raise InvalidUrl(text)
        return _with_tail(Url("http", base_host), rest)
    rest = rest[count:]
    authority = _AUTHORITY.match(rest)
    head = authority[0] if authority else ""
    user, _, place = head.rpartition("@")
    host, port = _host_and_port(place, scheme)
    user = quote(user, safe=_USER_SAFE, errors="replace")
    url = Url(scheme, host, user=user, port=port, opaque_origin=scheme == "file")
    return _with_tail(url, rest[len(head) :])


def _with_tail(url: Url, rest: str) -> Url:
    rest, mark, fragment = rest.partition("#")
    path, _, query = rest.partition("?")
    path = _without_dots(path.replace("\\", "/"))
    return Url(
        url.scheme,
        url.host,
        quote(path, safe=_PATH_SAFE, errors="replace"),
        quote(query, safe=_QUERY_SAFE, errors="replace"),
        quote(fragment, safe=_FRAGMENT_SAFE, errors="replace") if mark else None,
        url.user,
        url.port,
        opaque_origin=url.opaque_origin,
    )


def _without_dots(path: str) -> str:
    out: list[str] = []
    segments = path.removeprefix("/").split("/")
    for index, segment in enumerate(segments):
        plain = segment.lower().replace("%2e", ".")
        is_last = index == len(segments) - 1
        if plain == "..":
            if out:
                out.pop()
            if is_last:
                out.append("")
        elif plain == ".":
            if is_last:
                out.append("")
        else:
            out.append(segment)
    return "/" + "/".join(out)


def _foreign_host(rest: str) -> str:
    if not rest.startswith("//"):
        return ""
    authority = _AUTHORITY.match(rest[2:])
    return authority[0].rpartition("@")[2].partition(":")[0] if authority else ""


def _host_and_port(place: str, scheme: str) -> tuple[str, str]:
    host, colon, port = place.rpartition(":")
    if not colon or place.endswith("]"):
        host, port = place, ""
    if port and (not port.isascii() or not port.isdigit() or int(port) > 65535):
        raise InvalidUrl(place)
    port = str(int(port)) if port else ""
    host = _host(host)
    if not host and scheme != "file":
        raise InvalidUrl(place)
    return host, "" if port == _PORTS[scheme] else port


def _host(text: str) -> str:
    if text.startswith("[") and text.endswith("]"):
        return text.lower()
    host = unicodedata.normalize("NFKC", unescape(text)).lower().replace("。", ".")
    if _BAD_HOST.search(host):
        raise InvalidUrl(text)
    labels = [_decoded_label(label) for label in host.split(".")]
    return ".".join(labels)


def _decoded_label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
