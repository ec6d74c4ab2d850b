"""A run from the post with links to the post with pictures."""

from __future__ import annotations

import base64
import os
import re
import stat
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkpost.localize import run as run_module
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


def test_embedded_data_becomes_a_file_only_when_asked(blog: Blog) -> None:
    data = "data:image/gif;base64," + base64.b64encode(RED).decode()
    post = blog.post("p.md", f"![]({data}) ![](data:image/svg+xml,{'%3Csvg/%3E'})")
    assert blog.run() == 0
    assert post.read_text().startswith("![](data:")
    assert blog.run(extract_data=True) == 0
    assert post.read_text() == "![](image.png) ![](image.svg)"


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
