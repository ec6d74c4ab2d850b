"""What each file below the source folder is: post, draft, page, asset, data, or nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from inkpost.config import Config
from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.glob import compile_globs
from inkpost.hexo.permalink import extension
from inkpost.options import MARKDOWN

POSTS_DIR = "_posts/"
DRAFTS_DIR = "_drafts/"
DATA_DIR = "_data/"
# What the starter set compiles, and what other plug-ins do.
_STARTER_COMPILES = frozenset({"styl", "stylus", "ejs", "njk", "j2"})
_COMPILERS = {
    "pug": ("pug", "jade"), "jade": ("jade", "pug"), "swig": ("swig",), "less": ("less",),
    "sass": ("sass", "scss", "dartsass", "dart-sass", "sass-next", "node-sass"),
    "scss": ("sass", "scss", "dartsass", "dart-sass", "sass-next", "node-sass"),
    "haml": ("haml",), "coffee": ("coffeescript", "coffee"), "hbs": ("handlebars",),
}  # fmt: skip
FOREIGN = _STARTER_COMPILES | frozenset(_COMPILERS)
"""Endings that a blog's plug-ins may compile and we do not."""


def compiled_endings(config: Config) -> frozenset[str]:
    """The endings that the blog's own plug-ins would compile; all of them where a blog does not
    say which it has. What nothing compiles is copied, as Hexo does."""
    named = {name.removeprefix("hexo-renderer-") for name in config.plugins}
    if config.dialect == "inkpost" and not config.names_plugins:
        return FOREIGN
    found = {ending for ending, names in _COMPILERS.items() if named.intersection(names)}
    return _STARTER_COMPILES | found


def is_foreign(path: str) -> bool:
    """Whether Hexo's plug-ins would compile a file that we do not: Stylus, EJS, Pug …"""
    return _ending(path) in FOREIGN


class SourceKind(StrEnum):
    """What a source file becomes."""

    POST = "post"
    DRAFT = "draft"
    PAGE = "page"
    ASSET = "asset"
    POST_ASSET = "post-asset"
    DATA = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file below the source folder. source: path below it; key: in the tree; owner: the
    source of the post whose asset it is; slug: its path below that post's asset folder."""

    kind: SourceKind
    source: str
    key: str
    owner: str = ""
    slug: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """All files of a site, told apart. folders: document source -> its asset folder, "…/"."""

    items: tuple[Source, ...]
    folders: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()


def classify_sources(
    keys: Mapping[str, str], config: Config, outputs: Mapping[str, str]
) -> Sources:
    """Tell the files apart as Hexo does, asset folders as the site's dialect wants them.

    keys: path below the source folder -> key; outputs: file ending -> ending of what its
    renderer makes. Order: fewer path segments first, then by path, as Hexo's queue has them.
    Source: Hexo 8.1.2 processors post, asset and data.
    """
    ordered = sorted(keys, key=lambda path: (path.count("/"), path))
    sorter = _Sorter(config, outputs)
    documents = [path for path in ordered if sorter.is_post(path)]
    folders, owners, diagnostics = _asset_folders(documents, keys.keys(), config)
    items: list[Source] = []
    for path in ordered:
        kind = sorter.kind(path)
        owner = _owner(path, owners) if kind is not SourceKind.DATA else None
        if kind in (SourceKind.POST, SourceKind.DRAFT) and owner and _ending(path) not in MARKDOWN:
            kind = SourceKind.POST_ASSET
        if kind is None and path.startswith((POSTS_DIR, DRAFTS_DIR)) and owner:
            kind = None if _is_unseen(path) else SourceKind.POST_ASSET
        if owner and kind is SourceKind.POST_ASSET and sorter.exclude(path.removeprefix(owner[1])):
            kind = None  # Hexo 8.1 matches the path below the post's folder
        if kind is None:
            continue
        if kind is SourceKind.PAGE and _ending(path) not in outputs:
            diagnostics.append(_not_compiled(path, keys[path]))
            continue
        is_asset = kind is SourceKind.POST_ASSET
        items.append(
            Source(
                kind=kind,
                source=path,
                key=keys[path],
                owner=owner[0] if owner and is_asset else "",
                slug=path.removeprefix(owner[1]) if owner and is_asset else "",
            )
        )
    return Sources(items=tuple(items), folders=folders, diagnostics=tuple(diagnostics))


