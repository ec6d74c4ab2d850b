"""HTML that a post leaves open does not reach the page around it."""

from __future__ import annotations

from tests.sites import SiteBuilder, codes, text_of

PATH = "2024/03/05/one/index.html"


def test_a_block_left_open_ends_with_the_content(site: SiteBuilder) -> None:
    site.post("one", "Words.\n\n<div class='x'>\n\nInside.\n")
    made = site.make()
    assert "<p>Inside.</p>\n</div></article>" in text_of(made, PATH)
    (told,) = [item for item in made.diagnostics if item.code == "unclosed-html"]
    assert told.span is not None
    assert (told.span.path, told.span.line) == ("source/_posts/one.md", 8)


def test_the_end_of_a_block_that_is_not_open_is_left_out(site: SiteBuilder) -> None:
    site.post("one", "Words.\n\n</article></div>\n\nMore.\n")
    made = site.make()
    assert text_of(made, PATH).count("</article>") == 1
    assert codes(made.diagnostics, "warning") == ["unclosed-html"] * 2


def test_stock_hexo_leaves_it(site: SiteBuilder) -> None:
    site.configure(dialect="hexo")
    site.post("one", "Words.\n\n<div>\n\nInside.\n")
    made = site.make()
    assert "<p>Inside.</p>\n</article>" in text_of(made, PATH)
    assert "unclosed-html" not in codes(made.diagnostics, "warning")


def test_what_tags_and_code_hold_is_closed(site: SiteBuilder) -> None:
    site.post(
        "one",
        "{% raw %}<div>{% endraw %}\n\nx `<div>`\n\n{% raw %}</div>{% endraw %}\n\n"
        "```html\n<section>\n```\n\n<details>\n<summary>a</summary>\n\nb\n\n</details>\n",
    )
    assert codes(site.make().diagnostics, "warning") == []


def test_an_excerpt_is_whole_too(site: SiteBuilder) -> None:
    site.post("one", "<div>\n\nLead.\n\n<!-- more -->\n\nRest.\n")
    made = site.make()
    assert codes(made.diagnostics, "warning") == ["unclosed-html"]
    assert text_of(made, PATH).count("</div>") == text_of(made, PATH).count("<div>")


def test_a_comment_left_open_is_closed(site: SiteBuilder) -> None:
    site.post("one", "Words.\n\n<!-- more -->\n\n<!-- a note that has no end\n\nInside.\n")
    made = site.make()
    assert codes(made.diagnostics, "warning") == ["unclosed-html"]
    page = text_of(made, PATH)
    assert page.index("-->", page.index("a note that")) < page.index("</article>")


def test_html_in_the_middle_of_a_line_counts_too(site: SiteBuilder) -> None:
    site.post("one", "Words <span>here\n\nand there.\n")
    made = site.make()
    assert codes(made.diagnostics, "warning") == ["unclosed-html"]
    assert "</span></article>" in text_of(made, PATH)
