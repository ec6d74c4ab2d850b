"""Hexo's configuration keys with their types and defaults, and how Hexo merges and coerces them.

Source: hexo 8.1.2 (default_config, load_config, validate_config) and the starter set's generators
and renderers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from inkpost.model import Json

HEXO_VERSION = "8.1.2"
"""The version of Hexo whose output is mirrored."""

KeyType = Literal["text", "flag", "number", "list", "map", "texts", "any"]
"""texts: a text or a list of texts."""

UNSET = object()
"""The default of a key that is absent from the configuration until a file gives it."""


@dataclass(frozen=True, slots=True)
class KeySpec:
    """One configuration key. name: dotted; default: a plain value, or UNSET."""

    name: str
    type: KeyType
    default: Json = UNSET


SITE_KEYS = (
    KeySpec("title", "text", "Hexo"),
    KeySpec("subtitle", "text", ""),
    KeySpec("description", "text", ""),
    KeySpec("keywords", "texts"),
    KeySpec("author", "text", "John Doe"),
    KeySpec("email", "text"),
    KeySpec("language", "texts", "en"),
    KeySpec("timezone", "text", ""),
    KeySpec("url", "text", "http://example.com"),
    KeySpec("root", "text", "/"),
    KeySpec("permalink", "text", ":year/:month/:day/:title/"),
    KeySpec("permalink_defaults", "map", {}),
    KeySpec("pretty_urls.trailing_index", "flag", True),
    KeySpec("pretty_urls.trailing_html", "flag", True),
    KeySpec("source_dir", "text", "source"),
    KeySpec("public_dir", "text", "public"),
    KeySpec("tag_dir", "text", "tags"),
    KeySpec("archive_dir", "text", "archives"),
    KeySpec("category_dir", "text", "categories"),
    KeySpec("code_dir", "text", "downloads/code"),
    KeySpec("i18n_dir", "text", ":lang"),
    KeySpec("skip_render", "texts", []),
    KeySpec("include", "texts"),
    KeySpec("exclude", "texts"),
    KeySpec("ignore", "texts", []),
    KeySpec("new_post_name", "text", ":title.md"),
    KeySpec("default_layout", "text", "post"),
    KeySpec("titlecase", "flag", False),
    KeySpec("external_link.enable", "flag", True),
    KeySpec("external_link.field", "text", "site"),
    KeySpec("external_link.exclude", "texts", ""),
    KeySpec("filename_case", "number", 0),
    KeySpec("render_drafts", "flag", False),
    KeySpec("post_asset_folder", "flag", False),
    KeySpec("relative_link", "flag", False),
    KeySpec("future", "flag", True),
    KeySpec("syntax_highlighter", "text", "highlight.js"),
    KeySpec("highlight.auto_detect", "flag", False),
    KeySpec("highlight.line_number", "flag", True),
    KeySpec("highlight.tab_replace", "text", ""),
    KeySpec("highlight.wrap", "flag", True),
    KeySpec("highlight.exclude_languages", "list", []),
    KeySpec("highlight.language_attr", "flag", False),
    KeySpec("highlight.hljs", "flag", False),
    KeySpec("highlight.line_threshold", "number", 0),
    KeySpec("highlight.first_line_number", "text", "always1"),
    KeySpec("highlight.strip_indent", "flag", True),
    KeySpec("prismjs.preprocess", "flag", True),
    KeySpec("prismjs.line_number", "flag", True),
    KeySpec("prismjs.tab_replace", "text", ""),
    KeySpec("prismjs.exclude_languages", "list", []),
    KeySpec("prismjs.strip_indent", "flag", True),
    KeySpec("prismjs.line_threshold", "number"),
    KeySpec("use_filename_as_post_title", "flag", False),
    KeySpec("use_slug_as_post_title", "flag"),
    KeySpec("default_category", "text", "uncategorized"),
    KeySpec("category_map", "map", {}),
    KeySpec("tag_map", "map", {}),
    KeySpec("date_format", "text", "YYYY-MM-DD"),
    KeySpec("time_format", "text", "HH:mm:ss"),
    KeySpec("updated_option", "text", "mtime"),
    KeySpec("per_page", "number", 10),
    KeySpec("pagination_dir", "text", "page"),
    KeySpec("theme", "text", "landscape"),
    KeySpec("theme_config", "map"),
    KeySpec("server.cache", "flag", False),
    KeySpec("deploy", "any", {}),
    KeySpec("meta_generator", "flag", True),
)

PLUGIN_KEYS = (
    KeySpec("index_generator.per_page", "number"),
    KeySpec("index_generator.order_by", "text", "-date"),
    KeySpec("index_generator.layout", "texts", ["index", "archive"]),
    KeySpec("index_generator.path", "text"),
    KeySpec("index_generator.pagination_dir", "text"),
    KeySpec("archive_generator.enabled", "flag"),
    KeySpec("archive_generator.per_page", "number"),
    KeySpec("archive_generator.yearly", "flag", True),
    KeySpec("archive_generator.monthly", "flag", True),
    KeySpec("archive_generator.daily", "flag", False),
    KeySpec("archive_generator.order_by", "text"),
    KeySpec("archive", "number"),
    KeySpec("category_generator.per_page", "number"),
    KeySpec("category_generator.order_by", "text"),
    KeySpec("tag_generator.per_page", "number"),
    KeySpec("tag_generator.order_by", "text"),
    KeySpec("tag_generator.enable_index_page", "flag"),
)

MARKED_KEYS = (
    KeySpec("marked.gfm", "flag", True),
    KeySpec("marked.pedantic", "flag", False),
    KeySpec("marked.breaks", "flag", True),
    KeySpec("marked.smartLists", "flag", True),
    KeySpec("marked.smartypants", "flag", True),
    KeySpec("marked.quotes", "text"),
    KeySpec("marked.modifyAnchors", "number", 0),
    KeySpec("marked.autolink", "flag", True),
    KeySpec("marked.mangle", "flag", True),
    KeySpec("marked.sanitizeUrl", "flag", False),
    KeySpec("marked.dompurify", "any", False),
    KeySpec("marked.headerIds", "flag", True),
    KeySpec("marked.anchorAlias", "flag", False),
    KeySpec("marked.lazyload", "flag", False),
    KeySpec("marked.figcaption", "flag"),
    KeySpec("marked.prependRoot", "flag", True),
    KeySpec("marked.postAsset", "flag", False),
    KeySpec("marked.external_link.enable", "flag", False),
    KeySpec("marked.external_link.exclude", "texts", []),
    KeySpec("marked.external_link.nofollow", "flag", False),
    KeySpec("marked.descriptionLists", "flag", True),
    KeySpec("marked.disableNunjucks", "flag"),
)

MARKDOWN_IT_KEYS = (
    KeySpec("markdown.preset", "text", "default"),
    KeySpec("markdown.render.html", "flag", True),
    KeySpec("markdown.render.xhtmlOut", "flag", False),
    KeySpec("markdown.render.langPrefix", "text"),
    KeySpec("markdown.render.breaks", "flag", True),
    KeySpec("markdown.render.linkify", "flag", True),
    KeySpec("markdown.render.typographer", "flag", True),
    KeySpec("markdown.render.quotes", "text", "“”‘’"),
    KeySpec("markdown.enable_rules", "any"),
    KeySpec("markdown.disable_rules", "any"),
    KeySpec("markdown.plugins", "any"),
    KeySpec("markdown.anchors.level", "number", 2),
    KeySpec("markdown.anchors.collisionSuffix", "text", ""),
    KeySpec("markdown.anchors.permalink", "flag", False),
    KeySpec("markdown.anchors.permalinkClass", "text", "header-anchor"),
    KeySpec("markdown.anchors.permalinkSide", "text", "left"),
    KeySpec("markdown.anchors.permalinkSymbol", "text", "¶"),
    KeySpec("markdown.anchors.case", "number", 0),
    KeySpec("markdown.anchors.separator", "text", "-"),
    KeySpec("markdown.images.lazyload", "flag"),
    KeySpec("markdown.images.prepend_root", "flag"),
    KeySpec("markdown.images.post_asset", "flag"),
    KeySpec("markdown.disableNunjucks", "flag"),
)

FEED_KEYS = (
    KeySpec("feed.type", "texts", "atom"),
    KeySpec("feed.path", "texts"),
    KeySpec("feed.limit", "number", 20),
    KeySpec("feed.hub", "text", ""),
    KeySpec("feed.content", "flag", True),
    KeySpec("feed.content_limit", "number", 140),
    KeySpec("feed.content_limit_delim", "text", ""),
    KeySpec("feed.order_by", "text", "-date"),
    KeySpec("feed.icon", "text", ""),
    KeySpec("feed.autodiscovery", "flag", True),
    KeySpec("feed.template", "texts"),
    KeySpec("sitemap.path", "texts", ["sitemap.xml", "sitemap.txt"]),
    KeySpec("sitemap.rel", "flag", False),
    KeySpec("sitemap.tags", "flag", True),
    KeySpec("sitemap.categories", "flag", True),
    KeySpec("sitemap.template", "text"),
    KeySpec("sitemap.template_txt", "text"),
    KeySpec("search.path", "text"),
    KeySpec("search.field", "text"),
    KeySpec("search.content", "flag"),
    KeySpec("search.format", "text"),
    KeySpec("search.template", "text"),
    KeySpec("server.port", "number"),
    KeySpec("server.log", "any"),
    KeySpec("server.ip", "text"),
    KeySpec("server.compress", "flag"),
    KeySpec("server.header", "flag"),
    KeySpec("stylus", "map"),
)

HEXO_KEYS = SITE_KEYS + PLUGIN_KEYS + MARKED_KEYS + MARKDOWN_IT_KEYS + FEED_KEYS


def default_values() -> dict[str, Json]:
    """Hexo's configuration before any file is read."""
    return _defaults(SITE_KEYS)


