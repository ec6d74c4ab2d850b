"""Files of a theme that a plug-in's renderer makes something else of, such as a stylesheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from inkpost.errors import Span
from inkpost.extend import RegisteredRenderer, call_plugin
from inkpost.hexo.jstext import to_text
from inkpost.hexo.permalink import extension
from inkpost.model import Body, Text, ThemeLayer
from inkpost.theme.lookup import is_part, source_files


def render_sources(
    layers: Sequence[ThemeLayer],
    read: Callable[[str], bytes],
    renderers: Mapping[str, RegisteredRenderer],
) -> dict[str, Body]:
    """Path below the site -> text, of the files whose ending a renderer takes.

    Files that begin with `_` or `.` at any depth are parts of others.
    Raises: PluginError naming the plug-in that fails.
    """
    made: dict[str, Body] = {}
    for path, key in source_files(layers).items():
        ending = extension(path).removeprefix(".")
        renderer = renderers.get(ending)
        if renderer is None or is_part(path):
            continue
        text = read(key).decode("utf-8", "replace")
        options = {"path": key}
        value = call_plugin(
            f'renderer ".{ending}"',
            renderer.plugin, renderer.run, text, options, span=Span(path=key),
        )  # fmt: skip
        made[f"{path.removesuffix(ending)}{renderer.output}"] = Text(text=to_text(value))
    return made
