"""Where plug-ins are found, and what commands do with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inkpost.commands.extending import with_middleware
from inkpost.config import ConfigFile, make_config
from inkpost.configfiles import OpenOptions
from inkpost.engine import Engine, EngineOptions
from inkpost.extend import Extensions
from tests.site.scripts import plugin
from tests.sites import NOW, SiteBuilder, text_of

PAGE = "2024/03/05/tide/index.html"


def test_plug_ins_of_the_theme_come_before_the_site_s(tide: SiteBuilder) -> None:
    for name in ("themes/plain/scripts/a.py", "scripts/deep/b.py"):
        plugin(
            tide,
            f"""
@ext.filter("after_post_render")
def add(html, ctx):
    return html + "[{name}]"
""",
            name,
        )
    assert "[themes/plain/scripts/a.py][scripts/deep/b.py]" in text_of(tide.make(), PAGE)


def test_a_later_plug_in_replaces_what_ships(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.tag("note", ends=True)
def note(call, ctx):
    return "<b>own</b>"
""",
    )
    tide.post("tide", "{% note %}\nx\n{% endnote %}\n")
    assert "<b>own</b>" in text_of(tide.make(), PAGE)


def test_other_scripts_are_never_imported(tide: SiteBuilder) -> None:
    tide.write("scripts/tool.py", "raise SystemExit('imported')\n")
    tide.write("scripts/inner.py", "class A:\n    def register(self, ext): pass\n1 / 0\n")
    tide.write("scripts/broken.py", "def (:\n")
    tide.write("scripts/old.js", "hexo.extend.tag.register('x', () => '')\n")
    made = tide.make()
    assert not made.failed


def test_two_sites_in_one_process_have_plug_ins_of_their_own(
    tide: SiteBuilder, tmp_path: Path
) -> None:
    plugin(tide, "ext.tag('own')(lambda call, ctx: 'ONE')")
    tide.post("tide", "{% own %}\n")
    other = SiteBuilder(tmp_path / "other")
    other.post("tide", "{% own %}\n")
    assert "ONE" in text_of(tide.make(), PAGE)
    assert "{% own %}" in text_of(other.make(), PAGE)


def test_an_entry_point_is_a_plug_in(tide: SiteBuilder, tmp_path: Path) -> None:
    """In a process of its own, with a package that is installed beside."""
    home = tmp_path / "packages"
    (home / "quayplug-1.dist-info").mkdir(parents=True)
    (home / "quayplug.py").write_text(
        "def register(ext):\n    ext.tag('own')(lambda call, ctx: 'ENTRY')\n"
    )
    (home / "quayplug-1.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: quayplug\nVersion: 1\n"
    )
    (home / "quayplug-1.dist-info/entry_points.txt").write_text(
        "[inkpost.plugins]\nquay = quayplug\n"
    )
    tide.post("tide", "{% own %}\n")
    for words, expected in ((["build"], "ENTRY"), (["--safe", "build"], "{% own %}")):
        code = f"import sys; sys.path.insert(0, {str(home)!r})\nfrom inkpost.cli import main\n"
        code += f"sys.exit(main(['--silent', *{words!r}]))"
        subprocess.run([sys.executable, "-c", code], cwd=tide.root, check=True)
        assert expected in (tide.public / PAGE).read_text("utf-8")


def test_plug_ins_are_left_out_on_request(tide: SiteBuilder) -> None:
    plugin(tide, "ext.tag('own')(lambda call, ctx: 'ONE')")
    tide.post("tide", "{% own %}\n")
    with Engine(tide.root, EngineOptions(opening=OpenOptions(safe=True))) as engine:
        assert "{% own %}" in text_of(engine.make(NOW), PAGE)


def test_a_filter_chooses_where_a_new_post_goes(site: SiteBuilder) -> None:
    plugin(
        site,
        """
from pathlib import Path
from typing import Any

@ext.filter("new_post_path")
def by_year(path, ctx):
    return path.replace("_posts/", "_posts/2024/")

@ext.on("new")
def note(event):
    Path("told.txt").write_text(event["path"] + event["content"][:3])
""",
    )
    site.configure(post_asset_folder=True)
    assert site.run("new", "Tide").out == (
        "created source/_posts/2024/Tide.md and source/_posts/2024/Tide\n"
    )
    assert (site.root / "source/_posts/2024/Tide").is_dir()
    assert (site.root / "told.txt").read_text() == "source/_posts/2024/Tide.md---"


@pytest.mark.parametrize("path", ["../x.md", "/tmp/x.md", ""])
def test_a_new_post_stays_in_the_site(site: SiteBuilder, path: str) -> None:
    plugin(site, f"ext.filter('new_post_path')(lambda path, ctx: {path!r})")
    ended = site.blog("new", "Tide")
    assert ended.code == 1
    assert "outside of the site" in ended.err


def test_plug_ins_are_told_of_the_end_and_of_a_cleaning(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
from pathlib import Path
from typing import Any
root = Path(__file__).parents[1]
ext.filter("before_exit")(lambda value, ctx: (root / "a.txt").write_text("a") and None)
ext.on("exit")(lambda event: (root / "b.txt").write_text((root / "a.txt").read_text() + "b"))
ext.filter("after_clean")(lambda value, ctx: (root / "c.txt").write_text("c") and None)
""",
    )
    assert tide.blog("build").code == 0
    assert (tide.root / "b.txt").read_text() == "ab"
    assert tide.blog("clean").code == 0
    assert (tide.root / "c.txt").exists()


def test_a_middleware_stands_before_the_preview() -> None:
    extensions = Extensions()

    @extensions.filter("server_middleware")
    def teapot(app: Any, ctx: Any) -> Any:
        def wrapped(environ: dict[str, Any], start: Any) -> Any:
            if environ["PATH_INFO"] == "/tea":
                start("418 I'm a teapot", [])
                return [ctx.value("title").encode()]
            return app(environ, start)

        return wrapped

    config = make_config(
        [ConfigFile(path="_config.yml", values={"title": "Quay"}, spans={})],
        process_timezone="UTC",
    )
    app = with_middleware(lambda environ, start: [b"page"], extensions, config)
    assert list(app({"PATH_INFO": "/tea"}, lambda *_: None)) == [b"Quay"]
    assert list(app({"PATH_INFO": "/"}, lambda *_: None)) == [b"page"]
    assert with_middleware(app, None, config) is app
