"""Renderers of file endings. Source: Hexo 8.1.2 plugins/renderer."""

from __future__ import annotations

import json
from collections.abc import Mapping

from inkpost.extend import Extensions
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json
from inkpost.options import MARKDOWN


def register(ext: Extensions) -> None:
    """Register the renderers; Markdown's own work is done by `content.render`."""
    ext.renderer("htm", "html", output="html")(plain)
    ext.renderer("css", output="css")(plain)
    ext.renderer("js", output="js")(plain)
    ext.renderer("json", output="json")(read_json)
    ext.renderer("yml", "yaml", output="json")(read_yaml)
    ext.renderer(*sorted(MARKDOWN), output="html")(plain)


def plain(text: str, _options: Mapping[str, Json]) -> Json:
    """The text as it is."""
    return text


def read_json(text: str, _options: Mapping[str, Json]) -> Json:
    """The value that JSON text says. Raises: ValueError."""
    return json.loads(text)


def read_yaml(text: str, options: Mapping[str, Json]) -> Json:
    """The value that YAML text says. Raises: FrontMatterError."""
    return load_yaml(text, path=str(options.get("path") or "yaml"), js_types=True).value
