"""The files of a post as stock Hexo finds them for pictures and tags."""

from __future__ import annotations

from posixpath import basename, dirname, join, normpath

from inkpost.hexo.permalink import extension


def picture_sources(source: str, url: str, *, markdown_it: bool) -> tuple[str, ...]:
    """The paths below the source folder that a relative picture in a post may mean, best first.

    source: of the post. Source: hexo-renderer-marked 7.0.1 image; hexo-renderer-markdown-it 7.1.1
    images, where the folder's own name may stand before that of the file.
    """
    name = basename(source.removesuffix(extension(source)))
    folder = join(dirname(source), name)
    names = [url.replace("\\", "/")] if not markdown_it else [url, url.removeprefix(f"{name}/")]
    return tuple(dict.fromkeys(normpath(join(folder, each)) for each in names))
