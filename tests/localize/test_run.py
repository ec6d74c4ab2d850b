"""A run from the post with links to the post with pictures."""

from __future__ import annotations

import base64
import errno
import os
import re
import stat
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkpost.localize import run as run_module
from inkpost.localize.files import Staging
from inkpost.localize.manifest import move_origins
from tests.localize.blog import Blog
from tests.localize.host import Answer, Server, after_failures
from tests.localize.images import SVG, png

RED, BLUE = png(1), png(2)


def test_picture_comes_to_the_folder_and_the_link_changes(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    post = blog.post("p.md", f"---\ntitle: x\n---\n\nsee ![a]({host.url}/a.png 't')\n")
    assert blog.run() == 0
    assert post.read_text() == "---\ntitle: x\n---\n\nsee ![a](a.png 't')\n"
    assert (blog.posts / "p" / "a.png").read_bytes() == RED
    assert blog.lines == [
        f"source/_posts/p.md:5: {host.url}/a.png -> a.png",
        "1 link in 1 post: 1 saved",
    ]


def test_second_run_changes_nothing_and_asks_nobody(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("p.md", f"![a]({host.url}/a.png)")
    blog.run()
    before, count = blog.files(), len(host.log)
    assert blog.run() == 0
    assert blog.files() == before
    assert len(host.log) == count
    assert blog.lines == ["no external image"]


def test_nothing_temporary_is_left(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("p.md", f"![a]({host.url}/a.png) ![b]({host.url}/none.png)")
    assert blog.run() == 1
    assert set(blog.files()) == {
        "_config.yml", ".inkpost/.gitignore", ".inkpost/images.json",
        "source/_posts/p.md", "source/_posts/p/a.png",
    }  # fmt: skip
    assert not (blog.root / ".inkpost" / "locks").exists()


def test_what_cannot_be_had_keeps_its_link(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    text = f"![a]({host.url}/a.png)\n\n![b]({host.url}/gone.png)\n\n![c](file:///etc/x.png)\n"
    post = blog.post("p.md", text)
    assert blog.run() == 1
    assert post.read_text() == text.replace(f"{host.url}/a.png", "a.png")
    assert f"source/_posts/p.md:3: {host.url}/gone.png: HTTP 404 (not found)" in blog.lines
    assert 'source/_posts/p.md:5: file:///etc/x.png: "file:" is refused' in blog.lines
    assert blog.lines[-1] == "3 links in 1 post: 1 saved, 2 failed"


def test_same_bytes_share_a_file_and_other_bytes_get_a_name(blog: Blog, host: Server) -> None:
    for path, data in (("/1/x.png", RED), ("/2/x.png", BLUE), ("/3/other.png", RED)):
        host.table[path] = Answer(data)
    post = blog.post("p.md", "".join(f"![]({host.url}/{n}.png)" for n in ("1/x", "2/x", "3/other")))
    blog.run()
    names = sorted(file.name for file in (blog.posts / "p").iterdir())
    assert len(names) == 2
    assert post.read_text() == f"![](x.png)![]({names[0]})![](x.png)"
    assert names[0].startswith("x-")
    assert len(names[0]) == len("x-12345678.png")


def test_existing_file_is_never_overwritten(blog: Blog, host: Server) -> None:
    host.table["/X.png"] = Answer(RED)
    (blog.posts / "p").mkdir()
    (blog.posts / "p" / "x.PNG").write_bytes(b"the author's own")
    post = blog.post("p.md", f"![]({host.url}/X.png)")
    blog.run()
    assert (blog.posts / "p" / "x.PNG").read_bytes() == b"the author's own"
    assert post.read_text().startswith("![](X-")


def test_every_kind_of_place_is_rewritten(blog: Blog, host: Server) -> None:
    host.fallback = lambda path: Answer(png(zlib.crc32(path.encode())))
    u = host.url
    text = (
        f"---\ncover: '{u}/c.png' # c\nphotos: [{u}/p.png, \"{u}/q.png\"]\n---\n"
        f"[![a]({u}/a.png)]({u}/a.png) ![r][] ![[{u}/w.png|9]] {{% img {u}/t.png %}}\n\n"
        f"<p><a href='{u}/h.png'><img srcset=\"{u}/s.png 1x, {u}/s2.png 2x\" src={u}/h.png></a>\n\n"
        f"[r]: <{u}/r.png>\n"
    )
    post = blog.post("p.md", text)
    assert blog.run() == 0
    assert post.read_text() == text.replace(f"{u}/", "")


def test_link_may_hold_the_folder(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    post = blog.post("旅 行.md", f"![]({host.url}/a.png)")
    blog.run(link="folder")
    assert post.read_text() == "![](旅%20行/a.png)"
    assert blog.run(mode="restore") == 0
    assert post.read_text() == f"![]({host.url}/a.png)"


def test_pictures_of_pages_and_drafts(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    text = f"![]({host.url}/a.png)"
    for name, folder in (("index.md", "about"), ("about.md", "."), ("d.md", "_drafts")):
        blog.post(name, text, folder)
    blog.post("x.md", text, "_data")
    assert blog.run() == 0
    pictures = {path for path in blog.files() if path.endswith(".png")}
    assert pictures == {"source/about/a.png", "source/_drafts/d/a.png"}
    assert len(host.log) == 1


def test_typora_folder_is_used_where_it_is_the_post_folder(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("p.md", f"![]({host.url}/a.png)")
    (blog.posts / "p.assets").mkdir()
    blog.run()
    assert (blog.posts / "p.assets" / "a.png").exists()
    assert not (blog.posts / "p").exists()


def test_mode_and_link_of_the_post_are_kept(blog: Blog, host: Server, tmp_path: Path) -> None:
    host.table["/a.png"] = Answer(RED)
    real = blog.post("real.txt", f"![]({host.url}/a.png)", "notes")
    real.chmod(0o640)
    link = blog.posts / "p.md"
    link.symlink_to("../notes/real.txt")
    assert blog.run() == 0
    assert link.is_symlink()
    assert real.read_text() == "![](a.png)"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert (blog.posts / "p" / "a.png").exists()


def test_folder_that_leads_out_of_the_site_is_refused(
    blog: Blog, host: Server, tmp_path: Path
) -> None:
    host.table["/a.png"] = Answer(RED)
    outside = tmp_path / "outside"
    outside.mkdir()
    (blog.posts / "p").symlink_to(outside, target_is_directory=True)
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    assert blog.run() == 1
    assert host.url in post.read_text()
    assert list(outside.iterdir()) == []


def test_edit_made_meanwhile_is_kept(blog: Blog, host: Server) -> None:
    post = blog.post("p.md", f"![]({host.url}/a.png)\n")

    def answer(handler: object) -> None:
        post.write_text(f"new first line\n\n![]({host.url}/a.png) and ![]({host.url}/b.png)\n")
        handler.send(Answer(RED))  # type: ignore[attr-defined]

    host.table["/a.png"] = answer
    host.table["/b.png"] = Answer(BLUE)
    assert blog.run() == 1
    assert post.read_text() == f"new first line\n\n![](a.png) and ![]({host.url}/b.png)\n"
    assert blog.run() == 0
    assert post.read_text() == "new first line\n\n![](a.png) and ![](b.png)\n"


def test_edit_just_before_writing_is_kept(
    blog: Blog, host: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.table["/a.png"] = Answer(RED)
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    replace = Staging.replace
    edits = iter(["typed "])

    def edited(self: Staging, target: Path, data: bytes, *, expected: bytes | None = None) -> bool:
        if target.suffix == ".md":
            target.write_bytes(next(edits, "").encode() + target.read_bytes())
        return replace(self, target, data, expected=expected)

    monkeypatch.setattr(Staging, "replace", edited)
    assert blog.run() == 0
    assert post.read_text() == "typed ![](a.png)"


def test_post_deleted_meanwhile_is_not_made_again(blog: Blog, host: Server) -> None:
    post = blog.post("p.md", f"![]({host.url}/a.png)")

    def answer(handler: object) -> None:
        post.unlink()
        handler.send(Answer(RED))  # type: ignore[attr-defined]

    host.table["/a.png"] = answer
    assert blog.run() == 1
    assert not post.exists()


def test_restore_gives_back_every_byte(blog: Blog, host: Server) -> None:
    host.fallback = lambda path: Answer(RED if "same" in path else BLUE)
    text = (
        f"\ufeff---\r\ncover: {host.url}/c.png\r\n---\r\n![]({host.url}/same1.png)"
        f"![]({host.url}/same2.png)<img src='{host.url}/x.png?a=1&amp;b=2'>![](http%3A%2F%2F"
        f"127.0.0.1%3A{host.port}%2Fsame3.png)"
    )
    post = blog.post("p.md", text)
    before = post.read_bytes()
    assert blog.run() == 0
    assert b"http" not in post.read_bytes()
    post.write_bytes(post.read_bytes() + b"\r\nadded ![](own.png)")
    assert blog.run("p", mode="restore") == 0
    assert post.read_bytes() == before + b"\r\nadded ![](own.png)"
    assert blog.run("p", mode="restore") == 0
    assert "source/_posts/p.md" not in blog.manifest()


def test_origins_follow_a_published_draft(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("d.md", f"![]({host.url}/a.png)", "_drafts")
    blog.run()
    move_origins(blog.root, "source/_drafts/d.md", "source/_posts/d.md")
    assert blog.manifest() == {
        "source/_posts/d.md": [{"name": "a.png", "url": f"{host.url}/a.png"}]
    }


def test_later_picture_of_the_same_name_keeps_the_origins_apart(blog: Blog, host: Server) -> None:
    host.fallback = lambda path: Answer(RED)
    post = blog.post("p.md", f"![]({host.url}/1/a.png)")
    blog.run()
    post.write_text(f"![]({host.url}/2/a.png) " + post.read_text())
    blog.run()
    assert post.read_text() == "![](a.png) ![](a.png)"
    blog.run(mode="restore")
    assert post.read_text() == f"![]({host.url}/2/a.png) ![]({host.url}/1/a.png)"


def test_check_and_dry_run_ask_nobody(blog: Blog, host: Server) -> None:
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    assert blog.run(mode="check") == 1
    assert blog.lines[0] == f"source/_posts/p.md:1: {host.url}/a.png"
    assert blog.run(mode="dry-run") == 0
    assert blog.lines[0] == f"source/_posts/p.md:1: {host.url}/a.png -> a.*"
    assert host.log == []
    assert host.url in post.read_text()
    assert not (blog.root / ".inkpost").exists()
    post.write_text("![](a.png)")
    assert blog.run(mode="check") == 0


def test_hosts_can_be_left_out(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    text = f"![](https://img.badge.example/b.png) ![]({host.url}/a.png)"
    post = blog.post("p.md", text)
    assert blog.run(exclude=("badge.example",)) == 0
    assert post.read_text() == "![](https://img.badge.example/b.png) ![](a.png)"
    assert blog.run(mode="check", exclude=("badge.example",)) == 0
    assert blog.run(mode="check", include=("127.0.0.1",)) == 0
    assert blog.run(mode="check") == 1


def test_embedded_data_becomes_a_file_only_when_asked(blog: Blog) -> None:
    data = "data:image/gif;base64," + base64.b64encode(RED).decode()
    post = blog.post("p.md", f"![]({data}) ![](data:image/svg+xml,{'%3Csvg/%3E'})")
    assert blog.run() == 0
    assert post.read_text().startswith("![](data:")
    assert blog.run(extract_data=True) == 0
    assert post.read_text() == "![](image.png) ![](image.svg)"


def test_json_tells_everything_once(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("p.md", f"![]({host.url}/a.png)\n![]({host.url}/gone.png?token=secret)")
    assert blog.run(as_json=True) == 1
    told = blog.json()
    assert [link["state"] for link in told["links"]] == ["saved", "failed"]
    assert told["totals"]["saved"] == told["totals"]["failed"] == 1
    assert told["requests"] == 2
    assert "secret" not in blog.told


def test_credentials_are_sent_and_never_told(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    base = host.url.replace("//", "//me:hush@")
    blog.post("p.md", f"![]({base}/a.png) ![]({base}/gone.png)")
    blog.run()
    assert "hush" not in blog.told


def test_names_choose_posts(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    text = f"![]({host.url}/a.png)"
    one, two = blog.post("one.md", text), blog.post("two.md", text)
    blog.post("two.md", text, "_drafts")
    assert blog.run("one") == 0
    assert (one.read_text(), two.read_text()) == ("![](a.png)", text)
    assert blog.run("two") == 2
    assert "source/_drafts/two.md" in blog.told
    assert "source/_posts/two.md" in blog.told
    assert blog.run("source/_posts/two.md") == 0
    assert blog.run("_drafts/two.md") == 0
    assert blog.run("thre") == 2
    assert blog.run("../elsewhere.md") == 2


def test_hexo_dialect_needs_the_key(blog: Blog) -> None:
    (blog.root / "_config.yml").write_text("dialect: hexo\n")
    assert blog.run() == 2
    assert "post_asset_folder: true" in blog.told
    (blog.root / "_config.yml").write_text("dialect: hexo\npost_asset_folder: true\n")
    assert blog.run() == 0


def test_hexo_dialect_shows_no_pictures_of_pages(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    (blog.root / "_config.yml").write_text("dialect: hexo\npost_asset_folder: true\n")
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    page = blog.post("index.md", f"![]({host.url}/a.png)", "about")
    assert blog.run() == 1
    assert (post.read_text(), page.read_text()) == ("![](a.png)", f"![]({host.url}/a.png)")
    assert "postAsset" in blog.told


def test_names_of_files_that_are_no_utf8(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    name = os.fsdecode("图".encode("gb18030") + b".md")
    try:
        post = blog.post(name, f"![]({host.url}/a.png)")
    except OSError:
        pytest.skip("this file system takes only UTF-8")
    assert blog.run() == 0
    assert post.read_text() == "![](a.png)"
    assert blog.run(mode="restore") == 0
    assert post.read_text() == f"![]({host.url}/a.png)"


def test_quiet_run_tells_only_what_failed(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("p.md", f"![]({host.url}/a.png) ![]({host.url}/b.png)")
    assert blog.run(silent=True) == 1
    assert len(blog.lines) == 1


def test_progress_counts_pictures(blog: Blog, host: Server) -> None:
    host.fallback = lambda path: Answer(png(len(path)))
    blog.post("p.md", "".join(f"![]({host.url}/{'x' * n}.png)" for n in range(1, 6)))
    seen: list[tuple[int, int]] = []
    blog.run(on_progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n, 5) for n in range(1, 6)]


def test_proxy_is_told_of(blog: Blog, host: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host.fallback = lambda path: Answer(RED)
    monkeypatch.setenv("http_proxy", host.url)
    blog.post("p.md", "![](http://pictures.invalid/a.png)")
    assert blog.run(allow_private=False) == 0
    assert any("a proxy was used" in line for line in blog.lines)


def test_folder_without_a_blog_is_told(tmp_path: Path) -> None:
    empty = Blog(tmp_path)
    empty.posts.rmdir()
    (tmp_path / "source").rmdir()
    assert empty.run() == 2


def test_unreadable_front_matter_is_told_and_others_go_on(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    blog.post("bad.md", f"---\ntitle: a: b: c\n---\n![]({host.url}/a.png)")
    good = blog.post("good.md", f"![]({host.url}/a.png)")
    assert blog.run() == 1
    assert "source/_posts/bad.md:2" in blog.told
    assert good.read_text() == "![](a.png)"


def test_locks_move_with_the_cache(
    blog: Blog, host: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INKPOST_CACHE_DIR", str(tmp_path / "cache"))
    host.table["/a.png"] = Answer(RED)
    blog.post("p.md", f"![]({host.url}/a.png)")
    assert blog.run() == 0
    assert (blog.root / ".inkpost" / "images.json").exists()
    assert not (blog.root / ".inkpost" / "locks").exists()


def test_other_file_system_for_the_cache(
    blog: Blog, host: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_replace = Path.replace

    def no_link(source: object, target: object) -> None:
        raise OSError(errno.EXDEV, "another file system")

    def replace(self: Path, target: Path) -> Path:
        if "run-" in str(self) and "run-" not in str(target):
            raise OSError(errno.EXDEV, "another file system")
        return real_replace(self, target)

    monkeypatch.setattr(os, "link", no_link)
    monkeypatch.setattr(Path, "replace", replace)
    host.table["/a.png"] = Answer(RED)
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    assert blog.run() == 0
    assert post.read_text() == "![](a.png)"
    assert not [path for path in blog.files() if "tmp" in path]


def test_unsafe_svg_is_refused_unless_allowed(blog: Blog, host: Server) -> None:
    bad = SVG.replace(b"<rect", b"<script>1</script><rect")
    host.table["/ok.svg"] = Answer(SVG, kind="image/svg+xml")
    host.table["/bad.svg"] = Answer(bad, kind="image/svg+xml")
    blog.post("p.md", f"![]({host.url}/ok.svg) ![]({host.url}/bad.svg)")
    assert blog.run() == 1
    assert "holds a <script>" in blog.told
    assert blog.run(allow_unsafe_svg=True) == 0


def test_busy_host_is_asked_again(
    blog: Blog, host: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(run_module, "Fetcher", _fetcher_that_waits(waits))
    failure = Answer(status=429, headers={"Retry-After": "7"})
    host.table["/a.png"] = after_failures(2, failure, Answer(RED))
    blog.post("p.md", f"![]({host.url}/a.png)")
    assert blog.run() == 0
    assert waits == [7, 7]


def _fetcher_that_waits(waits: list[float]) -> object:
    from inkpost.localize.fetch import Fetcher

    return lambda **options: Fetcher(**options, wait=waits.append)


# All that is not an image's URL is unchanged, and two runs give what one gives.

_FORMS = (
    "![a](U/{}.png)", "![a](<U/{}.png> 't')", '<img src="U/{}.png">', "U/{}.png", "`![](U/{}.png)`",
    "\n```\n![](U/{}.png)\n```\n", "[x](U/{}.png)", "\\![x](U/{}.png)", "![[U/{}.png|3]]",
    "{{% img U/{}.png %}}", "![a](U/x {}.png)", "[![a](U/{}.png)](U/{}.png)",
)  # fmt: skip
_TEXTS = ("text ", "中文", "\n", "\r\n", "\n\n", "\t", "  ", "> ", "- ", "`", "$", "|", "\ufeff")
_PIECE = st.one_of(
    st.sampled_from(_TEXTS),
    st.builds(
        lambda form, number: form.format(number, number),
        st.sampled_from(_FORMS),
        st.integers(1, 6),
    ),
)


@given(
    body=st.lists(_PIECE, max_size=14).map("".join),
    front=st.sampled_from(["", "---\ntitle: x\ncover: U/9.png\n---\n"]),
)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_only_urls_change_and_only_once(blog: Blog, host: Server, body: str, front: str) -> None:
    host.fallback = lambda path: Answer(png(sum(path.encode())))
    text = (front + body).replace("U/", host.url + "/")
    post = blog.post("p.md", text)
    blog.run()
    once = post.read_bytes()
    assert _is_same_but_for_urls(text, once.decode(), host.url)
    count = len(host.log)
    blog.run()
    assert post.read_bytes() == once
    assert len(host.log) == count
    blog.run(mode="restore")
    assert post.read_bytes() == text.encode()


def _is_same_but_for_urls(before: str, after: str, base: str) -> bool:
    """Whether after differs from before only in that URLs of the host have become names."""
    parts = re.split(rf"({re.escape(base)}/(?:x )?\d\.png)", before)
    pattern = "".join(
        rf"(?:{re.escape(part)}|[\w.-]+\.png)" if part.startswith(base) else re.escape(part)
        for part in parts
    )
    return re.fullmatch(pattern, after) is not None
