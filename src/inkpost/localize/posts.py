"""Which files of a site are posts, drafts and pages, and where their pictures go."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inkpost.config import Config
from inkpost.errors import BlogError
from inkpost.hexo.glob import compile_globs
from inkpost.options import MARKDOWN

_DOCUMENTS = ("_posts", "_drafts")


class UsageError(BlogError):
    """A call that cannot be carried out as it was given."""

    code = "usage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site's folders as the localizer needs them. root, source: absolute."""

    root: Path
    source: Path
    config: Config

    def relative(self, file: Path) -> str:
        """The site-relative POSIX path of a file."""
        return file.relative_to(self.root).as_posix()

    def asset_folder(self, post: Path) -> Path:
        """The folder of a post's or page's own files, whether it is there or not."""
        if post.stem == "index" and not self._is_post(post):
            return post.parent
        named, typora = post.with_name(post.stem), post.with_name(f"{post.stem}.assets")
        return typora if typora.is_dir() and not named.is_dir() else named

    def shows_pictures_of(self, post: Path) -> bool:
        """Whether the site finds pictures in the document's own folder; stock Hexo: of posts."""
        return self._is_post(post) or self.config.improved("asset_links")

    def may_write(self, path: Path) -> bool:
        """Whether a path lies in the site once links are followed, or may lie elsewhere."""
        if self.config.flag("follow_symlinks"):
            return True
        real = Path(os.path.realpath(path))
        return real.is_relative_to(os.path.realpath(self.root))

    def all_posts(self) -> list[Path]:
        """All posts, drafts and pages in order."""
        ignored = _Ignored(self.config)
        found = []
        for file in _walk(self.source, ()):
            below = file.relative_to(self.source).as_posix()
            if _is_markdown(file) and not ignored.ignores(below):
                found.append(file)
        return found

    def named_posts(self, names: Sequence[str], *, near: Path) -> list[Path]:
        """The posts of these names: paths, or file names with or without their ending.

        near: the folder that relative paths start from, before the site and its source folder.
        Raises: UsageError for a name that fits no post, or more than one.
        """
        every = self.all_posts()
        found = [self._named_post(name, every, near) for name in names]
        return sorted(dict.fromkeys(found))

    def _named_post(self, name: str, every: list[Path], near: Path) -> Path:
        for base in (near, self.root, self.source):
            file = Path(os.path.normpath(base / name))
            if file.is_file():
                return self._checked(file, name)
        wanted = name.replace("\\", "/").strip("/")
        below = {file: file.relative_to(self.source).as_posix() for file in every}
        fitting = [
            file
            for file, path in below.items()
            if f"/{path}".endswith(f"/{wanted}")
            or f"/{path}".removesuffix(file.suffix).endswith(f"/{wanted}")
        ]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            listed = "".join(f"\n  {self.relative(file)}" for file in fitting)
            raise UsageError(
                f'"{name}" fits {len(fitting)} posts:{listed}', hint="name one of them by its path"
            )
        near_names = difflib.get_close_matches(wanted, [file.stem for file in every], 1)
        hint = f'did you mean "{near_names[0]}"?' if near_names else "give a path or a file name"
        raise UsageError(f'no post, draft or page is named "{name}"', hint=hint)

    def _checked(self, file: Path, name: str) -> Path:
        if not file.is_relative_to(self.source):
            real = Path(os.path.realpath(file))
            if not real.is_relative_to(os.path.realpath(self.source)):
                raise UsageError(
                    f'"{name}" does not lie in the source folder', hint="name a post of this site"
                )
            file = self.source / real.relative_to(os.path.realpath(self.source))
        if not _is_markdown(file):
            raise UsageError(f'"{name}" is no Markdown file', hint="name a post, draft or page")
        return file

    def _is_post(self, file: Path) -> bool:
        parts = file.relative_to(self.source).parts
        return bool(parts) and parts[0] in _DOCUMENTS


class _Ignored:
    """The patterns by which a site leaves files out."""

    def __init__(self, config: Config) -> None:
        self.include = compile_globs(config.get("include"))
        self.exclude = compile_globs(config.get("exclude"))
        self.skip_render = compile_globs(config.get("skip_render"))

    def ignores(self, below: str) -> bool:
        first, _, rest = below.partition("/")
        if below.endswith(("%", "~")) or self.skip_render(below):
            return True
        if first in _DOCUMENTS:
            return _is_hidden(rest)
        return self.exclude(below) or (_is_hidden(below) and not self.include(below))


def _is_markdown(file: Path) -> bool:
    return file.suffix.lower().removeprefix(".") in MARKDOWN


def _is_hidden(path: str) -> bool:
    return any(part.startswith(("_", ".")) for part in path.split("/"))


def _walk(folder: Path, above: tuple[str, ...]) -> Iterator[Path]:
    real = os.path.realpath(folder)
    if real in above:
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name == "node_modules":
            continue
        if entry.is_dir():
            yield from _walk(folder / entry.name, (*above, real))
        elif entry.is_file():
            yield folder / entry.name


def open_site(root: Path, config: Config) -> Site:
    """The site at a folder.

    Raises: UsageError when it has no source folder or would not show the pictures.
    """
    root = root.absolute()
    source = root / config.source_dir
    if not source.is_dir():
        raise UsageError(
            f'there is no folder "{config.source_dir}" here', hint="run it in the folder of a blog"
        )
    if not config.improved("asset_links") and not config.flag("post_asset_folder"):
        raise UsageError(
            "this site would not show pictures of a post's own folder",
            hint='set "post_asset_folder: true" or "asset_links: on" in _config.yml',
        )
    return Site(root=root, source=source, config=config)
