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
    result = run(site, "eject", "_partial/licence")
    assert result.exit_code == 1
    assert 'did you mean "_partial/license"?' in result.output


def test_diff_shows_what_the_site_changed(site: Path) -> None:
    run(site, "eject", "_partial/card")
    assert run(site, "diff").output == ""
    file = site / "themes/tessera/layout/_partial/card.jinja"
    file.write_text(file.read_text("utf-8") + "<!-- mine -->\n", encoding="utf-8")
    result = run(site, "diff", "_partial/card")
    assert "--- kit/layout/_partial/card.jinja" in result.output
    assert "+<!-- mine -->" in result.output
    assert run(site, "diff", "post").output == ""


def test_migrate_writes_settings_of_ours_and_tells_what_is_dropped(site: Path) -> None:
    fluid = {"navbar": {"blog_title": "某某"}, "fun_features": {"typing": {"enable": True}}}
    text = yaml.safe_dump(fluid, allow_unicode=True)
    (site / "_config.fluid.yml").write_text(text, encoding="utf-8")
    result = run(site, "migrate")
    assert result.exit_code == 0
    assert "no counterpart: fun_features.typing" in result.output
    made = yaml.safe_load((site / "_config.tessera.yml").read_text("utf-8"))
    assert made == {"brand": "某某", "license": "BY"}
    assert run(site, "migrate").exit_code == 1
    assert run(site, "migrate", "--force").exit_code == 0


def test_migrate_without_settings_is_an_error(site: Path) -> None:
    result = run(site, "migrate", "next")
    assert result.exit_code == 1
    assert "_config.next" in result.output
