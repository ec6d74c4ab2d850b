"""Data files: what `_data/` says, by name."""

from __future__ import annotations

import json
from collections.abc import Callable

from inkpost.errors import ConfigError, Span
from inkpost.hexo.permalink import extension
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json
from inkpost.options import MARKDOWN


def read_data_file(
    source: str, key: str, text: str, markdown: Callable[[str], str]
) -> tuple[str, Json]:
    """The name and value of a data file: YAML, JSON, Markdown as HTML, else its text.

    source: below the source folder. Raises: ConfigError with its place.
    Source: Hexo 8.1.2 processor data.
    """
    name = source.removeprefix("_data/").removesuffix(extension(source))
    ending = extension(source).removeprefix(".")
    if ending in ("yml", "yaml"):
        return name, load_yaml(text, path=key, error=ConfigError, js_types=True).value
    if ending == "json":
        try:
            return name, json.loads(text)
        except RecursionError:
            message = "the JSON is nested too deep"
            raise ConfigError(message, span=Span(path=key), hint="keep fewer levels") from None
        except ValueError as error:
            line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
            fault = str(getattr(error, "msg", error))
            raise ConfigError(
                f"the JSON cannot be read: {fault[:1].lower()}{fault[1:]}",
                span=Span(path=key, line=line, column=column),
                hint="correct the file at this place",
            ) from None
    return name, markdown(text) if ending in MARKDOWN else text
