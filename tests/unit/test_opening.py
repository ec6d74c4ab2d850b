"""Opening a site: its configuration files, its zone, its folders."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from inkpost.configfiles import OpenOptions, load_config, process_timezone
from inkpost.errors import BlogError, ConfigError, ManyErrors
from inkpost.io.statefolder import state_folder
from inkpost.opening import open_site
from tests.sites import SiteBuilder


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the zone of this process."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("Asia/Tokyo", "Asia/Tokyo"),
        (":Europe/Paris", "Europe/Paris"),
        ("/usr/share/zoneinfo/America/New_York", "America/New_York"),
        ("CST-8", "Etc/GMT-8"),
        ("EST5EDT,M3.2.0,M11.1.0", "Etc/GMT+5"),
        ("XYZ0", "UTC"),
        ("Not/AZone", "UTC"),
    ],
)
def test_the_zone_of_the_process(zone: Any, named: str, found: str) -> None:
    if named.startswith("/") and not Path(named).exists():
        pytest.skip("there are no zone files here")
    zone(named)
    assert process_timezone() == found


def test_without_a_variable_it_is_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    assert process_timezone()


def test_configuration_files_by_name(site: SiteBuilder) -> None:
    site.write("a.yml", "url: https://a.example\ntitle: A\n")
    site.write("b.json", '{"title": "B"}')
    config = load_config(site.root, OpenOptions(config_files=("a.yml", "b.json")))
    assert (config.text("title"), config.text("url")) == ("B", "https://a.example")
    assert load_config(site.root, OpenOptions(overrides={"title": "C"})).text("title") == "C"
    assert load_config(site.root, OpenOptions(drafts=True)).drafts


@pytest.mark.parametrize("name", ["_config.yaml", "_config.json"])
def test_another_ending_will_do(site: SiteBuilder, name: str) -> None:
    (site.root / "_config.yml").unlink()
    site.write("_config.plain.yml", "title: of the theme\n")
    with pytest.raises(ConfigError, match=r"no _config\.yml"):
        load_config(site.root, OpenOptions())
    site.write(name, '{"title": "J", "url": "https://j.example"}')
    assert load_config(site.root, OpenOptions()).text("title") == "J"


def test_plugins_of_the_package_count(site: SiteBuilder) -> None:
    site.write("package.json", '{"dependencies": {"hexo-abbrlink": "1", "hexo": "8", "left": "1"}}')
    config = load_config(site.root, OpenOptions())
    assert config.has_plugin("hexo-abbrlink")
    assert not config.has_plugin("left")
    for text in ("{", "[]", '{"dependencies": []}', "null"):
        site.write("package.json", text)
        assert not load_config(site.root, OpenOptions()).has_plugin("hexo-abbrlink")


def test_everything_that_a_build_reads_is_in_the_snapshot(site: SiteBuilder) -> None:
    site.post("a")
    site.write("_config.plain.yml", "x: 1\n")
    site.write("package.json", "{}")
    site.write("scripts/own.py", "def register(ext):\n    pass\n")
    opened = open_site(site.root, OpenOptions())
    assert {
        "_config.yml", "_config.plain.yml", "package.json", "scripts/own.py",
        "source/_posts/a.md", "themes/plain/layout/post.jinja",
    } <= set(opened.tree.files)  # fmt: skip
    assert opened.sources["_posts/a.md"] == "source/_posts/a.md"
    assert [name for name, _ in opened.scripts] == ["scripts/own.py"]
    assert "katex/katex.min.css" in opened.vendored
    assert "katex/katex.min.js" not in opened.vendored
    assert open_site(site.root, OpenOptions(safe=True)).scripts == ()


def test_scripts_of_the_theme_come_before_the_sites(site: SiteBuilder) -> None:
    site.post("a")
    site.write("scripts/b.py", "")
    site.write("themes/plain/scripts/deep/a.py", "")
    opened = open_site(site.root, OpenOptions())
    assert [name for name, _ in opened.scripts] == [
        "themes/plain/scripts/deep/a.py", "scripts/b.py",
    ]  # fmt: skip


def test_all_files_that_cannot_be_taken_in_are_told(site: SiteBuilder, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    for name in ("one.md", "two.md"):
        site.write(f"source/{name}", "")
        (site.root / "source" / name).unlink()
        (site.root / "source" / name).symlink_to(tmp_path / "x")
    with pytest.raises(ManyErrors) as caught:
        open_site(site.root, OpenOptions())
    assert [error.span.path for error in caught.value.errors if error.span] == [
        "source/one.md", "source/two.md",
    ]  # fmt: skip


def test_the_state_folder_is_made_with_its_ignore_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("INKPOST_CACHE_DIR", raising=False)
    folder = state_folder(tmp_path)
    assert folder == tmp_path / ".inkpost"
    ignored = (folder / ".gitignore").read_text().splitlines()
    assert ignored == ["cache.sqlite*", "outputs", "locks/"]
    (folder / ".gitignore").write_text("mine\n")
    state_folder(tmp_path)
    assert (folder / ".gitignore").read_text() == "mine\n"


def test_a_state_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INKPOST_CACHE_DIR", str(tmp_path / "file" / "deep"))
    with pytest.raises(BlogError, match="cannot make the folder"):
        state_folder(tmp_path)
    assert os.environ["INKPOST_CACHE_DIR"]
