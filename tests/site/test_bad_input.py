"""Bad input: one clear line with its place, an excerpt and a hint; exit 1; `public/` as it was."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sites import Ended, SiteBuilder

LINE = re.compile(r"^(?P<path>[^:\s][^:]*):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+)$")


@pytest.fixture
def built(site: SiteBuilder) -> SiteBuilder:
    """A site with two posts that was built once."""
    site.post("first", "Old words.\n")
    site.post("second", "More words.\n")
    assert site.blog("build").code == 0
    return site


def places(ended: Ended) -> list[tuple[str, int, int]]:
    """Path, line and column of every error line."""
    found = []
    for line in ended.errors:
        match = LINE.match(line)
        assert match, f"an error without its place: {line}"
        found.append((match["path"], int(match["line"]), int(match["column"])))
    return found


def refuse(
    site: SiteBuilder, *expected: str, words: tuple[str, ...] = (), hint: bool = True
) -> Ended:
    """Build a site that is wrong. expected: one pattern for each error line, in any order."""
    before = site.public_files()
    ended = site.blog("build", *words)
    assert ended.code == 1, ended
    assert "Traceback" not in ended.err + ended.out
    assert len(ended.errors) == len(expected), ended.err
    for pattern in expected:
        assert any(re.search(pattern, line) for line in ended.errors), (pattern, ended.err)
    assert site.public_files() == before
    assert not leftovers(site), leftovers(site)
    if hint:
        assert ended.err.count("   hint: ") >= len(expected), ended.err
    assert "nothing was written" in ended.err
    return ended


def leftovers(site: SiteBuilder) -> list[str]:
    """What a build may have left beside the site's own files."""
    return [file.name for file in site.root.rglob("*") if file.name.endswith((".part", ".inkpost"))
            and file.name != ".inkpost"]  # fmt: skip


def shows(ended: Ended, text: str) -> bool:
    """Whether an excerpt of the source stands under the error, with a mark below it."""
    lines = ended.err.splitlines()
    return any(
        text in line and "^" in lines[place + 1]
        for place, line in enumerate(lines[:-1])
        if re.match(r"^ *\d+ \| ", line)
    )


# -- front matter


