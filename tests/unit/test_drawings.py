"""Full-width characters in text drawings."""

from __future__ import annotations

from inkpost.content.code_types import HighlightRules
from inkpost.content.drawings import mark_wide_runs
from inkpost.content.highlight import parse_fence_info, render_code


def figure(code: str, info: str = "") -> str:
    return render_code(code, parse_fence_info(info), HighlightRules())


def test_runs_of_wide_characters_are_marked() -> None:
    html = mark_wide_runs(figure("┌──────┐\n│ 应用 A │\n└──────┘\n（缓存）"))
    assert '│ <span class="cjk">应用</span> A │' in html
    assert '<span class="cjk">（缓存）</span>' in html
    assert html.count("cjk") == 2


def test_captions_and_other_code_stay() -> None:
    code = figure("x = 1  # 注释", "python")
    assert mark_wide_runs(code) == code
    drawing = figure("甲 → 乙\n──", "text 图一")
    marked = mark_wide_runs(drawing + code)
    assert marked.endswith(code)
    assert marked.count("cjk") == 2
    assert 'class="caption">图一<' in marked


def test_marking_changes_no_text() -> None:
    import re

    drawing = figure("├─ 第一层 <b> & 第二层\n└─ ｆｕｌｌ 한글 かな")
    strip = re.compile("<[^>]*>")
    assert strip.sub("", mark_wide_runs(drawing)) == strip.sub("", drawing)
