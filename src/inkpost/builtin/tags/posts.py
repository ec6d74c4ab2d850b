"""Posts and their files: `post_path`, `post_link`, `asset_path`, `asset_link`, `asset_img`."""

from __future__ import annotations

from inkpost.builtin.tags.media import image_element
from inkpost.contexts import TagContext
from inkpost.errors import TagError
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import EncodedUrl, link_url
from inkpost.hexo.html import escape_html
from inkpost.hexo.tagsyntax import TagCall
from inkpost.hexo.urls import encode_url
from inkpost.model import Post, RoutePath


def post_path(call: TagCall, ctx: TagContext) -> str:
    """The URL of a post, "" where there is none. Source: hexo 8.1 tag/post_path."""
    if not call.args:
        return ""
    post = ctx.post(call.args[0])
    if post is None:
        ctx.warn("tag", f'post_path finds no post "{call.args[0]}"', span=call.span)
        return ""
    return _post_url(ctx, post)


def post_link(call: TagCall, ctx: TagContext) -> str:
    """A link to a post. Raises: TagError for a post that is not there.

    Source: hexo 8.1 tag/post_link.
    """
    if not call.args:
        raise TagError("post_link names no post", span=call.span)
    slug, *rest = call.args
    name, _, fragment = slug.partition("#") if slug.count("#") == 1 else (slug, "", "")
    post = ctx.post(name)
    if post is None:
        raise TagError(
            f'post_link finds no post "{name}"',
            span=call.span,
            hint="write the post's file name without its ending, or its title in quotes",
        )
    rest, escaped = _take_escape(rest)
    own = post.title or post.slug
    title = " ".join(rest) or own
    shown = escape_html(title) if escaped else title
    url = _post_url(ctx, post, fragment)
    return f'<a href="{url}" title="{escape_html(own)}">{shown}</a>'


def asset_path(call: TagCall, ctx: TagContext) -> str:
    """The URL of a file of the post, "" where there is none. Source: hexo 8.1 tag/asset_path."""
    return _asset(call, ctx, call.args[0]) if call.args else ""


def asset_link(call: TagCall, ctx: TagContext) -> str:
    """A link to a file of the post. Source: hexo 8.1 tag/asset_link."""
    if not call.args:
        return ""
    name, *rest = call.args
    url = _asset(call, ctx, name)
    if not url:
        return ""
    rest, escaped = _take_escape(rest)
    title = " ".join(rest) or name
    shown = escape_html(title) if escaped else title
    return f'<a href="{url}" title="{escape_html(title)}">{shown}</a>'


def asset_img(call: TagCall, ctx: TagContext) -> str:
    """A picture among the files of the post. Source: hexo 8.1 tag/asset_img."""
    for index, arg in enumerate(call.args):
        url = ctx.asset(arg)
        if url is not None:
            return image_element(call.args[:index], EncodedUrl(url), call.args[index + 1 :])
    ctx.warn("tag", f'{call.name} finds no file in "{call.raw_args.strip()}"', span=call.span)
    return ""


def _asset(call: TagCall, ctx: TagContext, name: str) -> str:
    url = ctx.asset(name)
    if url is None:
        ctx.warn("tag", f'{call.name} finds no file "{name}"', span=call.span)
    return url or ""


def _post_url(ctx: TagContext, post: Post, fragment: str = "") -> str:
    if isinstance(post.path, RoutePath):
        # Content stands on lists and in feeds as well, where a relative link leads elsewhere.
        url = link_url(ctx.urls, post.path, relative=False)
        return f"{url}#{encode_url(fragment)}" if fragment else url
    if not fragment:
        return link_url(ctx.urls, post.path)
    return link_url(ctx.urls, f"{post.path}#{fragment}")


def _take_escape(args: list[str]) -> tuple[list[str], bool]:
    """The arguments without a last "true" or "false", and whether titles are escaped."""
    if args and args[-1] in ("true", "false"):
        return args[:-1], args[-1] == "true"
    return args, True


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("post_path")(post_path)
    ext.tag("post_link")(post_link)
    ext.tag("asset_path")(asset_path)
    ext.tag("asset_link")(asset_link)
    ext.tag("asset_img", "asset_image")(asset_img)
