"""The preview follows every change of a file, and never shows a page that is half written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.preview import Answer, Preview
from tests.sites import SiteBuilder, with_front

FIRST = "/2024/03/05/first/"


@pytest.fixture
def site(tmp_path: Path) -> SiteBuilder:
    site = SiteBuilder(tmp_path / "site")
    site.post("first", "Version one.\n", tags=["日常"])
    site.post("second", "Second words.\n")
    site.write("source/style.css", "body { color: red }")
    return site


@pytest.fixture
def preview(site: SiteBuilder) -> Iterator[Preview]:
    with Preview(site.root) as running:
        yield running


def text(words: str) -> str:
    return with_front({"title": "First", "date": "2024-03-05 09:00:00"}, f"{words}\n")


def until(preview: Preview, path: str, is_right: Callable[[Answer], bool]) -> list[Answer]:
    """All answers for a path until one is right; asked again whenever a page would reload."""
    with preview.events() as events:
        answers = [preview.get(path)]
        while not is_right(answers[-1]):
            next(events)
            answers.append(preview.get(path))
    return answers


def shows(words: str) -> Callable[[Answer], bool]:
    return lambda answer: words in answer.text


def status(code: int) -> Callable[[Answer], bool]:
    return lambda answer: answer.status == code


def test_an_edit_is_shown_and_open_pages_reload(site: SiteBuilder, preview: Preview) -> None:
    with preview.events() as events:
        site.write("source/_posts/first.md", text("Version two."))
        assert next(events) == "reload"
        assert "Version two." in preview.get(FIRST).text


def test_a_change_of_styles_alone_swaps_them(site: SiteBuilder, preview: Preview) -> None:
    with preview.events() as events:
        site.write("source/style.css", "body { color: blue }")
        assert next(events) == "css"
        assert "blue" in preview.get("/style.css").text


def test_a_save_that_changes_nothing_reloads_nothing(site: SiteBuilder, preview: Preview) -> None:
    with preview.events() as events:
        post = site.root / "source/_posts/first.md"
        post.write_bytes(post.read_bytes())
        site.write("source/style.css", "body { color: blue }")
        assert next(events) == "css"


@pytest.mark.parametrize("pause_ms", [0, 10, 50, 200])
def test_a_post_that_is_emptied_and_filled_is_never_shown_empty(
    site: SiteBuilder, preview: Preview, pause_ms: int
) -> None:
    """As Typora saves: truncate, wait, write."""
    post = site.root / "source/_posts/first.md"
    seen: list[str] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            seen.append(preview.get(FIRST).text)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with post.open("w") as file:
            file.flush()
            done.wait(pause_ms / 1000)
            file.write(text(f"Version two {pause_ms}."))
        until(preview, FIRST, shows(f"Version two {pause_ms}."))
    finally:
        done.set()
        watcher.join()
    assert seen
    for page in seen:
        assert "<title>First</title>" in page or "<title>first</title>" in page
        assert "Version one." in page or f"Version two {pause_ms}." in page


def test_a_post_that_is_replaced_by_a_rename_is_shown(site: SiteBuilder, preview: Preview) -> None:
    draft = site.write("source/_posts/.first.md.tmp", text("Version three."))
    draft.replace(site.root / "source/_posts/first.md")
    until(preview, FIRST, shows("Version three."))


def test_rename_delete_and_recreate_are_followed(site: SiteBuilder, preview: Preview) -> None:
    posts = site.root / "source/_posts"
    (posts / "first.md").rename(posts / "third.md")
    until(preview, FIRST, status(404))
    until(preview, "/2024/03/05/third/", shows("Version one."))
    assert "third/" in preview.get("/").text
    assert "first/" not in preview.get("/").text
    assert preview.get("/tags/%E6%97%A5%E5%B8%B8/").status == 200
    (posts / "third.md").unlink()
    until(preview, "/2024/03/05/third/", status(404))
    assert preview.get("/tags/%E6%97%A5%E5%B8%B8/").status == 404
    site.post("third", "Fresh.\n", title="Again")
    until(preview, "/2024/03/05/third/", shows("Fresh."))
    assert "Again" in preview.get("/").text


def test_a_folder_that_is_new_or_moves_is_followed(site: SiteBuilder, preview: Preview) -> None:
    site.post("deep/er/fourth", "Deep.\n")
    until(preview, "/2024/03/05/deep/er/fourth/", shows("Deep."))
    posts = site.root / "source/_posts"
    (posts / "deep").rename(posts / "other")
    until(preview, "/2024/03/05/other/er/fourth/", shows("Deep."))
    assert preview.get("/2024/03/05/deep/er/fourth/").status == 404


def test_templates_configuration_and_data_are_watched(site: SiteBuilder, preview: Preview) -> None:
    site.write(
        "themes/plain/layout/post.jinja", "<main>{{ page.content }} {{ site.data.word }}</main>"
    )
    until(preview, FIRST, shows("<main>"))
    site.write("source/_data/word.txt", "said")
    until(preview, FIRST, shows("said</main>"))
    site.configure(permalink=":title/")
    until(preview, "/first/", status(200))
    assert preview.get(FIRST).status == 404


def test_a_picture_that_appears_is_served(site: SiteBuilder, preview: Preview) -> None:
    assert preview.get("/new.png").status == 404
    site.write("source/new.png", b"\x89PNG")
    until(preview, "/new.png", status(200))
    site.write("source/new.png", b"\x89PNG2")
    until(preview, "/new.png", lambda answer: answer.body == b"\x89PNG2")


def test_a_broken_post_keeps_the_last_pages_and_says_where(
    site: SiteBuilder, preview: Preview
) -> None:
    with preview.events() as events:
        site.write("source/_posts/first.md", "---\ntitle: a: b\n---\nx\n")
        assert next(events) == "reload"
        page = preview.get(FIRST)
        assert page.status == 200
        assert "Version one." in page.text
        assert 'role="alert"' in page.text
        assert "source/_posts/first.md:2:" in page.text
        assert "title: a: b" in page.text
        site.write("source/_posts/first.md", text("Mended."))
        assert next(events) == "reload"
        page = preview.get(FIRST)
        assert "Mended." in page.text
        assert 'role="alert"' not in page.text


def test_an_overlay_cannot_be_written_by_a_post(site: SiteBuilder, preview: Preview) -> None:
    with preview.events() as events:
        site.write("source/_posts/first.md", "---\ntitle: <script>x</script>: b: c\n---\nx\n")
        next(events)
        assert "<script>x</script>" not in preview.get(FIRST).text


def test_a_site_that_is_broken_from_the_start_is_served_once_it_is_mended(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "site")
    site.write("source/_posts/first.md", "---\ntitle: a: b\n---\nx\n")
    with Preview(site.root) as preview, preview.events() as events:
        page = preview.get("/")
        assert page.status == 500
        assert "first.md:2:" in page.text
        site.write("source/_posts/first.md", text("Mended."))
        assert next(events) == "reload"
        assert "Mended." in preview.get(FIRST).text


def test_a_configuration_that_breaks_is_told_and_mends(site: SiteBuilder, preview: Preview) -> None:
    good = (site.root / "_config.yml").read_text()
    with preview.events() as events:
        site.write("_config.yml", "title: a: b\n")
        next(events)
        page = preview.get(FIRST)
        assert "Version one." in page.text
        assert "_config.yml:1:" in page.text
        site.write("_config.yml", good)
        next(events)
        assert 'role="alert"' not in preview.get(FIRST).text


def test_nothing_is_written_into_the_site(site: SiteBuilder, preview: Preview) -> None:
    until(preview, FIRST, shows("Version one."))
    assert not site.public.exists()


def test_drafts_are_shown_when_asked_for(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "site")
    site.write("source/_drafts/idea.md", with_front({"title": "i", "date": "2024-03-05"}, "Draft."))
    with Preview(site.root, "--drafts") as preview:
        assert "Draft." in preview.get("/2024/03/05/idea/").text


def test_control_c_ends_the_preview_quietly(site: SiteBuilder) -> None:
    preview = Preview(site.root)
    with preview.events():
        assert preview.get("/").status == 200
        code, errors = preview.stop()
    assert code in (0, 130)
    assert "Traceback" not in errors
