"""Loads everything that registers: what ships, entry points, and a theme's and site's scripts."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from inkpost.builtin import filters, generators, renderers
from inkpost.builtin.helpers import register as register_helpers
from inkpost.builtin.plugins import register as register_plugins
from inkpost.builtin.tags import register as register_tags
from inkpost.config import Config
from inkpost.errors import BlogError, PluginError, Span
from inkpost.extend import Extensions, line_in

_REGISTER = re.compile(r"^def register\(", re.MULTILINE)
GROUP = "inkpost.plugins"


def load_extensions(
    config: Config, scripts: Iterable[tuple[str, Path]], *, safe: bool = False
) -> Extensions:
    """The registries of one site: built-ins, then entry points, then scripts.

    scripts: (name for messages, file), theme's before the site's; only files that define a
    top-level `register(ext)` are run. safe: built-ins alone.
    Raises: PluginError naming the file that fails.
    """
    extensions = Extensions()
    for register in (
        renderers.register,
        filters.register,
        register_helpers,
        register_tags,
        generators.register,
    ):
        register(extensions)
    register_plugins(extensions, config)
    points = () if safe else entry_points(group=GROUP)
    for point in sorted(points, key=lambda point: point.name):
        _run(extensions, point.name, point.load)
    for name, file in scripts:
        if is_plugin(name, file):
            _run(extensions, name, lambda file=file: _load(file))
    return extensions


def has_entry_points() -> bool:
    """Whether an installed package brings plug-ins."""
    return bool(entry_points(group=GROUP))


def entry_point_names() -> frozenset[str]:
    """The names under which installed packages bring plug-ins, and those of the packages."""
    points = entry_points(group=GROUP)
    packages = {point.dist.name for point in points if point.dist}
    return frozenset(packages | {point.name for point in points})


def is_plugin(name: str, file: Path) -> bool:
    """Whether a script defines a top-level `register`; found by reading, not by running it.

    Raises: PluginError where it means to and is no valid Python.
    """
    try:
        text = file.read_text("utf-8")
        tree = ast.parse(text)
    except (OSError, UnicodeDecodeError):
        return False
    except (SyntaxError, ValueError) as error:
        if not _REGISTER.search(text):
            return False
        line, column = getattr(error, "lineno", 1) or 1, getattr(error, "offset", 1) or 1
        raise PluginError(
            f"the plug-in is no valid Python: {error}",
            span=Span(path=name, line=line, column=column),
            hint="correct the line",
        ) from None
    return any(isinstance(node, ast.FunctionDef) and node.name == "register" for node in tree.body)


def _run(extensions: Extensions, name: str, load: object) -> None:
    before = extensions.plugin
    extensions.plugin = name
    extensions.others.append(name)
    try:
        assert callable(load)
        found = load()
        register = getattr(found, "register", found)
        register(extensions)
    except BlogError:
        raise
    except (Exception, SystemExit) as error:  # a plug-in may fail in any way
        raise PluginError(
            f"the plug-in {name} failed while loading: {type(error).__name__}: {error}",
            span=Span(path=name, line=line_in(error, name) or 1),
            hint="run with --debug to see where",
        ) from error
    finally:
        extensions.plugin = before


def _load(file: Path) -> ModuleType:
    mark = hashlib.blake2b(str(file).encode(), digest_size=6).hexdigest()
    name = f"inkpost_site_{mark}_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules.pop(name, None)
    return module