def test_broken_yaml_in_two_posts_is_told_for_both(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", "---\ntitle: a: b\ndate: 2024-03-05\n---\nx\n")
    built.write("source/_posts/second.md", "---\ntitle: ok\ntags: [a, b\n---\nx\n")
    ended = refuse(built, r"first\.md:2:\d+: error: ", r"second\.md:\d:\d+: error: ")
    assert shows(ended, "title: a: b")


def test_a_key_given_twice_is_an_error_at_the_second(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", "---\ntitle: a\ntags: x\ntitle: b\n---\nx\n")
    ended = refuse(built, r"first\.md:4:1: error: .*title")
    assert shows(ended, "title: b")


def test_a_list_as_front_matter_is_an_error(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", "---\n- a\n- b\n---\nx\n")
    refuse(built, r"first\.md:\d+:\d+: error: ")


def test_bad_json_front_matter_is_told_with_its_place(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", '"title": "a",\n"date": \n;;;\nx\n')
    built.write("source/_posts/second.md", ';;;\n"title": "a",\n"date": ,\n;;;\nx\n')
    ended = refuse(
        built, r"first\.md:2:9: error: .*found the end", r'second\.md:3:9: error: .*found ","'
    )
    assert shows(ended, '"date": ,')


def test_a_post_that_is_not_utf8_is_told_with_line_and_byte(built: SiteBuilder) -> None:
    text = b"---\ntitle: a\n---\n\n" + "一行\n".encode() + "标题".encode("gbk") + b"\n"
    built.write("source/_posts/first.md", text)
    refuse(built, r"first\.md:6:1: error: the file is not UTF-8: byte 0xb1")


def test_a_page_that_is_not_utf8_is_told(built: SiteBuilder) -> None:
    built.write("source/about/index.md", "关于".encode("gbk"))
    refuse(built, r"source/about/index\.md:1:1: error: the file is not UTF-8")


def test_data_that_cannot_be_read_is_told_with_its_place(built: SiteBuilder) -> None:
    built.write("source/_data/friends.yml", "a: 1\nb: [1\n")
    built.write("source/_data/links.json", '{\n  "a": 1,\n  b\n}\n')
    refuse(built, r"friends\.yml:\d+:\d+: error", r"links\.json:3:\d+: error", hint=False)


# -- configuration


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("url: 5", r'_config\.yml:1:\d+: error: "url" should be a text, found the number 5'),
        ("url: quay.example", r"_config\.yml:1:\d+: error: .*address"),
        ("url: []", r'error: "url" should be a text, found a list'),
        ("url: https://q.example\nper_page: many", r'yml:2:\d+: error: "per_page" .* a number'),
        ("url: https://q.example\nper_page: [1]", r'yml:2:\d+: error: "per_page" .* a list'),
        ("url: https://q.example\ntimezone: Asia/Atlantis", r"yml:2:\d+: error: .*time zone"),
        ("url: https://q.example\ndialect: jekyll", r'yml:2:\d+: error: .*"jekyll"'),
        ("url: https://q.example\nheading_ids: uniq", r'yml:2:\d+: error: "heading_ids"'),
        ("url: https://q.example\nsource_dir: {a: 1}", r"yml:2:\d+: error: .*source_dir"),
        ("url: https://q.example\n\ttitle: x", r"yml:2:\d+: error: "),
        ("- a\n- b", r"yml:1:1: error: a mapping of keys was expected, found a list"),
        ("title: a: b", r"yml:1:\d+: error: "),
        ("url: https://q.example\ntitle: a\ntitle: b", r"yml:3:\d+: error: .*title"),
    ],
)
def test_a_wrong_configuration_is_told_with_its_place(
    built: SiteBuilder, text: str, pattern: str
) -> None:
    built.write("_config.yml", f"{text}\n")
    refuse(built, pattern)


def test_a_configuration_that_is_not_utf8_is_told(built: SiteBuilder) -> None:
    built.write("_config.yml", "title: 博客\n".encode("gbk"))
    refuse(built, r"_config\.yml:1:\d+: error: .*not UTF-8")


def test_no_configuration_is_told_with_what_to_do(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "s")
    (site.root / "_config.yml").unlink()
    ended = refuse(site, r"_config\.yml:1:1: error: no _config\.yml here")
    assert "blog init" in ended.err


def test_a_configuration_named_on_the_command_line_must_be_there(built: SiteBuilder) -> None:
    before = built.public_files()
    ended = built.blog("--config", "other.yml", "build")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert ended.errors[0].startswith("other.yml:1:1: error: cannot read the configuration")
    assert built.public_files() == before


# -- theme


def test_a_missing_theme_is_told_where_it_is_named(built: SiteBuilder) -> None:
    built.configure(theme="nowhere")
    ended = refuse(built, r'_config\.yml:4:\d+: error: the theme "nowhere" was not found')
    assert shows(ended, "theme: nowhere")


def test_an_empty_theme_folder_is_an_error(built: SiteBuilder) -> None:
    (built.root / "themes" / "hollow").mkdir()
    built.configure(theme="hollow")
    ended = refuse(built, r'the theme "hollow" was not found')
    assert "submodule" in ended.err


def test_a_template_with_a_syntax_error_is_told_once(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", "<article>\n{% if page.title %}\n</article>")
    refuse(built, r"themes/plain/layout/post\.jinja:\d+:\d+: error: ")


def test_a_template_with_an_unknown_filter_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", "<article>\n{{ page.title | shout }}\n</article>")
    ended = refuse(built, r"themes/plain/layout/post\.jinja:2:\d+: error: .*shout")
    assert shows(ended, "page.title | shout")


def test_a_template_that_fails_while_it_runs_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", "<article>\n\n{{ 1 / 0 }}\n</article>")
    refuse(built, r"themes/plain/layout/post\.jinja:3:\d+: error: ")


def test_a_template_that_is_not_utf8_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", b"<article>\n" + "文".encode("gbk"))
    refuse(built, r"themes/plain/layout/post\.jinja:2:1: error: the file is not UTF-8")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("themes/plain/languages/en.yml", "a: [1\n"),
        ("themes/plain/_config.yml", "a: [1\n"),
        ("themes/plain/theme.yml", "a: [1\n"),
        ("_config.plain.yml", "a: [1\n"),
    ],
)
def test_a_broken_file_of_the_theme_is_told_with_its_place(
    built: SiteBuilder, path: str, text: str
) -> None:
    built.write(path, text)
    refuse(built, rf"^{re.escape(path)}:\d+:\d+: error: ", hint=False)


@pytest.mark.parametrize(
    "path",
    [
        "themes/plain/languages/en.yml",
        "themes/plain/_config.yml",
        "themes/plain/theme.yml",
        "_config.plain.yml",
    ],
)
def test_a_file_of_the_theme_that_is_not_utf8_is_told(built: SiteBuilder, path: str) -> None:
    built.write(path, "a: 文\n".encode("gbk"))
    refuse(built, rf"^{re.escape(path)}:1:\d+: error: .*not UTF-8", hint=False)


# -- paths


@pytest.mark.parametrize("path", ["../out/", "a/../../out/", "/../out.html", "..", "a\\..\\..\\b/"])
def test_a_path_that_would_leave_the_output_folder_is_refused(
    built: SiteBuilder, path: str
) -> None:
    built.post("first", permalink=path)
    refuse(built, r"source/_posts/first\.md:\d+:\d+: error: the (path|permalink) .*would leave")
    assert not (built.root / "out").exists()


def test_a_site_wide_permalink_that_would_leave_is_refused(built: SiteBuilder) -> None:
    built.configure(permalink="../:title/")
    ended = refuse(built, r'_config\.yml:\d+:12: error: the path "\.\./first/index\.html" would')
    assert shows(ended, "permalink: ../:title/")


def test_every_pair_of_posts_with_one_url_is_told(built: SiteBuilder) -> None:
    built.post("first", permalink="same/")
    built.post("second", permalink="/same/")
    built.post("third", permalink="same/index.html")
    ended = refuse(
        built,
        r"second\.md:4:\d+: error: the URL .* source/_posts/first\.md",
        r"third\.md:4:\d+: error: the URL .* source/_posts/first\.md",
    )
    assert "first.md:" not in "".join(ended.errors)


def test_a_post_and_a_page_with_one_url_are_told(built: SiteBuilder) -> None:
    built.post("first", permalink="about/")
    built.page("about/index.md")
    refuse(built, r"about/index\.md:\d+:\d+: error: the URL \"/about/\w*")


def test_a_link_that_leaves_the_site_is_refused(built: SiteBuilder, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (built.root / "source" / "leak.txt").symlink_to(tmp_path / "secret.txt")
    ended = refuse(built, r"source/leak\.txt:1:1: error: .*leaves the site")
    assert "follow_symlinks" in ended.err
    built.configure(follow_symlinks=True)
    assert built.blog("build").code == 0
    assert built.public_files()["leak.txt"] == b"secret"


# -- plug-ins

REGISTER = "def register(ext):\n"
USES = {
    "tag": "ext.tag('boom')(lambda call, ctx: 1 / 0)",
    "filter": "ext.filter('after_post_render')(lambda value, ctx: 1 / 0)",
    "early filter": "ext.filter('before_post_render')(lambda value, ctx: 1 / 0)",
    "page filter": "ext.filter('after_render:html')(lambda value, ctx: 1 / 0)",
    "index filter": "ext.filter('before_index')(lambda documents, ctx: 1 / 0)",
    "path filter": "ext.filter('post_permalink')(lambda path, ctx: 1 / 0)",
    "generator": "ext.generator('boom')(lambda site: 1 / 0)",
    "lazy generator": "ext.generator('boom')(lambda site: (1 / 0 for _ in 'x'))",
    "odd generator": "ext.generator('boom')(lambda site: {}['division by zero'])",
}


def test_a_plugin_that_fails_while_loading_is_named(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"{REGISTER}    raise KeyError('nothing')\n")
    refuse(built, r"^scripts/broken\.py:2:\d+: error: .*KeyError")


def test_a_plugin_that_fails_before_it_registers_is_named(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"import nowhere_at_all\n{REGISTER}    pass\n")
    refuse(built, r"^scripts/broken\.py:1:\d+: error: .*nowhere_at_all")


def test_a_plugin_that_ends_the_process_is_named(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"{REGISTER}    raise SystemExit(0)\n")
    refuse(built, r"^scripts/broken\.py:2:\d+: error: .*SystemExit")


def test_a_plugin_with_a_syntax_error_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"{REGISTER}    x = (1,\n")
    refuse(built, r"^scripts/broken\.py:\d+:\d+: error: .*no valid Python")


def test_a_script_that_is_no_plugin_is_never_run(built: SiteBuilder) -> None:
    built.write("scripts/tool.py", "raise SystemExit('never')\n")
    built.write("scripts/notes.py", "this is no Python (\n")
    built.write("scripts/old.py", "标题".encode("gbk"))
    assert built.blog("build").code == 0


@pytest.mark.parametrize("kind", USES)
def test_a_plugin_that_fails_in_use_is_named(built: SiteBuilder, kind: str) -> None:
    built.write("scripts/broken.py", REGISTER + "    " + USES[kind])
    built.post("first", "{% boom %}\n" if kind == "tag" else "Words.\n")
    before = built.public_files()
    ended = built.blog("build")
    assert ended.code == 1
    assert ended.errors
    assert "Traceback" not in ended.err
    for line in ended.errors:
        assert LINE.match(line), line
        assert "division by zero" in line
    assert "scripts/broken.py" in ended.err
    assert built.public_files() == before


@pytest.mark.parametrize("made", ["['x']", "5", "None", "[None]"])
def test_a_generator_that_gives_no_routes_is_named(built: SiteBuilder, made: str) -> None:
    built.write("scripts/odd.py", f"{REGISTER}    ext.generator('odd')(lambda site: {made})\n")
    refuse(built, r'^scripts/odd\.py:\d+:1: error: generator "odd" of scripts/odd\.py')


def test_a_tag_that_fails_is_told_at_its_place(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", REGISTER + "    " + USES["tag"])
    built.post("first", "One.\n\nTwo {% boom %}\n")
    ended = refuse(built, r'^source/_posts/first\.md:8:5: error: tag "boom" of scripts/broken\.py')
    assert shows(ended, "{% boom %}")


def test_debug_shows_where_a_plugin_failed_and_nothing_else_does(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", REGISTER + "    " + USES["generator"])
    assert "Traceback" not in built.blog("build").err
    ended = built.blog("build", "--debug")
    assert "Traceback" in ended.err
    assert "1 / 0" in ended.err
    assert built.blog("--debug", "build").err.count("Traceback") == 1


# -- the disk


@pytest.fixture
def powerless() -> Callable[[Path], None]:
    """Makes a path unreadable in a way that holds for root too: a loop of links."""

    def spoil(path: Path) -> None:
        path.unlink(missing_ok=True)
        path.symlink_to(path.name)

    return spoil


def test_a_file_that_cannot_be_read_is_told(
    built: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = built.post("first", "New words.\n")
    read = Path.read_bytes

    def refused(file: Path) -> bytes:
        if file == target:
            raise PermissionError(13, "Permission denied", str(file))
        return read(file)

    monkeypatch.setattr(Path, "read_bytes", refused)
    refuse(built, r"^source/_posts/first\.md:1:1: error: cannot read it: .*[Pp]ermission denied")


def test_a_link_to_itself_is_told_and_not_followed(
    built: SiteBuilder, powerless: Callable[[Path], None]
) -> None:
    powerless(built.root / "source" / "_posts" / "first.md")
    ended = built.blog("build")
    assert ended.code in (0, 1)
    assert "Traceback" not in ended.err


def test_a_named_pipe_does_not_hang_the_build(built: SiteBuilder) -> None:
    os.mkfifo(built.root / "source" / "pipe.md")
    os.mkfifo(built.root / "source" / "_posts" / "pipe.md")
    assert built.blog("build").code == 0


def test_a_file_in_place_of_the_output_folder_is_told(site: SiteBuilder) -> None:
    site.post("first")
    site.write("public", "mine")
    ended = site.blog("build")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert "public" in ended.errors[0]
    assert (site.root / "public").read_text() == "mine"
    assert not leftovers(site)


def test_a_file_of_the_user_in_place_of_a_folder_is_told(built: SiteBuilder) -> None:
    built.post("third", permalink="notes/third/")
    (built.public / "notes").write_text("mine")
    ended = refuse(built, r'error: cannot write "public"')
    assert (built.public / "notes").read_text() == "mine"
    assert ended.err.count("error: ") == 1


def test_a_folder_of_the_user_in_place_of_a_file_is_told(built: SiteBuilder) -> None:
    built.post("third", permalink="third.html")
    folder = built.public / "third.html"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    refuse(built, r'error: cannot write "public"')
    assert (folder / "mine.txt").read_text() == "mine"


def test_a_folder_that_is_ours_may_become_a_file_and_back(built: SiteBuilder) -> None:
    built.post("third", permalink="third/")
    assert built.blog("build").code == 0
    built.post("third", permalink="third")
    assert built.blog("build").code == 0
    assert (built.public / "third").is_file()
    built.post("third", permalink="third/")
    assert built.blog("build").code == 0
    assert (built.public / "third" / "index.html").is_file()


# -- what others wrote


def test_a_package_that_cannot_be_read_names_no_plugins(built: SiteBuilder) -> None:
    built.write("package.json", "[" * 100_000)
    assert built.blog("build").code == 0


def test_a_filter_that_gives_no_text_is_told_with_its_script(built: SiteBuilder) -> None:
    built.write(
        "scripts/a.py",
        "def register(ext):\n    @ext.filter('after_post_render')\n"
        "    def count(text, ctx):\n        return len(text)\n",
    )
    ended = built.blog("build")
    assert ended.code == 1
    assert "scripts/a.py failed: TypeError: a text was expected, found int" in ended.err
    assert "fault of inkpost" not in ended.err


def test_a_theme_whose_bundle_is_no_list_is_told(built: SiteBuilder) -> None:
    built.write("themes/plain/theme.yml", "bundles: {css/a.css: 1}\n")
    refuse(built, r'themes/plain/theme\.yml:1:1: error: the bundle "css/a.css" should be a list')
