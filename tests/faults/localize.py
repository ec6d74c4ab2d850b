"""The localizer under fire: killed at any moment, against hostile hosts, and with much to do.

Run as `python -m tests.faults.localize --kills 200 --seed 1`; `--only kills` runs one part.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inkpost.localize.find import find_images
from inkpost.localize.rewrite import local_name
from inkpost.localize.text import decode
from tests.localize import host as hostile
from tests.localize.host import HTML, Answer, Handler, run_host
from tests.localize.images import made_by_pillow, png

MEMORY_MB = 150
TEXT_A = (
    "---\ntitle: a\ncover: U/cover{n}.png\n---\n\n![a](U/{n}/x.png) ![b](U/{n}/b/x.png)\n\n"
    "![c](U/{n}/c.jpg) `![no](U/no.png)`\n\n> <img src='U/{n}/d.png?a=1&amp;b=2'>\n"
)
TEXT_B = (
    "\ufeff---\r\ntitle: b\r\n---\r\n\r\n![a](U/same{n}.png) ![b](U/same/{n}.png)\r\n\r\n"
    "![r][] ![s](U/gone{n}.png)\r\n\r\n[r]: <U/{n}/r r.png> 'T'\r\nno end"
)
TEXT_C = "![a](U/shared.png)\n\n- ![b](U/{n}/big.png)\n- ![c](U/{n}/e.png)\n\n![l](own.png)\n"
TEXTS = (TEXT_A, TEXT_B, TEXT_C)


class Fault(Exception):
    """What must not happen."""


# -- killed at any moment


def write_blog(root: Path, url: str, posts: int) -> None:
    """A site whose posts show pictures of a host."""
    folder = root / "source" / "_posts"
    folder.mkdir(parents=True)
    (root / "_config.yml").write_text("title: t\n")
    for number in range(posts):
        text = TEXTS[number % len(TEXTS)].replace("U/", url + "/").replace("{n}", str(number))
        (folder / f"post {number}.md").write_bytes(text.encode())


def slow_pictures(source: random.Random) -> Any:
    """Behaviours of a host that takes its time, between the parts of a body too."""

    def behave(path: str) -> Any:
        if "gone" in path:
            return Answer(HTML, 404, "text/html", pause_s=0.005)
        seed = 7 if "same" in path else sum(path.encode())
        data = png(seed, 60 if "big" in path else 8)
        half = len(data) // 2
        pauses = source.random() * 0.06, source.random() * 0.06

        def send(handler: Handler) -> None:
            time.sleep(pauses[0])
            handler.start(Content_Length=str(len(data)))
            handler.wfile.write(data[:half])
            handler.wfile.flush()
            time.sleep(pauses[1])
            handler.wfile.write(data[half:])

        return send

    return behave


def read_all(root: Path) -> dict[str, bytes]:
    """Every file of a site by its path."""
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in sorted(root.rglob("*"))
        if file.is_file()
    }


def command(root: Path) -> list[str]:
    """The localizer as a process."""
    return [sys.executable, "-m", "tests.localize.child", str(root)]


def check_state(root: Path, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Every post is the old or the new one, and every link of it leads to a whole picture."""
    for path, data in read_all(root).items():
        if path.startswith(".inkpost/locks/"):
            continue
        if path.endswith(".md"):
            if data not in (before[path], after[path]):
                raise Fault(f"{path} is damaged")
            file = root / path
            folder = file.with_suffix("")
            for ref in find_images(decode(data)):
                name = local_name(ref.url, folder.name) if ref.kind == "local" else ""
                if name and name != "own.png" and not (folder / name).is_file():
                    raise Fault(f"{path} shows {name}, which is absent")
        elif path not in before and path != ".inkpost/images.json" and data != after.get(path):
            raise Fault(f"{path} is not what it should be")
        elif path == ".inkpost/images.json":
            json.loads(data)


