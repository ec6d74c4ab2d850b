"""What extensions are given: the page, the document, or the site that they work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from inkpost.config import Config
from inkpost.errors import Diagnostic, Span
from inkpost.hexo.urls import UrlRules
from inkpost.model import Body, Index, Json, Page, Post, Rendered


class HelperContext(Protocol):
    """Hexo's `this` of a helper: the page being made and what it may ask.

    page, site, config, theme: the views that templates see; path, url: of the route, the path
    with its `index.html`. now: the build's clock in the site's zone; reading it is recorded.
    """

    page: Any
    site: Any
    config: Any
    theme: Any
    path: str
    url: str
    urls: UrlRules
    language: str

    @property
    def now(self) -> datetime:
        """The build's time, in the site's zone."""

    @property
    def today(self) -> datetime:
        """As `now`, for what shows nothing finer than the day: it is made anew once a day only."""

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name, as the site and its theme see it."""

    def translate(self, key: str, *args: Json) -> str:
        """The theme's text of `key` in the page's language, `sprintf` arguments filled in."""

    def translate_plural(self, key: str, count: float) -> str:
        """The theme's text of `key` in the form that fits `count`."""

    def partial(self, name: str, values: Mapping[str, Json], *, only: bool) -> str:
        """The HTML of the partial template `name`; only: without the variables of the page."""

    def markdown(self, text: str) -> str:
        """The HTML of a Markdown text, as the site's renderer makes it."""

    def render(self, text: str, engine: str) -> Json:
        """What the renderer for `engine` (a file ending) makes of `text`."""

    def to_moment(self, value: Json) -> datetime | None:
        """A date, a number of milliseconds or a text as a moment in the site's zone, or None."""

    def format_date(self, value: Json, pattern: str) -> str:
        """A date in moment's `pattern`, in the page's language and the site's zone."""

    def relative_date(self, value: Json) -> str:
        """A date as a span of time before or after now, in the page's language."""

    @property
    def routes(self) -> Set[str]:
        """Every path of the site."""

    def theme_asset(self, name: str) -> str:
        """The URL of a theme's file or bundle."""

    def asset_url(self, page: Any, value: str) -> str | None:
        """The URL of a picture named on `page`: of its asset folder, a site path or a URL."""

    def picture_size(self, url: str) -> tuple[int, int] | None:
        """Width and height in pixels of a picture of the site by its URL, or None."""

    def picture_forms(self, url: str) -> Sequence[tuple[str, str]]:
        """MIME type and `srcset` of each kind of smaller form of a picture, the best first."""

    def cached(self, key: str, make: Callable[[], str]) -> str:
        """The text kept under `key` for the whole build, made on first use."""

    def warn(self, code: str, message: str, hint: str | None = None) -> None:
        """Report a finding at the place in the template that is running."""


class TagContext(Protocol):
    """What a tag plug-in may ask while its document is rendered."""

    document: Post | Page
    urls: UrlRules

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""

    def post(self, slug: str) -> Post | None:
        """The post with that slug, as `post_link` finds it."""

    def asset(self, name: str) -> str | None:
        """The root-absolute URL of a file in the document's asset folder, or None."""

    def read_source(self, path: str) -> str | None:
        """The text of a file below the source folder, or None; the read is recorded."""

    def render_markdown(self, text: str) -> str:
        """The HTML of Markdown in the document's own setting: formulas, links, nested tags."""

    def render_inline(self, text: str) -> str:
        """As `render_markdown`, for one line, without the paragraph around it."""

    def render_code(self, code: str, **options: Json) -> str:
        """A code figure as a fence makes it; options: the fields of `CodeOptions`."""

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Report a finding in the document, at the tag unless `span` says otherwise."""


class FilterContext(Protocol):
    """What a filter may ask. document: None where the filter runs on a whole page of the site."""

    document: Post | Page | None
    urls: UrlRules
    path: str

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Report a finding."""


class PageFilterContext(FilterContext, Protocol):
    """What a filter on a finished page may ask besides."""

    @property
    def routes(self) -> Set[str]:
        """Every path of the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteContext:
    """What a generator is given: the rendered site, read-only.

    rendered: document id -> content. theme: the merged theme configuration. has_layout: whether
    the theme has a template of that name. theme_files: path of a theme's own file or bundle ->
    its body. vendored: path of a shipped file, such as `katex/katex.min.css` -> its key.
    pictures: path of a picture that the build makes -> its body.
    body_of: document id -> its text below the front matter, as its author wrote it.
    """

    index: Index
    rendered: Mapping[str, Rendered]
    config: Config
    theme: Mapping[str, Json]
    now: datetime
    has_layout: Callable[[str], bool]
    theme_files: Mapping[str, Body]
    vendored: Mapping[str, str]
    warn: Callable[[Diagnostic], None]
    body_of: Callable[[str], str] = lambda _: ""
    pictures: Mapping[str, Body] = field(default_factory=dict)
