"""What holds for every site: twice is once, same input same bytes, `new` writes what builds."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkpost.commands.new import NewArgs, run_new
from inkpost.configfiles import OpenOptions, load_config
from inkpost.hexo.defaults import HEXO_KEYS
from inkpost.hexo.frontmatter import parse_front_matter
from inkpost.options import CHOICES, OWN_KEYS
from tests.sites import NOW, SiteBuilder, codes

RICH = """# 标题 $a_1$

正文 **粗体**，行内 `code`，公式 $e^{i\\pi}+1=0$。[^1]

$$
\\begin{aligned} a &= b \\label{one} \\\\ c &= d \\end{aligned}
$$

由 \\eqref{one} 可知 [链接](/2024/03/05/second/)。

<!-- more -->

```python title="a.py" mark:2
def f(x):
    return x
```

| a | b |
|---|:-:|
| 1 | $x|y$ |

{% note warning %}
注意 **此处**。
{% endnote %}

- [x] done

[^1]: 脚注。
"""


def rich_site(root: Path) -> SiteBuilder:
    """A site with something of everything, in our own theme."""
    site = SiteBuilder(root, theme="tessera", language="zh-CN", timezone="Asia/Shanghai")
    site.post("first", RICH, tags=["红", "C#"], categories=["甲", "乙"], sticky=1)
    site.post("second", RICH, tags=["红"], date="2024-03-05 00:30:00", series="连载")
    site.post("third", "短文。\n", series="连载", index_img="pic.svg")
    site.write("source/_posts/third/pic.svg", '<svg width="4" height="3"></svg>')
    site.page("about/index.md", RICH)
    site.write("source/_data/links.yml", "- {name: a, link: https://a.example}\n")
    return site


def test_a_second_build_writes_nothing(tmp_path: Path) -> None:
    site = rich_site(tmp_path / "site")
    assert site.build().written > 0
    stamps = {file: file.stat().st_mtime_ns for file in site.root.rglob("*") if file.is_file()}
    report = site.build()
    assert (report.written, report.removed) == (0, 0)
    for file, stamp in stamps.items():
        if file.parent.name != "locks" and not file.name.startswith("cache.sqlite"):
            assert file.stat().st_mtime_ns == stamp, file


def test_the_same_input_gives_the_same_bytes_anywhere(tmp_path: Path) -> None:
    """In another zone of the process, another folder, another order of hashes, another locale."""
    clock = {"SOURCE_DATE_EPOCH": "1717243200"}
    here = rich_site(tmp_path / "here")
    there = rich_site(tmp_path / "elsewhere" / "a b" / "博客")
    first = here.run("build", TZ="UTC", PYTHONHASHSEED="0", LC_ALL="C.UTF-8", **clock)
    second = there.run(
        "build", TZ="America/Los_Angeles", PYTHONHASHSEED="4711", LC_ALL="C", LANG="", **clock
    )
    assert (first.code, second.code) == (0, 0), first.err + second.err
    assert here.public_files() == there.public_files()
    assert first.err == second.err


def test_output_does_not_depend_on_times_of_files(tmp_path: Path) -> None:
    site = rich_site(tmp_path / "site")
    site.build()
    before = site.public_files()
    for file in (site.root / "source").rglob("*"):
        os.utime(file, (1, 1))
    assert site.build().written == 0
    assert site.public_files() == before


def test_line_ends_do_not_change_what_is_published(tmp_path: Path) -> None:
    unix, dos = rich_site(tmp_path / "unix"), rich_site(tmp_path / "dos")
    for file in (dos.root / "source").rglob("*.md"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    unix.build()
    dos.build()
    assert dos.public_files() == unix.public_files()


TITLES = st.text(min_size=1, max_size=40).filter(lambda title: title.strip() and "\0" not in title)


@given(title=TITLES)
@settings(max_examples=25)
def test_whatever_new_writes_builds_under_its_title(title: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = SiteBuilder(Path(folder))
        config = load_config(site.root, OpenOptions())
        made = run_new(site.root, NewArgs(words=(title,)), NOW, config=config)
        made_again = site.make()
        assert codes(made_again.diagnostics, "error") == []
        text = (site.root / made.path).read_text("utf-8")
        matter = parse_front_matter(text, path=made.path)
        assert matter.data["title"] == title
        pages = [path for path in made_again.outputs if path.startswith("2024/06/01/")]
        assert len(pages) == 1


@given(
    text=st.text(alphabet=st.sampled_from(list("-:#'\"[]{}%$`*_\n \tatitle一")), max_size=80),
    kind=st.sampled_from(["_posts/odd.md", "about/odd.md", "_drafts/odd.md"]),
)
@settings(max_examples=60)
def test_no_text_breaks_a_build_without_a_word_of_where(text: str, kind: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = SiteBuilder(Path(folder))
        site.write(f"source/{kind}", text)
        made = site.make()
        for item in made.diagnostics:
            if item.severity == "error":
                assert item.span is not None
                assert item.span.path == f"source/{kind}"
        assert made.outputs or made.failed


@given(data=st.binary(max_size=60))
@settings(max_examples=40)
def test_no_bytes_break_a_build(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = SiteBuilder(Path(folder))
        for name in ("_posts/odd.md", "odd.json", "_data/odd.yml", "odd.html", "odd.css"):
            site.write(f"source/{name}", data)
        site.make()


@pytest.mark.parametrize(
    "config", [b"\xff\xfe", b"", b"null", b"- a", b"title: [", b"\xef\xbb\xbf"]
)
def test_no_configuration_breaks_a_build(tmp_path: Path, config: bytes) -> None:
    site = SiteBuilder(tmp_path / "site")
    site.write("_config.yml", config)
    ended = site.blog("build")
    assert "Traceback" not in ended.err
    assert "fault of inkpost" not in ended.err


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.floats(allow_nan=False), st.text(max_size=5),
    st.lists(st.text(max_size=3), max_size=2), st.dictionaries(st.text(max_size=3), st.none()),
)  # fmt: skip
KEYS = sorted({spec.name for spec in (*HEXO_KEYS, *OWN_KEYS)} | {choice.name for choice in CHOICES})


def nested(name: str, value: object) -> dict[str, Any]:
    """The configuration that says `value` at a dotted name."""
    first, _, rest = name.partition(".")
    return {first: nested(rest, value) if rest else value}


@given(key=st.sampled_from(KEYS), value=VALUES)
@settings(max_examples=150)
def test_no_value_in_the_configuration_breaks_a_build_without_its_place(
    key: str, value: object
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = SiteBuilder(Path(folder))
        site.post("first", "Words.\n<!-- more -->\nMore $x$.\n", tags=["a"], categories=["b"])
        site.page("about/index.md")
        site.configure(**nested(key, value))
        ended = site.blog("build")
        assert "Traceback" not in ended.err
        assert "fault of inkpost" not in ended.err, (key, value, ended.err)
        assert ended.code == (1 if ended.errors else 0)
