"""Filters: units keep to their numbers, and every page says when the site was built.

Copy this file into the `scripts/` folder of a site. `units:` in `_config.yml` names the units.
"""

import re

from inkpost.contexts import FilterContext, HelperContext
from inkpost.extend import Extensions

DEFAULT_UNITS = ["m", "km", "°C"]


def register(ext: Extensions) -> None:
    """Register the filters."""

    @ext.filter("before_post_render")
    def join_units(text: str, ctx: FilterContext) -> str:
        units = "|".join(map(re.escape, ctx.value("units", DEFAULT_UNITS)))
        return re.sub(rf"(\d) (?=(?:{units})(?!\w))", "\\1\u202f", text)

    @ext.filter("after_render:html")
    def say_when(html: str, ctx: HelperContext) -> str | None:
        if "</body>" not in html:
            return None  # nothing is changed
        return html.replace("</body>", f"<p>Built on {ctx.now:%Y-%m-%d}.</p></body>")