def _defaults(specs: Iterable[KeySpec]) -> dict[str, Json]:
    values: dict[str, Json] = {}
    for spec in specs:
        if spec.default is not UNSET:
            set_dotted(values, spec.name, deepcopy(spec.default))
    return values


def set_dotted(values: dict[str, Json], name: str, value: Json) -> None:
    """Put `value` at the dotted `name`, making maps on the way."""
    *parents, last = name.split(".")
    for parent in parents:
        values = values.setdefault(parent, {})
    values[last] = value


def get_dotted(values: Mapping[str, Json], name: str, default: Json = None) -> Json:
    """The value at the dotted `name`, or `default` where a part of the way is absent."""
    if "." not in name:
        return values.get(name, default)
    found: Json = values
    for part in name.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return default
        found = found[part]
    return found


def deep_merge(target: Json, source: Json) -> Json:
    """`source` over `target`: maps merge, lists are united, all else is replaced.

    Source: hexo-util 4.0 deepMerge.
    """
    if isinstance(target, Mapping) and isinstance(source, Mapping):
        merged = dict(target)
        for key, value in source.items():
            merged[key] = deep_merge(target[key], value) if key in target else deepcopy(value)
        return merged
    if isinstance(target, list) and isinstance(source, list):
        return _unite(target, source)
    return deepcopy(source)


