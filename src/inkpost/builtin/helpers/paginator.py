"""The helper that links the pages of a list."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from inkpost.builtin.helpers.args import Options, field, html, link, options_of, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import html_tag
from inkpost.model import Json, RoutePath


def paginator(ctx: HelperContext, options: Json = None, **keywords: Json) -> Markup:
    """Links to the pages around the current one. Options as Hexo's.

    Source: hexo 8.1 helper/paginator.
    """
    defaults: Options = {
        "base": field(ctx.page, "base", ""),
        "current": field(ctx.page, "current", 0),
        "format": f"{text_of(ctx.value('pagination_dir', 'page'))}/%d/",
        "total": field(ctx.page, "total", 1) or 1,
        "end_size": 1,
        "mid_size": 2,
        "space": "&hellip;",
        "next_text": "Next",
        "prev_text": "Prev",
        "prev_next": True,
        "escape": True,
        "page_class": "page-number",
        "current_class": "current",
        "space_class": "space",
        "prev_class": "extend prev",
        "next_class": "extend next",
        "force_prev_next": False,
    }
    chosen = defaults | options_of(options, keywords)
    if not chosen["current"]:
        return Markup()
    return html(_Pages(ctx, chosen, int(chosen["current"]), int(chosen["total"])).all())


@dataclass(frozen=True, slots=True)
class _Pages:
    ctx: HelperContext
    options: Options
    current: int
    total: int

    def all(self) -> str:
        """The whole line of links."""
        numbers = (
            "".join(self.page(number) for number in range(1, self.total + 1))
            if self.options.get("show_all")
            else self.around()
        )
        before = self.edge("prev", self.current - 1, self.current > 1)
        after = self.edge("next", self.current + 1, self.current < self.total)
        return before + numbers + after

    def url(self, number: int) -> str:
        """The link to one page of the list."""
        base = self.options["base"]
        tail = "" if number == 1 else text_of(self.options["format"]).replace("%d", str(number), 1)
        whole = text_of(base) + tail
        return link(self.ctx, RoutePath(whole) if isinstance(base, RoutePath) else whole)

    def tag(self, name: str, attributes: Options, text: Json) -> str:
        """One element, its text escaped unless the options say otherwise."""
        return html_tag(name, attributes, text, escape=bool(self.options["escape"]))

    def page(self, number: int) -> str:
        """The link to one page, or the mark of the current one."""
        change = self.options.get("transform")
        label = change(number) if callable(change) else number
        kind = text_of(self.options["page_class"])
        if number == self.current:
            return self.tag("span", {"class": f"{kind} {self.options['current_class']}"}, label)
        return self.tag("a", {"class": kind, "href": self.url(number)}, label)

    def edge(self, side: str, number: int, exists: bool) -> str:
        """The link to the page before or after."""
        attributes: Options = {"class": self.options[f"{side}_class"], "rel": side}
        text = self.options[f"{side}_text"]
        if self.options["prev_next"] and exists:
            return self.tag("a", attributes | {"href": self.url(number)}, text)
        return self.tag("span", attributes, text) if self.options["force_prev_next"] else ""

    def around(self) -> str:
        """Pages at both ends and around the current one, gaps marked."""
        end, middle = int(self.options["end_size"]), int(self.options["mid_size"])
        current, total = self.current, self.total
        left_end = min(end, current - 1)
        right_end = max(total - end + 1, current + 1)
        left = max(left_end + 1, current - middle)
        right = min(right_end - 1, current + middle)
        numbers = [
            *range(1, left_end + 1),
            *([0] if left - left_end > 1 else []),
            *range(left, right + 1),
            *([0] if right_end - right > 1 else []),
            *range(right_end, total + 1),
        ]
        return "".join(self.page(number) if number else self.gap() for number in numbers)

    def gap(self) -> str:
        """The mark of left-out pages."""
        space = self.options["space"]
        if not space:
            return ""
        return html_tag("span", {"class": self.options["space_class"]}, space, escape=False)


def register(ext: Extensions) -> None:
    """Register the helper of this module."""
    ext.helper("paginator")(paginator)
