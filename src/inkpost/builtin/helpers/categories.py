"""The helper that lists categories as a tree or a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from inkpost.builtin.helpers.args import (
    Options,
    field,
    html,
    link,
    list_and_options,
    text_of,
    transformed,
)
from inkpost.contexts import HelperContext
from inkpost.hexo.collection import Collection
from inkpost.model import Json


def list_categories(
    ctx: HelperContext, categories: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """The site's categories, or those given. Options as Hexo's.

    Source: hexo 8.1 helper/list_categories.
    """
    items, chosen = list_and_options(
        categories, options, keywords, lambda: field(ctx.site, "categories")
    )
    if not items.length:
        return Markup()
    tree = _Tree(ctx, items, chosen, text_of(chosen.get("class")) or "category")
    if chosen.get("style", "list") == "list":
        return html(f'<ul class="{tree.name}-list">{tree.rows(None, 0)}</ul>')
    return html(tree.line(None, 0))


def identity(view: Any) -> Json:
    """What tells one category from another: its `_id`, else its path."""
    return field(view, "_id") or field(view, "path")


@dataclass(frozen=True, slots=True)
class _Tree:
    ctx: HelperContext
    items: Collection[Any]
    options: Options
    name: str

    def children(self, parent: Json) -> Collection[Any]:
        """The categories right below one, or the outermost ones."""

        def belongs(item: Any) -> bool:
            above = field(item, "parent")
            known = above if isinstance(above, str) else identity(above)
            return bool(known == parent if parent else not known)

        found = self.items.filter(belongs)
        orderby = text_of(self.options.get("orderby")) or "name"
        return found.sort(orderby, self.options.get("order") or 1)

    def goes_deeper(self, level: int) -> bool:
        """Whether the option `depth` lets a level below this one be shown."""
        depth = int(self.options.get("depth") or 0)
        return not depth or level + 1 < depth

    def rows(self, parent: Json, level: int) -> str:
        """List items of one level, with the levels below."""
        out = []
        for item in self.children(parent):
            below = self.rows(identity(item), level + 1) if self.goes_deeper(level) else ""
            mark = self.options.get("children_indicator")
            extra = f" {text_of(mark)}" if below and mark else ""
            current = " current" if self.is_current(item) else ""
            inner = f'<a class="{self.name}-list-link{current}" href="{self.url(item)}">'
            inner += f"{transformed(self.options, field(item, 'name'))}</a>"
            inner += self.count(item, "-list-count")
            inner += f'<ul class="{self.name}-list-child">{below}</ul>' if below else ""
            out.append(f'<li class="{self.name}-list-item{extra}">{inner}</li>')
        return "".join(out)

    def line(self, parent: Json, level: int) -> str:
        """Links of one level and those below, each after the separator."""
        separator = text_of(self.options.get("separator", ", "))
        out = []
        for index, item in enumerate(self.children(parent)):
            label = transformed(self.options, field(item, "name"))
            out.append(separator if index or level else "")
            out.append(f'<a class="{self.name}-link" href="{self.url(item)}">{label}')
            out.append(self.count(item, "-count") + "</a>")
            if self.goes_deeper(level):
                out.append(self.line(identity(item), level + 1))
        return "".join(out)

    def url(self, item: Any) -> str:
        """The link to a category, with the option `suffix`."""
        return link(self.ctx, field(item, "path")) + text_of(self.options.get("suffix"))

    def count(self, item: Any, kind: str) -> str:
        """The number of posts, where it is to be shown."""
        if not self.options.get("show_count", True):
            return ""
        return f'<span class="{self.name}{kind}">{field(item, "length")}</span>'

    def is_current(self, item: Any) -> bool:
        """Whether the page is one of the category's posts, or its list or a list below it."""
        if not self.options.get("show_current"):
            return False
        page = self.ctx.page
        base = text_of(field(page, "base"))
        if base and base.startswith(text_of(field(item, "path"))):
            return True
        if not field(page, "__post"):
            return False
        own = field(page, "source")
        return any(field(post, "source") == own for post in field(item, "posts", ()))