def _unite(target: list[Json], source: list[Json]) -> list[Json]:
    united = list(target)
    for place, item in enumerate(source):
        if place >= len(united):
            united.append(deepcopy(item))
        elif isinstance(item, Mapping | list):
            united[place] = deep_merge(target[place], item) if place < len(target) else item
        elif item not in target:
            united.append(item)
    return united


def finish_values(
    values: dict[str, Json], given: Mapping[str, Json], *, markdown_it: bool = False
) -> dict[str, Json]:
    """What Hexo does after merging: root from the URL, slashes trimmed, the starter set's keys.

    given: what the files said. `url` and `root` must be texts already. markdown_it:
    hexo-renderer-markdown-it stands in for hexo-renderer-marked.
    """
    if not given.get("root"):
        path = urlsplit(values["url"]).path or "/"
        values["root"] = path if path.endswith("/") else path + "/"
    values["root"] = re.sub(r"/*$", "/", values["root"], count=1)
    values["url"] = values["url"].rstrip("/")
    if isinstance(values.get("language"), list) and values.get("dialect") == "hexo":
        # Hexo 8.1: the theme adds its last resort to the site's own list; golden i18n-list.
        values["language"] = [*values["language"], "default"]
    _fill_generators(values)
    _fill_renderer(values, markdown_it=markdown_it)
    return values


def _fill_generators(values: dict[str, Json]) -> None:
    """Complete the keys of the starter set's generators, lists replaced rather than united.

    Source: hexo-generator-index 4.0.0, -archive 2.0.0, -category 2.0.0, -tag 2.0.0.
    """
    per_page = values.get("per_page", 10)
    defaults = _defaults(PLUGIN_KEYS)
    for name in ("index", "archive", "category", "tag"):
        key = f"{name}_generator"
        given = _map_of(values.get(key))
        if name == "archive" and given.get("enabled") is False:
            continue
        counted = 10 if name == "tag" and per_page is None else per_page
        if name == "archive" and values.get("archive") == 1:
            counted = 0
        values[key] = {"per_page": counted, **_map_of(defaults.get(key)), **given}


def _fill_renderer(values: dict[str, Json], *, markdown_it: bool) -> None:
    """Complete the keys of the Markdown renderer; only markdown-it's inner maps are completed.

    Source: hexo-renderer-marked 7.0.1, hexo-renderer-markdown-it 7.1.1.
    """
    if not markdown_it:
        values["marked"] = {**_defaults(MARKED_KEYS)["marked"], **_map_of(values.get("marked"))}
        return
    defaults = _defaults(MARKDOWN_IT_KEYS)["markdown"]
    section = {**defaults, **_map_of(values.get("markdown"))}
    for part in ("render", "anchors"):
        section[part] = {**defaults[part], **_map_of(section.get(part))}
    values["markdown"] = section


def _map_of(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def walk(values: Mapping[str, Json], prefix: str = "") -> Iterator[tuple[str, Json]]:
    """Every dotted name in `values` with its value, parents before children."""
    for key, value in values.items():
        name = f"{prefix}{key}"
        yield name, value
        if isinstance(value, Mapping):
            yield from walk(value, name + ".")
