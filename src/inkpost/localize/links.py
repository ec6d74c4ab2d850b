"""What a link of an image is: where it points, how it is asked for and how it may be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urldefrag, urlsplit, urlunsplit

Kind = Literal["remote", "data", "refused", "local"]
Place = Literal["markdown", "definition", "wiki", "html", "srcset", "tag", "front-matter", "link"]

_ENCODED = re.compile(r"https?(?:%3A(?:/|%2F){2}|:(?:/?%2F){1,2}/?)", re.IGNORECASE)
_REMOTE = re.compile(r"https?:[\\/]{2}[^\\/]", re.IGNORECASE)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_SECRET = re.compile(
    r"token|secret|passw|signature|credential|auth|session|(?:^|[-_.])(?:sig|sign|key|pwd)(?:$|[-_.])"
    r"|accesskey|api_?key|keyid",
    re.IGNORECASE,
)
_URL_IN_TEXT = re.compile(r"https?://[^\s\"'<>]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageRef:
    """One link of an image in a post.

    start, end: the URL's own characters, as offsets in the post's text. line, column: 1-based.
    written: these characters; url: what they mean once escapes and entities are undone.
    """

    start: int
    end: int
    line: int
    column: int
    written: str
    url: str
    place: Place

    @property
    def kind(self) -> Kind:
        """Where the link points."""
        return classify(self.url)

    @property
    def key(self) -> str:
        """What is asked for: equal for links that one download serves."""
        return to_request(self.url)


def classify(url: str) -> Kind:
    """Where a link points: to the web, to itself, by a scheme that is refused, or to a file."""
    url = url.strip()
    if _ENCODED.match(url) or _REMOTE.match(url) or (url[:2] == "//" and url[2:3] not in ("", "/")):
        return "remote"
    if url[:5].lower() == "data:":
        return "data"
    return "refused" if _SCHEME.match(url) else "local"


def to_request(url: str) -> str:
    """The URL to ask for: decoded once where all of it is encoded, without its fragment."""
    url = url.strip()
    if classify(url) != "remote":
        return url
    if _ENCODED.match(url):
        url = unquote(url)
    if url.startswith("//"):
        url = "https:" + url
    scheme, rest = url.split(":", 1)
    return urldefrag(f"{scheme.lower()}:{rest.replace(chr(92), '/')}")[0]


def scheme_of(url: str) -> str:
    """The scheme of a link in lower case, or ""."""
    match = _SCHEME.match(url.strip())
    return match[1].lower() if match else ""


def host_of(url: str) -> str:
    """The host of a URL in lower case, without its port; "" where there is none."""
    try:
        return (urlsplit(to_request(url)).hostname or "").rstrip(".")
    except ValueError:
        return ""


def redact(url: str) -> str:
    """A URL as it may be printed: without name and password, secret parameters starred out."""
    if url[:5].lower() == "data:":
        return url if len(url) <= 48 else f"{url[:40]}… ({len(url)} characters)"
    if _ENCODED.match(url):
        decoded = unquote(url)
        return url if redact(decoded) == decoded else redact(decoded)
    try:
        parts = urlsplit(url)
    except ValueError:
        return re.sub(r"//[^/]*@", "//***@", url)
    netloc = "***@" + parts.netloc.rpartition("@")[2] if "@" in parts.netloc else parts.netloc
    query = "&".join(_redact_pair(pair) for pair in parts.query.split("&"))
    if netloc == parts.netloc and query == parts.query:
        return url
    return urlunsplit((parts.scheme, netloc, parts.path, query, parts.fragment))


def _redact_pair(pair: str) -> str:
    name, equals, value = pair.partition("=")
    return f"{name}=***" if value and equals and _SECRET.search(unquote(name)) else pair


def redact_text(text: str) -> str:
    """A message as it may be printed: every URL in it redacted."""
    return _URL_IN_TEXT.sub(lambda match: redact(match[0]), text)