def run_kills(kills: int, seed: int, posts: int = 6) -> str:
    """Kill the localizer again and again; the last run must give what an undisturbed one gives."""
    source = random.Random(seed)
    with run_host() as server, scratch() as base:
        server.fallback = slow_pictures(random.Random(seed))
        write_blog(base / "model", server.url, posts)
        before = read_all(base / "model")
        shutil.copytree(base / "model", base / "calm")
        begun = time.perf_counter()
        subprocess.run(command(base / "calm"), check=True, stdout=subprocess.DEVNULL)
        whole = time.perf_counter() - begun
        after = read_all(base / "calm")
        done = late = rounds = 0
        while done < kills:
            rounds += 1
            root = base / f"round{rounds}"
            shutil.copytree(base / "model", root)
            for _ in range(min(source.randint(1, 5), kills - done)):
                killed = kill_once(root, source.uniform(0.2, 1) * whole)
                check_state(root, before, after)
                if not killed:
                    late += 1
                    break
                done += 1
            subprocess.run(command(root), check=True, stdout=subprocess.DEVNULL)
            if read_all(root) != after:
                raise Fault(f"round {rounds} ended with another result: {differences(root, after)}")
            shutil.rmtree(root)
    return (
        f"{done} kills in {rounds} rounds over {posts} posts ({late} more came after the end, "
        f"an undisturbed run takes {whole:.2f} s): no damage, every last run as undisturbed"
    )


