from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from inkpost.cli import blog

CONFIG = "title: t\nurl: https://example.org\ntimezone: UTC\ntheme: tessera\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "source" / "_posts").mkdir(parents=True)
    (tmp_path / "_config.yml").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def run(site: Path, *args: str) -> Result:
    return CliRunner().invoke(blog, ["--cwd", str(site), "theme", *args])


def test_which_names_the_file_in_force_first(site: Path) -> None:
    result = run(site, "which", "_partial/card")
    assert result.exit_code == 0
    assert result.output == "-> kit/layout/_partial/card.jinja (of inkpost)\n"


def test_eject_copies_a_file_once(site: Path) -> None:
    result = run(site, "eject", "_partial/license")
    assert result.exit_code == 0
    file = site / "themes/tessera/layout/_partial/license.jinja"
    assert "license" in file.read_text("utf-8")
    assert run(site, "which", "_partial/license").output.startswith(
        "-> themes/tessera/layout/_partial/license.jinja\n   kit/"
    )
    again = run(site, "eject", "_partial/license")
    assert again.exit_code == 1
    assert "is there already" in again.output


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("css/skin.css", "source/css/skin.css"),
        ("zh-CN", "languages/zh-CN.yml"),
        ("post", "layout/post.jinja"),
    ],
)
def test_eject_takes_styles_texts_and_layouts(site: Path, name: str, path: str) -> None:
    assert run(site, "eject", name).exit_code == 0
    assert (site / "themes/tessera" / path).is_file()


def test_a_name_that_nothing_answers_to_is_an_error_with_the_nearest(site: Path) -> None:
    for name in ("_partial/licence", "licence"):
        result = run(site, "eject", name)
        assert result.exit_code == 1
        assert 'did you mean "_partial/license"' in result.output
    assert not (site / "themes").exists()


def test_the_end_of_a_name_is_enough_where_it_is_clear(site: Path) -> None:
    assert "kit/layout/_partial/license.jinja" in run(site, "which", "license").output
    result = run(site, "eject", "giscus")
    assert result.exit_code == 0
    assert (site / "themes/tessera/layout/_partial/comments/giscus.jinja").is_file()


def test_the_end_of_several_names_is_an_error_that_lists_them(site: Path) -> None:
    for name in ("one", "two"):
        file = site / f"themes/tessera/layout/{name}/mine.jinja"
        file.parent.mkdir(parents=True)
        file.write_text("x", encoding="utf-8")
    result = run(site, "which", "mine")
    assert result.exit_code == 1
    assert '"one/mine" or "two/mine"' in result.output


def test_without_a_theme_in_the_configuration_the_default_is_taken_over(site: Path) -> None:
    (site / "_config.yml").write_text(CONFIG.replace("theme: tessera\n", ""), encoding="utf-8")
    assert run(site, "eject", "_partial/license").exit_code == 0
    assert run(site, "which", "license").output.startswith("-> themes/tessera/")
    assert run(site, "eject", "_partial/license").exit_code == 1


def test_nothing_is_taken_over_from_a_theme_that_stands_in(site: Path) -> None:
    (site / "_config.yml").write_text(CONFIG.replace("tessera", "fluid"), encoding="utf-8")
    result = run(site, "eject", "_partial/license")
    assert result.exit_code == 1
    assert 'write "theme: tessera"' in result.output


def test_a_theme_that_extends_ours_gets_its_own_copies(site: Path) -> None:
    (site / "_config.yml").write_text(CONFIG.replace("tessera", "mine"), encoding="utf-8")
    (site / "themes/mine").mkdir(parents=True)
    (site / "themes/mine/theme.yml").write_text("extends: folio\n", encoding="utf-8")
    assert run(site, "eject", "list_item").exit_code == 0
    assert (site / "themes/mine/layout/_partial/list_item.jinja").is_file()
    assert run(site, "which", "list_item").output.splitlines() == [
        "-> themes/mine/layout/_partial/list_item.jinja",
        "   folio/layout/_partial/list_item.jinja (of inkpost)",
        "   kit/layout/_partial/list_item.jinja (of inkpost)",
    ]


def test_diff_shows_what_the_site_changed(site: Path) -> None:
    run(site, "eject", "_partial/card")
    assert run(site, "diff").output == ""
    file = site / "themes/tessera/layout/_partial/card.jinja"
    file.write_text(file.read_text("utf-8") + "<!-- mine -->\n", encoding="utf-8")
    result = run(site, "diff", "_partial/card")
    assert "--- kit/layout/_partial/card.jinja" in result.output
    assert "+<!-- mine -->" in result.output
    other = run(site, "diff", "post")
    assert other.exit_code == 1
    assert 'no file of its own for "post"' in other.output


FLUID = {"navbar": {"blog_title": "某某"}, "fun_features": {"typing": {"enable": True}}}