class _Sorter:
    """Hexo's patterns, compiled once."""

    def __init__(self, config: Config, outputs: Mapping[str, str]) -> None:
        self.outputs = outputs
        self.compiled = compiled_endings(config)
        self.skip_render = compile_globs(config.get("skip_render"))
        self.include = compile_globs(config.get("include"))
        self.exclude = compile_globs(config.get("exclude"))
        self.folder_assets = config.flag("post_asset_folder")
        self.post_ending = extension(config.text("new_post_name"))

    def kind(self, path: str) -> SourceKind | None:
        """What a file is by its own path; None where Hexo ignores it."""
        if path.startswith(DATA_DIR):
            return None if _is_temporary(path) else SourceKind.DATA
        if path.startswith((POSTS_DIR, DRAFTS_DIR)):
            if not self.is_post(path):
                return None
            return SourceKind.POST if path.startswith(POSTS_DIR) else SourceKind.DRAFT
        if _is_temporary(path) or self.exclude(path):
            return None
        if _is_hidden(path) and not self.include(path):
            return None
        return SourceKind.PAGE if self.is_renderable(path) else SourceKind.ASSET

    def is_post(self, path: str) -> bool:
        """Whether a file is a post or a draft."""
        if not path.startswith((POSTS_DIR, DRAFTS_DIR)) or _is_unseen(path):
            return False
        if not self.is_renderable(path):
            return False
        return not self.folder_assets or extension(path) == self.post_ending

    def is_renderable(self, path: str) -> bool:
        """Whether a renderer takes the file; foreign ones count, to be warned about."""
        ending = _ending(path)
        return (ending in self.outputs or ending in self.compiled) and not self.skip_render(path)


def _asset_folders(
    documents: Iterable[str], paths: Collection[str], config: Config
) -> tuple[dict[str, str], dict[str, str], list[Diagnostic]]:
    """Document -> its asset folder, and folder -> its document, of those that exist."""
    careful = config.improved("asset_links")
    if not careful and not config.flag("post_asset_folder"):
        return {}, {}, []
    present = {f"{parent}/" for path in paths for parent in PurePosixPath(path).parents}
    owners: dict[str, str] = {}
    folders: dict[str, str] = {}
    diagnostics: list[Diagnostic] = []
    for source in documents:
        base = source.removesuffix(extension(source))
        named, typora = f"{base}/", f"{base}.assets/"
        for folder in (named, typora) if careful else (named,):
            if folder in present:
                owners[folder] = source
                folders.setdefault(source, folder)
        if owners.get(named) == owners.get(typora) == source:
            diagnostics += _twice(source, named, typora, paths, config)
    return folders, owners, diagnostics


def _twice(
    source: str, named: str, typora: str, paths: Collection[str], config: Config
) -> Iterable[Diagnostic]:
    """Files of one name in both folders of a post."""
    for path in sorted(paths):
        name = path.removeprefix(typora)
        if name != path and f"{named}{name}" in paths:
            yield warning(
                "two-asset-folders",
                f'"{name}" is in both "{named}" and "{typora}"; the first is used',
                span=Span(path=f"{config.source_dir}/{source}"),
                hint="keep one of them",
            )


def _owner(path: str, owners: Mapping[str, str]) -> tuple[str, str] | None:
    """The innermost document in whose asset folder the file lies, with that folder."""
    for parent in PurePosixPath(path).parents:
        owner = owners.get(f"{parent}/")
        if owner is not None:
            return owner, f"{parent}/"
    return None


def _not_compiled(path: str, key: str) -> Diagnostic:
    return warning(
        "not-compiled",
        f'".{_ending(path)}" files are not compiled; nothing is written for it',
        span=Span(path=key),
        hint=f"put the finished file beside it, or list {path} under skip_render to copy it",
    )


def _ending(path: str) -> str:
    return extension(path).removeprefix(".")


def _is_temporary(path: str) -> bool:
    return path.endswith(("%", "~"))


def _is_unseen(path: str) -> bool:
    """Whether Hexo passes over a file below the folder of posts or of drafts."""
    return _is_temporary(path) or _is_hidden(path.partition("/")[2])


def _is_hidden(path: str) -> bool:
    return any(part.startswith(("_", ".")) for part in path.split("/"))
