"""Runs in processes of their own: side by side, killed, interrupted."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.faults.localize import run_hostile, run_kills, run_load
from tests.localize.blog import Blog
from tests.localize.host import Answer, Handler, Server
from tests.localize.images import png
from tests.shared import ROOT

SCRIPT = ROOT / "scripts" / "localize_images.py"


def test_killed_runs_do_no_damage() -> None:
    assert "no damage" in run_kills(6, seed=3, posts=3)


def test_hostile_answers_stay_within_bounds() -> None:
    assert "each ended with its reason" in run_hostile(whole_s=2.5)


def test_every_picture_is_asked_for_once() -> None:
    assert "0 requests" in run_load(posts=8, each=5)


def test_two_runs_at_once_share_the_work(blog: Blog, host: Server) -> None:
    host.fallback = lambda path: Answer(png(len(path)), pause_s=0.01)
    for number in range(8):
        blog.post(
            f"p{number}.md", f"![]({host.url}/{'x' * (number + 1)}/a.png) ![]({host.url}/b.png)"
        )
    codes: list[int] = []

    def run() -> None:
        codes.append(Blog(blog.root).run())

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [0, 0, 0]
    for number in range(8):
        text = (blog.posts / f"p{number}.md").read_text()
        assert text == "![](a.png) ![](b.png)"
        assert len(list((blog.posts / f"p{number}").iterdir())) == 2
        assert len(blog.manifest()[f"source/_posts/p{number}.md"]) == 2


def _script(*words: str) -> list[str]:
    return [sys.executable, str(SCRIPT), "--allow-private", *words]


def test_script_does_what_the_command_does(blog: Blog, host: Server) -> None:
    host.table["/a.png"] = Answer(png(1))
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    done = subprocess.run(_script("p"), cwd=blog.posts, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert post.read_text() == "![](a.png)"
    assert "source/_posts/p.md:1:" in done.stdout
    wrong = subprocess.run(_script("--check", "--restore"), cwd=blog.root, check=False,
                           capture_output=True)  # fmt: skip
    assert wrong.returncode == 2


def test_interrupted_run_ends_at_once_and_leaves_the_post(blog: Blog, host: Server) -> None:
    begun = threading.Event()

    def answer(handler: Handler) -> None:
        begun.set()
        handler.server.stopping.wait(60)

    host.table["/a.png"] = answer
    post = blog.post("p.md", f"![]({host.url}/a.png)")
    before = post.read_bytes()
    with subprocess.Popen(
        _script(), cwd=blog.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert begun.wait(30)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert post.read_bytes() == before
    assert not list(Path(blog.root).rglob("*.part"))
