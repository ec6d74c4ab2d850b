"""The registries, and what a plug-in's failure becomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkpost.errors import PluginError, Span, TagError
from inkpost.extend import Extensions, call_plugin, line_in
from inkpost.plugins import is_plugin, load_extensions
from tests.unit.documents import make


def test_filters_run_by_priority_then_in_order_of_registration() -> None:
    ext = Extensions()
    for name, priority in (("a", 10), ("b", 5), ("c", 10), ("d", 5)):
        ext.filter("f", priority)(lambda value, ctx, name=name: value + name)
    value = ""
    for each in ext.filters["f"]:
        value = each.run(value, None)
    assert value == "bdac"


def test_registrations_are_noted_under_their_plugin() -> None:
    ext = Extensions(plugin="scripts/own.py")
    ext.generator("g")(lambda site: [])
    ext.helper("h")(lambda ctx: "")
    ext.tag("t", "u", ends=True)(lambda call, ctx: "")
    ext.tag("i")(lambda call, ctx: "")
    ext.renderer("x", "y", output="css")(lambda text, options: text)
    ext.processor("_data/*")(lambda path, data: None)
    ext.on("generateAfter")(lambda event: None)
    ext.inject("head_end", "<x>", to="post")
    assert ext.generators["g"].plugin == ext.helpers["h"].plugin == "scripts/own.py"
    assert (ext.tags["t"].ends, ext.tags["u"].name, ext.tags["i"].ends) == (True, "u", False)
    assert (list(ext.blocks()), list(ext.inlines())) == (["t", "u"], ["i"])
    assert ext.renderers["y"].output == "css"
    assert ext.processors[0][0] == "_data/*"
    assert list(ext.listeners) == ["generate_after"]
    assert ext.injections["head_end"][0].to == "post"


def test_the_later_of_two_of_one_name_replaces_the_first() -> None:
    ext = Extensions()
    ext.helper("h")(lambda ctx: 1)
    ext.helper("h")(lambda ctx: 2)
    assert ext.helpers["h"].run(None) == 2


def test_two_sites_do_not_share_registries() -> None:
    one, two = Extensions(), Extensions()
    one.helper("h")(lambda ctx: 1)
    assert two.helpers == {}


def test_a_failure_names_the_plugin_and_its_cause() -> None:
    place = Span(path="a.md", line=3)
    with pytest.raises(PluginError, match=r"tag of own failed: KeyError: 'x'") as caught:
        call_plugin("tag", "own", {}.__getitem__, "x", span=place)
    assert caught.value.span == place
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(PluginError, match="SystemExit"):
        call_plugin("tag", "own", exit)
    with pytest.raises(KeyboardInterrupt):
        call_plugin("tag", "own", _interrupt)


def _interrupt() -> None:
    raise KeyboardInterrupt


def test_an_error_of_ours_passes_as_it_is() -> None:
    def fail() -> None:
        raise TagError("no")

    with pytest.raises(TagError, match="no"):
        call_plugin("tag", "own", fail)


def test_the_line_of_a_plugins_file(tmp_path: Path) -> None:
    file = tmp_path / "scripts" / "own.py"
    file.parent.mkdir()
    file.write_text("def register(ext):\n    ext.filter('f')(lambda value, ctx: 1 / 0)\n")
    ext = load_extensions(make(), [("scripts/own.py", file)])
    with pytest.raises(PluginError, match=r"of scripts/own\.py:2 failed") as caught:
        call_plugin("filter", "scripts/own.py", ext.filters["f"][-1].run, "", None)
    assert caught.value.span == Span(path="scripts/own.py", line=2)
    assert line_in(ValueError(), "scripts/own.py") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def register(ext):\n    pass\n", True),
        ("async def register(ext):\n    pass\n", False),
        ("class A:\n    def register(self): ...\n", False),
        ("register = print\n", False),
        ("raise SystemExit\n", False),
        ("not python (\n", False),
        ("", False),
        ("# def register(ext):\n", False),
    ],
)
def test_a_plugin_is_told_by_reading_it(tmp_path: Path, text: str, expected: bool) -> None:
    file = tmp_path / "x.py"
    file.write_text(text)
    assert is_plugin("scripts/x.py", file) is expected


def test_a_plugin_that_is_no_python_is_an_error_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("x = 1\ndef register(ext):\n    return (\n")
    with pytest.raises(PluginError, match="no valid Python") as caught:
        is_plugin("scripts/x.py", file)
    assert caught.value.span is not None
    assert caught.value.span.path == "scripts/x.py"
    assert caught.value.span.line >= 3


def test_built_ins_are_registered_through_the_same_registries() -> None:
    ext = load_extensions(make(), [])
    assert {"post", "page", "index", "archive", "tag", "category"} <= set(ext.generators)
    assert {"url_for", "date", "list_tags", "toc"} <= set(ext.helpers)
    assert {"post_link", "asset_img", "note", "codeblock"} <= set(ext.tags)
    assert {"md", "json", "yml"} <= set(ext.renderers)
    assert ext.filters["after_render:html"]


def test_no_module_of_a_plugin_stays_behind(tmp_path: Path) -> None:
    import sys

    file = tmp_path / "own.py"
    file.write_text("def register(ext):\n    pass\n")
    before = set(sys.modules)
    load_extensions(make(), [("scripts/own.py", file)])
    assert not [name for name in set(sys.modules) - before if name.startswith("inkpost_site")]
