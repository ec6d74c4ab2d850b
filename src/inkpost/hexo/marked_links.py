"""URLs as the hexo-util that hexo-renderer-marked brings along encodes them."""

from __future__ import annotations

from inkpost.hexo.jstext import encode_uri, unescape
from inkpost.hexo.whatwg import InvalidUrl, has_scheme, parse_url


def encode_stock_url(url: str) -> str:
    """A URL encoded once; of an absolute one, the path keeps its escapes.

    Source: hexo-util 3.3.0 encodeURL, which hexo-renderer-marked 7.0.1 uses.
    """
    if not has_scheme(url):
        return encode_uri(unescape(url))
    try:
        parsed = parse_url(url)
    except InvalidUrl:
        return url
    if parsed.opaque_origin:
        return url
    query = encode_uri(unescape(parsed.query)).replace("#", "%23").replace("'", "%27")
    return parsed.format(path=parsed.path, query=query)
