"""What a run finds changed when it writes, and the way back to what was there before."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from inkpost.localize.files import Staging
from inkpost.localize.manifest import move_origins
from tests.localize.blog import Blog
from tests.localize.host import Answer, Server
from tests.localize.images import png

RED, BLUE = png(1), png(2)


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
