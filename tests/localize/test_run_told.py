"""What a run is asked for, and what it tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.localize.blog import Blog
from tests.localize.host import Answer, Server
from tests.localize.images import png

RED, BLUE = png(1), png(2)


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


def test_hosts_can_be_left_out(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(RED)
    text = f"![](https://img.badge.example/b.png) ![]({host.url}/a.png)"
    post = blog.post("p.md", text)
    assert blog.run(exclude=("badge.example",)) == 0
    assert post.read_text() == "![](https://img.badge.example/b.png) ![](a.png)"
    assert blog.run(mode="check", exclude=("badge.example",)) == 0
    assert blog.run(mode="check", include=("127.0.0.1",)) == 0
    assert blog.run(mode="check") == 1


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


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:9", "10.0.0.8", "[::1]:9"])
def test_a_refused_private_host_is_told_with_the_option_for_it(blog: Blog, host: str) -> None:
    blog.post("p.md", f"![](http://{host}/a.png) ![](http://{host}/b.png)")
    assert blog.run(allow_private=False) == 1
    assert blog.lines[0].endswith(", refused")
    hints = [line for line in blog.lines if line.startswith("hint: ")]
    assert hints == ["hint: --allow-private takes pictures from this computer and its networks"]


def test_what_no_option_allows_is_told_without_one(blog: Blog) -> None:
    blog.post("p.md", "![](http://169.254.169.254/a.png)")
    assert blog.run(allow_private=False) == 1
    assert "link-local or metadata address, refused" in blog.lines[0]
    assert "--allow-private" not in blog.told


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
