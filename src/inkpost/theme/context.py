"""What helpers get as their first argument: Hexo's `this`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.jsdate import resolve_date
from inkpost.hexo.jstext import to_text
from inkpost.hexo.moment import format_moment, moment_locale, relative_time
from inkpost.hexo.urls import UrlRules, full_url_for, path_to_url
from inkpost.model import Json
from inkpost.options import VARIANT_KINDS
from inkpost.reads import Key, Kind, NullRecorder, TraceRecorder, shared_key
from inkpost.site.variants import widths_set
from inkpost.site.views import DocumentView, SiteView, View, Viewer
from inkpost.theme.i18n import Translator
from inkpost.theme.maker import PageMaker
from inkpost.theme.mapping import RecordedMap, RecordedPaths


class PageContext:
    """One page being made. Implements `HelperContext` and `FilterContext`."""

    def __init__(
        self,
        maker: PageMaker,
        viewer: Viewer,
        page: View,
        path: str,
        found: list[Diagnostic],
    ) -> None:
        self._maker, self.viewer, self.page, self.path = maker, viewer, page, path
        self._found = found
        self.recorder = viewer.recorder
        state = maker.state
        self.site = SiteView(viewer)
        self.config = RecordedMap(state.config.values, Kind.CONFIG, self.recorder)
        self.theme = RecordedMap(state.theme, Kind.THEME, self.recorder)
        self.urls = state.config.urls
        self.language = ""

    def values(self) -> dict[str, Any]:
        """The variables of the page's templates, by Hexo's names."""
        return {
            "page": self.page,
            "site": self.site,
            "config": self.config,
            "theme": self.theme,
            "path": self.path,
            "url": self.url,
            "layout": "layout",
            "env": self._maker.env,
        }

    def set_language(self) -> None:
        """Put `lang` and `canonical_path` on the page.

        Source: Hexo 8.1.2 filter template_locals/i18n.
        """
        page, configured = self.page, self._configured_languages()
        language = page.get("lang") or page.get("language")
        canonical = page.get("canonical_path")
        if not language:
            found, rest = self._language_of_path()
            language, canonical = (found, rest) if found else (configured[0], canonical)
        page.set("lang", to_text(language))
        page.set("canonical_path", canonical or self.path)
        self.language = to_text(language)

    @cached_property
    def url(self) -> str:
        """The page's absolute URL, with its `index.html`."""
        # Hexo 8.1: made with the default `pretty_urls`, whatever the site says.
        return full_url_for(UrlRules(url=self.urls.url, root=self.urls.root), self.path)

    @property
    def document(self) -> Any:
        """The post or page that is shown, or None on a list."""
        return self.page.document if isinstance(self.page, DocumentView) else None

    @property
    def now(self) -> datetime:
        """The build's time in the site's zone."""
        now = self._maker.state.now
        self.recorder.read(Key(Kind.CLOCK, now.isoformat()))
        return now

    @property
    def today(self) -> datetime:
        """The build's time, of which only the day may be shown."""
        now = self._maker.state.now
        self.recorder.read(Key(Kind.CLOCK, now.date().isoformat()))
        return now

    @property
    def routes(self) -> Set[str]:
        """Every path of the site; what is looked for is noted."""
        return RecordedPaths(self._maker.routes, self.recorder)

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""
        self.recorder.read(shared_key(Kind.CONFIG, name.partition(".")[0]))
        return self._maker.state.config.get(name, default)

    def translate(self, key: str, *args: Json) -> str:
        """The theme's text of `key` in the page's language."""
        return self._translator.translate(key, *args)

    def translate_plural(self, key: str, count: float = 0, *args: Json) -> str:
        """The theme's text of `key` in the form that fits `count`."""
        return self._translator.plural(key, count, *args)

    def partial(self, name: str, values: Mapping[str, Json], *, only: bool = False) -> str:
        """The HTML of a partial template."""
        html = self._maker.environment.render_partial(name, values, only=only)
        return Markup(html)  # noqa: S704 - a template's

    def theme_asset(self, name: str) -> str:
        """The URL of a theme's file or bundle."""
        return path_to_url(self.urls, self._maker.asset_paths.get(name, name))

    def markdown(self, text: str) -> str:
        """The HTML of a Markdown text, its formulas left as they are."""
        return to_text(self._maker.render_text(text, "md"))

    def render(self, text: str, engine: str) -> Json:
        """What the renderer for a file ending makes of a text."""
        return self._maker.render_text(text, engine)

    def format_date(self, value: Json, pattern: str) -> str:
        """A date in moment's pattern, in the page's language and the site's zone."""
        when = self.to_moment(value)
        if when is None:
            return "Invalid date"
        return format_moment(when, pattern, moment_locale(self.language))

    def relative_date(self, value: Json) -> str:
        """A date as a span of time before or after now."""
        when = self.to_moment(value)
        return (
            relative_time(when, self.now, moment_locale(self.language)) if when else "Invalid date"
        )

    def to_moment(self, value: Json) -> datetime | None:
        """A value as a moment in the site's zone; None where it is no date."""
        if value is None:
            return self.now
        if not isinstance(value, datetime):
            config = self._maker.state.config
            value = resolve_date(
                value,
                None,
                timezone=config.process_timezone,
                process_timezone=config.process_timezone,
                offset="exact",
            )
        if value is None:
            return None
        when: datetime = value
        return when.astimezone(self._maker.state.config.page_zone)

    def asset_url(self, page: Any, value: str) -> str | None:
        """The URL of a picture named on a page."""
        if isinstance(page, DocumentView):
            return page.derived.picture(value)
        return self._maker.state.site_picture(value) or value

    def picture_size(self, url: str) -> tuple[int, int] | None:
        """The pixels of a picture of the site by its URL, or None; the read is noted."""
        asset = self._maker.state.site_asset(url)
        if asset is None:
            return None
        self.recorder.read(Key(Kind.FILE, asset.key))
        return self._maker.state.image_size(asset)

    def picture_forms(self, url: str) -> tuple[tuple[str, str], ...]:
        """MIME type and `srcset` of each kind of smaller form of a picture of the site."""
        state = self._maker.state
        asset = state.site_asset(url)
        if asset is None:
            return ()
        self.recorder.read(Key(Kind.FILE, asset.key))
        sets = ((kind, widths_set(state, asset, kind)) for kind in VARIANT_KINDS)
        return tuple((f"image/{kind}", srcset) for kind, srcset in sets if srcset)

    def cached(self, key: str, make: Callable[[], str]) -> str:
        """The text kept under `key` for the whole build; what it read is noted on every page."""
        kept = self._maker.cache.get(key)
        if kept is None:
            before, own = self.viewer.recorder, TraceRecorder()
            self.viewer.recorder = self.recorder = own
            try:
                kept = self._maker.cache[key] = (make(), tuple(own.keys))
            finally:
                self.viewer.recorder = self.recorder = before
        if not isinstance(self.recorder, NullRecorder):
            for each in kept[1]:
                self.recorder.read(each)
        return kept[0]

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Report a finding at the place in the template that is running."""
        place = span or self._maker.environment.place()
        self._found.append(warning(code, message, span=place, hint=hint))

    def _configured_languages(self) -> tuple[str, ...]:
        return (*self._maker.state.config.languages, "default")

    def _language_of_path(self) -> tuple[str, str]:
        """The language folder that the path begins with, and the path below it."""
        pattern = re.escape(self._maker.state.config.text("i18n_dir").strip("/"))
        match = re.match(
            pattern.replace(":lang", r"(?P<lang>[^/]+?)") + r"/(?P<rest>.*)$", self.path
        )
        if match and "lang" in match.groupdict() and match["lang"] in self._maker.languages.names():
            return match["lang"], match["rest"]
        return "", ""

    @cached_property
    def _translator(self) -> Translator:
        self.recorder.read(Key(Kind.LANG, self.language))
        config = self._maker.state.config
        order = self._maker.languages.order(
            self.language, config.languages, relatives=config.dialect == "inkpost"
        )
        return Translator(self._maker.languages.texts_for(order))
