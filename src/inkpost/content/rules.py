"""How the configuration decides about Markdown and code."""

from __future__ import annotations

from inkpost.config import Config
from inkpost.content.code_types import HighlightRules
from inkpost.content.md_types import AnchorRules, Engine, MarkdownRules
from inkpost.hexo.jsvalue import whole_number
from inkpost.model import Json


def markdown_rules(config: Config) -> MarkdownRules:
    """The rules for a site's Markdown.

    Under `dialect: hexo` the renderer is the one that the blog has; under ours the keys of
    `marked` and `markdown` that say the same thing are honoured.
    """
    engine: Engine = "inkpost"
    if config.dialect == "hexo":
        named = config.has_plugin("hexo-renderer-markdown-it", "hexo-renderer-markdown-it-plus")
        engine = "markdown-it" if named else "marked"
    marked = _flags(config.get("marked"))
    render = _flags(config.get("markdown.render")) if engine == "markdown-it" else {}
    anchors = _flags(config.get("markdown.anchors"))
    images = _flags(config.get("markdown.images")) if engine == "markdown-it" else {}
    return MarkdownRules(
        engine=engine,
        breaks=_flag(render or marked, "breaks", True),
        gfm=_flag(marked, "gfm", True),
        smartypants=_flag(marked, "smartypants", True),
        quotes=_quotes(render if engine == "markdown-it" else marked),
        linkify=_flag(render, "linkify", True) if render else _flag(marked, "autolink", True),
        html=_flag(render, "html", True),
        cjk=config.improved("markdown.cjk"),
        extras=config.improved("markdown.extras"),
        careful_quotes=config.improved("markdown.quotes"),
        math=config.choice("math.engine") != "none",
        unique_ids=config.improved("heading_ids"),
        heading_ids=_flag(marked, "headerIds", True),
        modify_anchors=_number(marked, "modifyAnchors", 0),
        heading_anchors=config.improved("heading_ids"),
        root_links=config.improved("markdown.root_links"),
        prepend_root=_prepends_root(marked, images, engine),
        post_asset=_flag(images, "post_asset", False) or _flag(marked, "postAsset", False),
        lazyload=_flag(images or marked, "lazyload", False),
        image_alt_source=bool(images),
        figcaption=_flag(marked, "figcaption", False),
        external_link_enable=bool(config.get("marked.external_link.enable")),
        external_link_nofollow=bool(config.get("marked.external_link.nofollow")),
        external_link_exclude=config.texts("marked.external_link.exclude"),
        site_url=config.text("url"),
        description_lists=_flag(marked, "descriptionLists", True),
        anchor_alias=_flag(marked, "anchorAlias", False),
        mangle=_flag(marked, "mangle", True),
        sanitize_url=_flag(marked, "sanitizeUrl", False),
        pedantic=_flag(marked, "pedantic", False),
        preset=str(config.get("markdown.preset") or "default"),
        xhtml_out=_flag(render, "xhtmlOut", False),
        typographer=_flag(render, "typographer", True),
        enable_rules=config.texts("markdown.enable_rules"),
        disable_rules=config.texts("markdown.disable_rules"),
        plugins=_plugin_names(config.get("markdown.plugins")),
        anchors=AnchorRules(
            level=_number(anchors, "level", 2),
            collision_suffix=str(anchors.get("collisionSuffix") or ""),
            permalink=_flag(anchors, "permalink", False),
            permalink_class=str(anchors.get("permalinkClass") or "header-anchor"),
            permalink_side=str(anchors.get("permalinkSide") or "left"),
            permalink_symbol=str(anchors.get("permalinkSymbol") or "¶"),
            case=_number(anchors, "case", 0),
            separator=str(anchors.get("separator", "-")),
        ),
        highlight=highlight_rules(config),
    )


def _prepends_root(marked: dict[str, Json], images: dict[str, Json], engine: Engine) -> bool:
    if engine != "markdown-it":
        return _flag(marked, "prependRoot", True)
    # hexo-renderer-markdown-it 7.1.1: either key sends every picture through `url_for`.
    return _flag(images, "prepend_root", False) or _flag(images, "post_asset", False)


def highlight_rules(config: Config) -> HighlightRules:
    """The rules for a site's code."""
    # Hexo 8.1: any other value of `syntax_highlighter`, a false one too, turns colours off.
    word = config.get("syntax_highlighter")
    prism = word == "prismjs"
    values = _flags(config.get("prismjs" if prism else "highlight"))
    return HighlightRules(
        markup="inkpost" if config.improved("highlight.markup") else "hexo",
        engine="prismjs" if prism else "highlight.js" if word == "highlight.js" else "none",
        line_number=_flag(values, "line_number", True),
        tab_replace=str(values.get("tab_replace") or ""),
        wrap=_flag(values, "wrap", True),
        exclude_languages=_texts(values, "exclude_languages"),
        language_attr=_flag(values, "language_attr", False),
        hljs=_flag(values, "hljs", False),
        line_threshold=_number(values, "line_threshold", 0),
        first_line_number=str(values.get("first_line_number") or "always1"),
        strip_indent=_flag(values, "strip_indent", True),
        preprocess=_flag(values, "preprocess", True),
    )


def _flags(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _flag(values: dict[str, Json], name: str, default: bool) -> bool:
    value = values.get(name)
    return default if value is None else bool(value) or isinstance(value, list | dict)


def _number(values: dict[str, Json], name: str, default: int) -> int:
    """A whole number; the default where the value is false or counts as none."""
    return whole_number(values.get(name) or default, default)


def _texts(values: dict[str, Json], name: str) -> tuple[str, ...]:
    """A list of texts; a lone text counts as a list of one, anything else as none."""
    value = values.get(name)
    items = [value] if isinstance(value, str) and value else value
    return tuple(map(str, items)) if isinstance(items, list) else ()


def _quotes(values: dict[str, Json]) -> str:
    value = values.get("quotes")
    text = "".join(map(str, value)) if isinstance(value, list) else str(value or "")
    return text if len(text) == 4 else "“”‘’"


def _plugin_names(value: Json) -> tuple[str, ...]:
    items = value if isinstance(value, list) else []
    return tuple(str(item.get("name")) if isinstance(item, dict) else str(item) for item in items)
