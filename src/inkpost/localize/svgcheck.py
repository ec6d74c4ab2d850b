"""Says whether an SVG is whole and free of what could run in a reader's browser."""

from __future__ import annotations

import re
from html import unescape
from xml.parsers import expat

_ROOT = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>\s*)*"
    rb"<(?:[\w-]+:)?svg[\s>/]",
    re.IGNORECASE,
)
_ACTIVE = frozenset({"script", "handler", "iframe", "object", "embed", "listener"})
_ANIMATIONS = frozenset({"set", "animate", "animatemotion", "animatetransform"})
_LINKS = frozenset({"href", "src", "to", "from", "values", "by", "action", "formaction"})
_RUNS = re.compile(
    r"(?:java|vb)script:|data:(?!image/(?:png|jpe?g|gif|webp|avif)[;,])", re.IGNORECASE
)


class _UnsafeError(Exception):
    """Stops the parser at the first thing that could run."""


def looks_like_svg(data: bytes) -> bool:
    """Whether bytes begin as an SVG document."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data[:8192].decode("utf-16", "ignore").encode("utf-8")
    return bool(_ROOT.match(data[:65536]))


def check_svg(data: bytes, *, allow_unsafe: bool = False) -> str:
    """Why an SVG is refused, or "" for one that is whole and safe."""
    parser = expat.ParserCreate()
    if not allow_unsafe:
        parser.StartElementHandler = _check_element
        parser.EntityDeclHandler = _refuse_entity
        parser.ProcessingInstructionHandler = _check_instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return f"the SVG is cut or not well-formed ({expat.ErrorString(error.code)})"
    except _UnsafeError as error:
        return f"the SVG {error}; --allow-unsafe-svg takes it as it is"
    return ""


def _refuse_entity(*_: object) -> None:
    raise _UnsafeError("declares entities")


def _check_instruction(target: str, _data: str) -> None:
    if target.lower() == "xml-stylesheet":
        raise _UnsafeError("loads a style sheet")


def _check_element(tag: str, attributes: dict[str, str]) -> None:
    name = tag.rpartition(":")[2].lower()
    if name in _ACTIVE:
        raise _UnsafeError(f"holds a <{name}>")
    for attribute, value in attributes.items():
        key = attribute.rpartition(":")[2].lower()
        if key.startswith("on"):
            raise _UnsafeError(f'has a handler "{attribute}"')
        if name in _ANIMATIONS and key == "attributename":
            target = value.strip().rpartition(":")[2].lower()
            if target == "href" or target.startswith("on"):
                raise _UnsafeError("changes a link by animation")
        text = re.sub(r"[\x00-\x20]", "", unescape(value))
        if (key in _LINKS and _RUNS.match(text)) or "javascript:" in text.lower():
            raise _UnsafeError(f'runs code in "{attribute}"')
