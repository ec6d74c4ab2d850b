import pytest

from inkpost.content.markdown import Markdown, MarkdownRules, RenderedMarkdown, build_markdown


class Links:
    def link(self, url: str) -> str:
        return url

    def image(self, url: str) -> str:
        return url

    def wiki(self, name: str) -> tuple[str, str] | None:
        return ("/kvcache/", "KV cache") if name == "kv" else None


class Formulas:
    def html(self, tex: str, display: bool, line: int) -> str:
        return f"[{tex}]"

    def plain(self, tex: str, display: bool) -> str:
        return tex


def render(text: str, markdown: Markdown | None = None) -> RenderedMarkdown:
    markdown = markdown or build_markdown(MarkdownRules())
    return markdown.render(markdown.parse(text), links=Links(), formulas=Formulas())


def html(text: str) -> str:
    return render(text).html.strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("这是**「重点」**内容", "<p>这是<strong>「重点」</strong>内容</p>"),
        ("**注意：**先", "<p><strong>注意：</strong>先</p>"),
        ("~~旧（废）。~~新", "<p><del>旧（废）。</del>新</p>"),
        ("a ** b ** c", "<p>a ** b ** c</p>"),
    ],
)
def test_emphasis_works_beside_cjk_text(text: str, expected: str) -> None:
    assert html(text) == expected


def test_equal_headings_get_numbered_ids() -> None:
    refs = render("## 数学公式\n\n## 数学公式\n").headings
    assert [ref.id for ref in refs] == ["数学公式", "数学公式-1"]
