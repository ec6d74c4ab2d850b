"""URLs as hexo-util 4.0 makes them, and as our own code makes them from decoded paths."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from inkpost.hexo.jstext import decode_uri, encode_uri, encode_uri_component, to_text, unescape
from inkpost.hexo.whatwg import InvalidUrl, Url, has_scheme, legacy_host, parse_url
from inkpost.model import Json

_OWN_SCHEME = re.compile(r"#|//|https?:")
_ABSOLUTE = re.compile(r"//|https?:")
_SLASHES = re.compile(r"/{2,}")
_INDEX = "index.html"
# What no rule changes, and there is much of it: a site's own paths, and hosts as links name them.
_PLAIN_PATH = re.compile(r"[A-Za-z0-9/_.~-]*")
_PLAIN_HOST = re.compile(r"https?://((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/?#]|\Z)")


@dataclass(frozen=True, slots=True)
class UrlRules:
    """What the configuration says about URLs.

    url: without trailing slash. root: begins and ends with one slash.
    """

    url: str
    root: str
    relative_link: bool = False
    trailing_index: bool = True
    trailing_html: bool = True


def encode_url(url: str) -> str:
    """A URL encoded once: a path is decoded and encoded, an absolute URL is normalised too.

    Escapes that cannot be decoded stay, where Hexo fails. Source: hexo-util 4.0 encodeURL.
    """
    if not has_scheme(url):
        return encode_uri(unescape(url))
    try:
        parsed = parse_url(url)
    except InvalidUrl:
        return url
    if parsed.opaque_origin:
        return url
    return parsed.format(
        path=encode_uri(decode_uri(parsed.path)), query=_form_encoded(parsed.query)
    )


def url_for(
    rules: UrlRules, path: Json = "/", *, base: str = "", relative: bool | None = None
) -> str:
    """The URL of a path below the site's root; other sites' URLs and fragments stay.

    base: path of the page that links, for relative links. relative: None takes the rule.
    Source: hexo-util 4.0 url_for.
    """
    target = "/" if path is None else to_text(path)
    if _OWN_SCHEME.match(target):
        return target
    if rules.relative_link if relative is None else relative:
        return relative_url(base, target)
    return _site_url(rules, target)


@lru_cache(maxsize=16_384)
def _site_url(rules: UrlRules, target: str) -> str:
    if _is_plain(target, rules.url):
        return pretty_url(rules, encode_url(rules.root) + target.lstrip("/"))
    if not _is_inside(target, rules.url):
        return target
    return pretty_url(rules, encode_url(_SLASHES.sub("/", rules.root + target)))


def full_url_for(rules: UrlRules, path: Json = "/") -> str:
    """The absolute URL of a path below the site's root; other sites' URLs stay.

    Source: hexo-util 4.0 full_url_for.
    """
    return _full_url(rules, "/" if path is None else to_text(path))


@lru_cache(maxsize=16_384)
def _full_url(rules: UrlRules, target: str) -> str:
    if _is_plain(target, rules.url):
        return pretty_url(rules, _site_base(rules.url) + target.lstrip("/"))
    if _ABSOLUTE.match(target) or not _is_inside(target, rules.url):
        return target
    return pretty_url(rules, encode_url(rules.url + _SLASHES.sub("/", "/" + target)))


def _is_plain(target: str, site_url: str) -> bool:
    """Whether a path below the site is written as a URL has it, so that nothing is to be done."""
    return (
        _PLAIN_PATH.fullmatch(target) is not None
        and legacy_host(site_url) != ""
        and "/." not in target
        and "//" not in target
        and not target.startswith(".")
    )


@lru_cache(maxsize=64)
def _site_base(url: str) -> str:
    return encode_url(url + "/")


def relative_url(source: str, target: str) -> str:
    """The URL that leads from the page at source to target; "" where they are equal.

    Source: hexo-util 4.0 relative_url.
    """
    from_parts, to_parts = source.split("/"), target.split("/")
    shared = 0
    for ours, theirs in zip(from_parts, to_parts, strict=False):
        if ours != theirs:
            break
        shared += 1
    out = [".."] * (len(from_parts) - shared - 1) + to_parts[shared:]
    if len(out) > 1 and not out[-1] and not out[-2]:
        out[-2:] = [_INDEX]
    return encode_url(_SLASHES.sub("/", "/".join(out)))


def pretty_url(rules: UrlRules, url: str) -> str:
    """A URL without `index.html` or `.html` where the rules drop them.

    Source: hexo-util 4.0 prettyUrls.
    """
    if not rules.trailing_index:
        url = url.removesuffix(_INDEX)
    if not rules.trailing_html and not url.endswith(_INDEX):
        url = url.removesuffix(".html")
    return url


def is_external(url: str, site_url: str, exclude: str | Sequence[str] | None = None) -> bool:
    """Whether a URL leads to another host. exclude: hosts that count as the site's own.

    Source: hexo-util 4.0 isExternalLink.
    """
    if not _ABSOLUTE.match(url):
        return False
    site_host = legacy_host(site_url) or site_url
    if not site_host:
        return False
    own = [exclude] if isinstance(exclude, str) else list(exclude or ())
    plain = _PLAIN_HOST.match(url)
    if plain and "xn--" not in plain[1]:
        return plain[1] not in own and plain[1] != site_host
    try:
        parsed = parse_url(url, base_host=site_host)
    except InvalidUrl:
        return False
    if parsed.opaque_origin:
        return False
    return parsed.host not in own and parsed.host != site_host


def gravatar(email: str, options: Json = None) -> str:
    """The address of the picture that belongs to a mail address.

    options: a size in pixels, or a map of the service's parameters. Source: hexo-util 4.0.
    """
    # The service identifies addresses by MD5; nothing here is secret.
    digest = hashlib.md5(email.lower().encode(), usedforsecurity=False).hexdigest()
    is_size = isinstance(options, int | float) and not isinstance(options, bool)
    query = _query_string({"s": options} if is_size else options)
    return f"https://www.gravatar.com/avatar/{digest}" + (f"?{query}" if query else "")


def path_to_url(rules: UrlRules, path: str) -> str:
    """The root-absolute URL of a decoded path of ours: root once, encoded once.

    `?`, `#` and `%` are part of a name here, unlike in `url_for`. A last `index.html` is cut.
    """
    return rules.root + _encoded_path(rules, path)


def path_to_full_url(rules: UrlRules, path: str) -> str:
    """The absolute URL of a decoded path of ours, by the rules of `path_to_url`."""
    return encode_url(rules.url).removesuffix("/") + "/" + _encoded_path(rules, path)


def _encoded_path(rules: UrlRules, path: str) -> str:
    path = _SLASHES.sub("/", path).removeprefix("/")
    if path == _INDEX or path.endswith("/" + _INDEX):
        path = path.removesuffix(_INDEX)
    elif not rules.trailing_html:
        path = path.removesuffix(".html")
    return quote(path, safe=";,/:@&=+$-_.!~*'()", errors="replace")


def _is_inside(path: str, site_url: str) -> bool:
    site_host = legacy_host(site_url) or site_url
    try:
        parsed: Url = parse_url(path, base_host=site_host)
    except InvalidUrl:
        return False
    return parsed.host == site_host and not parsed.opaque_origin


def _form_encoded(query: str) -> str:
    """A query as `URLSearchParams` writes it again."""
    pairs = [part.partition("=") for part in query.split("&") if part]
    return "&".join(f"{_form_part(name)}={_form_part(value)}" for name, _, value in pairs)


def _form_part(text: str) -> str:
    plain = unescape(text.replace("+", " "))
    return quote(plain, safe="*-._ ", errors="replace").replace("~", "%7E").replace(" ", "+")


def _query_string(options: Json) -> str:
    if not isinstance(options, Mapping):
        return ""
    pairs: list[str] = []
    for name, value in options.items():
        values = value if isinstance(value, list | tuple) else [value]
        pairs.extend(f"{encode_uri_component(str(name))}={_query_value(item)}" for item in values)
    return "&".join(pairs)


def _query_value(value: Json) -> str:
    if isinstance(value, str | bool | int | float):
        return encode_uri_component(to_text(value))
    return ""