def kill_once(root: Path, delay_s: float) -> bool:
    """Start the localizer and kill it after a while; whether it was still at work."""
    with subprocess.Popen(command(root), stdout=subprocess.DEVNULL) as process:
        try:
            process.wait(delay_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return True
    return False


def differences(root: Path, after: dict[str, bytes]) -> list[str]:
    """The paths at which a site is not as expected."""
    found = read_all(root)
    return sorted(path for path in found.keys() | after if found.get(path) != after.get(path))


# -- hostile hosts

HOSTILE: dict[str, tuple[hostile.Behaviour, str]] = {
    "to-private": (hostile.redirect("http://169.254.169.254/x.png"), "link-local"),
    "to-name": (hostile.redirect("http://turns.example/x.png"), "link-local"),
    "to-file": (hostile.redirect("file:///etc/hostname"), '"file:" is refused'),
    "loop": (hostile.redirect("/loop.png"), "redirect loop"),
    "endless": (hostile.endless_body, "larger than 25 MB"),
    "endless2": (hostile.endless_body, "larger than 25 MB"),
    "bomb": (hostile.gzip_bomb, "not an image"),
    "bomb2": (hostile.gzip_bomb, "not an image"),
    "html": (Answer(HTML), "an HTML page"),
    "json": (hostile.json_answer([]), "JSON"),
    "pdf": (Answer(b"%PDF-1.7 and so on"), "PDF"),
    "huge": (Answer(b"", length=60 << 20), "larger than 25 MB"),
    "busy": (Answer(status=429, headers={"Retry-After": "900"}), "asks to wait 900 s"),
    "cut": (Answer(png(1), length=5000), "truncated"),
    "cut-chunks": (hostile.cut_chunks, "truncated"),
    "half": (Answer(png(1)[:-9]), "cut short"),
    "reset": (hostile.reset, "broke"),
    "drip": (hostile.slow_drip, "took longer"),
    "slow-head": (hostile.slow_head, "took longer"),
    "silence": (hostile.silence, "no answer in 2 s"),
    "gone": (Answer(HTML, 404), "404"),
    "large-ok": (Answer(made_by_pillow("BMP") + b"\0" * (20 << 20)), ""),
    "large-ok2": (Answer(made_by_pillow("PNG") + b"\0" * (24 << 20)), ""),
}
ESCAPES = (
    "/..%2f..%2fescape.png",
    "/%2e%2e/%2e%2e/escape.png",
    "/..%5c..%5cescape.png",
    "/CON.png",
)


def run_hostile(whole_s: float = 4) -> str:
    """Meet every hostile answer in one run; each has its reason, memory stays within bounds."""
    with run_host() as server, scratch() as base:
        root = base / "blog"
        write_blog(root, server.url, 0)
        post = root / "source" / "_posts" / "p.md"
        for name, (behaviour, _) in HOSTILE.items():
            server.table[f"/{name}.png"] = behaviour
        server.fallback = lambda path: Answer(png(len(path)))
        links = [f"{server.url}/{name}.png" for name in HOSTILE]
        links += [server.url + path for path in ESCAPES]
        post.write_text("\n\n".join(f"![]({link})" for link in links))
        result = run_child(root, "--whole", str(whole_s), "--read", "2")
        told = "\n".join(result["lines"])
        for name, (_, reason) in HOSTILE.items():
            line = next(line for line in result["lines"] if f"/{name}.png" in line)
            if (reason or " -> ") not in line:
                raise Fault(f'expected "{reason}": {line}')
        if result["memory_mb"] > MEMORY_MB:
            raise Fault(f"{result['memory_mb']:.0f} MB of memory were used")
        ours = ("blog/source/_posts/p", "blog/_config.yml", "blog/.inkpost/images.json",
                "blog/.inkpost/.gitignore")  # fmt: skip
        strays = [path for path in read_all(base) if not path.startswith(ours)]
        if strays or "Traceback" in told:
            raise Fault(f"files where none may be: {strays}")
    return (
        f"{len(HOSTILE)} hostile answers and {len(ESCAPES)} hostile names: each ended with its "
        f"reason, {result['seconds']:.1f} s in all, {result['memory_mb']:.0f} MB at most"
    )


# -- much to do


def run_load(posts: int = 100, each: int = 10) -> str:
    """Many pictures over many posts; a second run asks nobody."""
    with run_host() as server, scratch() as base:
        data = {number: png(number, 64) for number in range(50)}
        server.fallback = lambda path: Answer(data[sum(path.encode()) % 50] + path.encode())
        root = base / "blog"
        write_blog(root, server.url, 0)
        for number in range(posts):
            lines = [f"Text {n}. ![p]({server.url}/{number}/{n}.png)\n" for n in range(each)]
            (root / "source" / "_posts" / f"p{number:03}.md").write_text("\n".join(lines))
        first = run_child(root)
        pictures = len(list(root.rglob("*.png")))
        second = run_child(root)
        if first["requests"] != posts * each or pictures != posts * each or first["failed"]:
            raise Fault(f"{first['requests']} requests for {pictures} pictures")
        if second["requests"] or len(server.log) != posts * each:
            raise Fault(f"the second run made {second['requests']} requests")
    return (
        f"{pictures} pictures over {posts} posts: {first['seconds']:.1f} s, "
        f"{first['memory_mb']:.0f} MB, {first['requests']} requests; second run "
        f"{second['seconds']:.2f} s, {second['requests']} requests"
    )


# -- shared


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a while."""
    with tempfile.TemporaryDirectory(prefix="inkpost-localize-") as folder:
        yield Path(folder)


def run_child(root: Path, *options: str) -> dict[str, Any]:
    """What a run in a process of its own gave."""
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    done = subprocess.run(
        [*command(root), *options], check=True, stdout=subprocess.PIPE, env=env, timeout=600
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    """Run the parts that were asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["kills", "hostile", "load"])
    options = parser.parse_args()
    parts: dict[str, Callable[[], str]] = {
        "hostile": run_hostile,
        "load": run_load,
        "kills": lambda: run_kills(options.kills, options.seed),
    }
    for name, part in parts.items():
        if options.only in (None, name):
            try:
                print(f"localize {name}: {part()}", flush=True)
            except Fault as fault:
                print(f"localize {name}: FAULT (seed {options.seed}): {fault}", flush=True)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
