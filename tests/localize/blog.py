"""A small site to localize."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inkpost.commands.localize import LocalizeOptions, run_localize


class Blog:
    """A site on disk. lines: what the last run told; code: how it ended."""

    def __init__(self, root: Path, config: str = "title: test\n") -> None:
        self.root = root
        self.posts = root / "source" / "_posts"
        self.posts.mkdir(parents=True, exist_ok=True)
        (root / "_config.yml").write_text(config, encoding="utf-8")
        self.lines: list[str] = []
        self.code = -1

    def post(self, name: str, text: str, folder: str = "_posts") -> Path:
        """Write a post."""
        file = self.root / "source" / folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        return file

    def run(self, *posts: str, **options: Any) -> int:
        """Run the localizer; private addresses are allowed unless told otherwise."""
        options.setdefault("allow_private", True)
        self.lines = []
        wishes = LocalizeOptions(posts=posts, near=self.root, **options)
        self.code = run_localize(self.root, wishes, self.lines.append)
        return self.code

    @property
    def told(self) -> str:
        """All that the last run told."""
        return "\n".join(self.lines)

    def json(self) -> Any:
        """What the last run told as JSON."""
        return json.loads(self.told)

    def manifest(self) -> dict[str, list[dict[str, str]]]:
        """The recorded origins."""
        text = (self.root / ".inkpost" / "images.json").read_text(encoding="utf-8")
        found: dict[str, list[dict[str, str]]] = json.loads(text)["posts"]
        return found

    def files(self) -> dict[str, bytes]:
        """Everything in the site, by path."""
        return {
            file.relative_to(self.root).as_posix(): file.read_bytes()
            for file in sorted(self.root.rglob("*"))
            if file.is_file()
        }