def write_yaml(file: Path, values: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")


def test_migrate_prints_what_can_stand_in_the_configuration(site: Path) -> None:
    write_yaml(site / "_config.fluid.yml", FLUID)
    result = run(site, "migrate", "_config.fluid.yml")
    assert result.exit_code == 0
    assert yaml.safe_load(result.stdout) == {
        "theme": "tessera",
        "theme_config": {"brand": "某某", "license": "BY"},
    }
    assert result.stdout.startswith("# From _config.fluid.yml.\n")
    assert result.stderr.splitlines() == [
        "from _config.fluid.yml",
        "  no counterpart: fun_features.typing",
    ]
    assert sorted(path.name for path in site.iterdir()) == [
        "_config.fluid.yml", "_config.yml", "source",
    ]  # fmt: skip


def test_migrate_writes_a_file_and_never_over_another(site: Path) -> None:
    write_yaml(site / "_config.fluid.yml", FLUID)
    result = run(site, "migrate", "-w")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "_config.tessera.yml: 2 settings" in result.stderr
    written = site / "_config.tessera.yml"
    assert yaml.safe_load(written.read_text("utf-8")) == {"brand": "某某", "license": "BY"}
    written.write_text("brand: mine\n", encoding="utf-8")
    again = run(site, "migrate", "--write")
    assert again.exit_code == 1
    assert "--force" in again.output
    assert written.read_text("utf-8") == "brand: mine\n"
    assert run(site, "migrate", "-w", "--force").exit_code == 0
    assert "某某" in written.read_text("utf-8")
    assert run(site, "migrate", "-o", "other.yml").exit_code == 0
    assert "某某" in (site / "other.yml").read_text("utf-8")
    assert run(site, "migrate", "--to", "other.yml").exit_code == 1


def test_what_was_migrated_builds_without_a_word(site: Path) -> None:
    given = {**FLUID, "post": {"comments": {"enable": True, "type": "disqus"}},
             "disqus": {"shortname": "s"}, "index": {"slogan": {"text": "慢慢写"}}}  # fmt: skip
    write_yaml(site / "_config.fluid.yml", given)
    assert run(site, "migrate", "-w").exit_code == 0
    post = site / "source/_posts/a.md"
    post.write_text("---\ntitle: a\ndate: 2026-01-01\n---\nx\n", encoding="utf-8")
    built = CliRunner().invoke(blog, ["--cwd", str(site), "build", "--strict"])
    assert built.exit_code == 0, built.output
    assert "慢慢写" in (site / "public/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("place", "argument"),
    [
        ("_config.butterfly.yml", None),
        ("_config.butterfly.yml", "butterfly"),
        ("themes/butterfly/_config.yml", "hexo-theme-butterfly"),
        ("themes/butterfly/_config.yml", "themes/butterfly/_config.yml"),
        ("source/_data/butterfly.yml", "source/_data/butterfly.yml"),
        ("_config.butterfly.yml", "_config.yml"),
    ],
)
def test_migrate_finds_the_settings(site: Path, place: str, argument: str | None) -> None:
    (site / "_config.yml").write_text(CONFIG.replace("tessera", "butterfly"), encoding="utf-8")
    write_yaml(site / place, {"menu": {"Home": "/"}})
    result = run(site, "migrate", *([argument] if argument else []))
    assert result.exit_code == 0, result.output
    made = yaml.safe_load(result.stdout)["theme_config"]
    assert made["menu"] == [{"key": "home", "url": "/"}]


def test_migrate_finds_data_files_in_another_source_folder(site: Path) -> None:
    config = CONFIG.replace("tessera", "butterfly") + "source_dir: notes\n"
    (site / "_config.yml").write_text(config, encoding="utf-8")
    write_yaml(site / "notes/_data/butterfly.yml", {"menu": {"Home": "/"}})
    result = run(site, "migrate")
    assert result.exit_code == 0, result.output
    assert yaml.safe_load(result.stdout)["theme_config"]["menu"] == [{"key": "home", "url": "/"}]


def test_migrate_reads_theme_config(site: Path) -> None:
    config = {"url": "https://example.org", "timezone": "UTC", "theme": "next",
              "theme_config": {"menu": {"home": "/"}, "pjax": True}}  # fmt: skip
    write_yaml(site / "_config.yml", config)
    result = run(site, "migrate", "-w")
    assert result.exit_code == 0, result.output
    made = yaml.safe_load((site / "_config.folio.yml").read_text("utf-8"))
    assert made == {"menu": [{"key": "home", "url": "/"}], "license": False}
    assert 'write "theme: folio"' in result.stderr
    assert 'take "theme_config" out' in result.stderr


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("next", "_config.next.yml"),
        ("nothing.yml", "neither a file nor a theme"),
        ("odd.yml", "cannot tell whose settings"),
        ("_config.yml", "no settings of a theme that is known"),
        ("_config.fluid.yml", "_config.fluid.yml:1"),
    ],
)
def test_migrate_says_what_it_cannot_read(site: Path, argument: str, message: str) -> None:
    write_yaml(site / "odd.yml", {"menu": 1})
    (site / "_config.fluid.yml").write_text("menu: [1\n", encoding="utf-8")
    result = run(site, "migrate", argument)
    assert result.exit_code == 1
    assert message in result.output
