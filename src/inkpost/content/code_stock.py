"""Code in Hexo's markup: what the site's highlighter would have made of it."""

from __future__ import annotations

import re
from html import escape

from inkpost.content.code_lexers import highlight_lines
from inkpost.content.code_types import CodeOptions, HighlightRules
from inkpost.hexo import hljs, prism
from inkpost.hexo.markup import escape_html


def render_stock(code: str, options: CodeOptions, rules: HighlightRules) -> str:
    """The code as Hexo 8.1 prints it with these rules; no language is guessed."""
    if rules.engine == "none" or not options.highlight:
        return f"<pre><code>{escape_html(code)}</code></pre>"
    count = code.count("\n") + 1
    threshold = options.line_threshold or rules.line_threshold
    number = rules.line_number if options.line_number is None else options.line_number
    number = number and count > threshold
    caption = _caption(options)
    if rules.engine == "prismjs":
        return _prism(code, options, rules, number, caption)
    attr = rules.language_attr if options.language_attr is None else options.language_attr
    first = options.first_line
    if rules.first_line_number == "inline":
        if options.inline_first is None:
            number = False
        elif re.fullmatch(r"\s*\d+\s*", options.inline_first):
            first = int(options.inline_first)
    excluded = options.lang in rules.exclude_languages and bool(options.lang)
    language = hljs.resolve_language(options.lang)
    prefix = "hljs-" if rules.hljs else ""
    return hljs.code_table(
        highlight_lines(code, "" if language == "plaintext" else language, prefix),
        hljs.HljsOptions(
            lang=options.lang,
            caption=caption,
            gutter=number and not excluded,
            wrap=rules.wrap and not excluded,
            hljs=rules.hljs,
            first_line=first,
            mark=options.mark,
            tab=rules.tab_replace,
            language_attr=attr,
        ),
    )


def _prism(
    code: str, options: CodeOptions, rules: HighlightRules, number: bool, caption: str
) -> str:
    if options.lang and options.lang in rules.exclude_languages:
        return f'<pre><code class="{options.lang}">{escape_html(code)}</code></pre>'
    language = prism.resolve_language(options.lang)
    code = prism.replace_tabs(code, rules.tab_replace)
    if rules.preprocess and prism.is_known(language):
        html = "\n".join(highlight_lines(code, language, "token "))
    else:
        html = escape_html(code)
    return prism.code_block(
        html,
        prism.PrismOptions(
            lang=options.lang,
            caption=caption,
            line_number=number,
            first_line=options.first_line,
            mark=options.mark,
            preprocess=rules.preprocess,
        ),
    )


def _caption(options: CodeOptions) -> str:
    if not options.caption:
        return ""
    # Hexo 8.1 escapes more in the caption of a tag than in that of a fence.
    fence = options.from_fence
    text = escape(options.caption, quote=False) if fence else escape_html(options.caption)
    caption = f"<span>{text}</span>"
    if options.link_url:
        url, label = options.link_url.replace('"', "%22"), options.link_text or "link"
        label = escape(label, quote=False) if fence else escape_html(label)
        caption += f'<a href="{url}">{label}</a>'
    return caption
