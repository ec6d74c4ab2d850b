"""Settings of other shapes than ours wants, and files that only other plug-ins compile."""

from __future__ import annotations

import pytest

from tests.sites import SiteBuilder, codes


def test_a_mapping_that_is_none_is_told_and_not_used(site: SiteBuilder) -> None:
    site.configure(permalink_defaults=":abbrlink", tag_map=["a"], theme_config="x")
    site.post("one", tags=["a"])
    made = site.make()
    assert codes(made.diagnostics, "error") == []
    assert codes(made.diagnostics, "warning") == ["no-mapping"] * 3
    assert "2024/03/05/one/index.html" in made.outputs


def test_a_number_is_a_permalink_but_not_to_stock_hexo(site: SiteBuilder) -> None:
    site.post("one", permalink=1)
    assert "1" in site.make().outputs
    site.configure(dialect="hexo")
    made = site.make()
    assert codes(made.diagnostics, "error") == ["front-matter"]
    assert "1" not in made.outputs


@pytest.mark.parametrize(
    ("plugins", "dialect", "copied"),
    [
        (None, "inkpost", []),
        (None, "hexo", ["a.less", "b.scss"]),
        (["hexo-renderer-ejs"], "inkpost", ["a.less", "b.scss"]),
        (["hexo-renderer-less"], "inkpost", ["b.scss"]),
        (["hexo-renderer-sass"], "hexo", ["a.less"]),
    ],
)
def test_what_no_plugin_compiles_is_copied(
    plugins: list[str] | None, dialect: str, copied: list[str], site: SiteBuilder
) -> None:
    own = {} if plugins is None else {"plugins": plugins}
    site.configure(dialect=dialect, **own)
    for name in ("a.less", "b.scss", "c.styl"):
        site.write(f"source/css/{name}", "a\n  b: c\n")
    made = site.make()
    assert [f"css/{name}" for name in copied] == sorted(
        path for path in made.outputs if path.startswith("css/") and "plain" not in path
    )
    assert codes(made.diagnostics, "warning").count("not-compiled") == 3 - len(copied)


def test_what_is_not_to_be_rendered_is_copied(site: SiteBuilder) -> None:
    site.configure(skip_render="css/*")
    site.write("source/css/a.styl", "a\n  b: c\n")
    made = site.make()
    assert "css/a.styl" in made.outputs
    assert codes(made.diagnostics, "warning") == []
