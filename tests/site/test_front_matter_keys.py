"""Front matter that Fluid, Butterfly and NexT taught people, on the pages of our themes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inkpost.engine import Made
from tests.site.keyed import POSTS, write_site
from tests.sites import SiteBuilder, text_of


@pytest.fixture(scope="module", params=["tessera", "folio"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A site with a post for each key, made once for each theme."""
    site = SiteBuilder(Path(tmp_path_factory.mktemp("keys")) / "site")
    write_site(site, request.param)
    return site.make()


def page(made: Made, name: str) -> str:
    date = str(POSTS[name][0].get("date", "2024-03-05"))
    return text_of(made, f"{date.replace('-', '/')}/{name}/index.html")


def home(made: Made) -> str:
    pages = sorted(path for path in made.outputs if re.fullmatch(r"(page/\d+/)?index\.html", path))
    return "".join(text_of(made, path) for path in pages)


def card(made: Made, name: str) -> str:
    found = re.findall(r"<article.*?</article>", home(made), re.DOTALL)
    return next(str(each) for each in found if f"/{name}/" in each)


def is_tessera(made: Made) -> bool:
    return "card-title" in home(made)


def og(html: str) -> str:
    found = re.search(r'<meta property="og:image" content="([^"]*)"', html)
    return found[1] if found else ""


def toc(html: str) -> list[str]:
    found = re.search(r'<nav class="toc-list[^>]*>(.*?)</nav>', html, re.DOTALL)
    return re.findall(r'href="#([^"]*)"', found[1]) if found else []


def test_nothing_is_an_error(made: Made) -> None:
    assert [each.message for each in made.diagnostics if each.severity == "error"] == []


@pytest.mark.parametrize("name", POSTS)
def test_every_post_has_its_page(made: Made, name: str) -> None:
    assert 'class="post-title"' in page(made, name)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("index-img", "/img/a.png"),
        ("butterfly-cover", "/img/a.png"),
        ("photos", "/img/a.png"),
        ("own-cover", "/2024/03/05/own-cover/c.png"),
        ("far-cover", "https://pics.example/far.png"),
    ],
)
def test_pictures_become_covers(made: Made, name: str, url: str) -> None:
    if is_tessera(made):
        assert f'src="{url}"' in card(made, name)
    assert og(page(made, name)) == (url if url[0] != "/" else f"https://quay.example{url}")


def test_a_refused_cover_is_neither_named_nor_drawn(made: Made) -> None:
    assert "cover" not in card(made, "no-cover").replace("no-cover", "")
    assert "post-cover" not in page(made, "no-cover")


def test_a_colour_is_no_picture(made: Made) -> None:
    assert "#49b1f5" not in card(made, "colour-cover")
    assert "<img" not in card(made, "colour-cover")
    assert 'class="banner"' not in page(made, "top-colour")


def test_photos_are_shown_in_the_post(made: Made) -> None:
    found = re.search(r'<div class="photos">.*?</div>', page(made, "photos"), re.DOTALL)
    assert found is not None
    assert 'src="/img/a.png"' in found[0]
    assert 'src="https://pics.example/b.png"' in found[0]


@pytest.mark.parametrize("name", ["banner", "top-img"])
def test_banners(made: Made, name: str) -> None:
    found = re.search(r'<div class="banner".*?</div>', page(made, name), re.DOTALL)
    assert found is not None
    assert 'src="/img/b.png"' in found[0]
    assert ("30vh" in found[0]) == (name == "banner")
    assert "post-cover" not in page(made, name), "the same picture is not shown twice"


def test_excerpts_and_descriptions(made: Made) -> None:
    assert "Told in short." in card(made, "summary")
    assert "Described so." in card(made, "described")
    html = page(made, "described")
    assert '<meta name="description" content="Described so.">' in html
    assert '<meta name="keywords" content="quay, tide">' in html
    html = page(made, "subtitled")
    assert '<p class="post-subtitle">Second line</p>' in html
    assert '<meta name="keywords" content="one, two">' in html


def test_a_picture_for_links(made: Made) -> None:
    assert og(page(made, "shared")) == "https://quay.example/img/a.png"


def test_pinned_posts_come_first(made: Made) -> None:
    order = re.findall(r"<h2 class=\"(?:card|entry)-title\"[^>]*><a href=\"([^\"]*)\"", home(made))
    names = [url.strip("/").rpartition("/")[2] for url in order]
    lead = names[:4] if is_tessera(made) else names[:3]
    # The wide card of tessera may go to another post than the first.
    assert [name for name in lead if name in ("top", "sticky", "pinned")] == [
        "top",
        "sticky",
        "pinned",
    ]
    assert "badge" in card(made, "sticky")
    assert "badge" not in card(made, "math")


def test_hidden_posts_are_built_and_listed_nowhere(made: Made) -> None:
    assert '<meta name="robots" content="noindex">' in page(made, "hide")
    for path in made.outputs:
        listed = path.endswith((".html", ".xml")) or path.startswith("search-")
        if listed and "/hide/" not in path:
            text = text_of(made, path)
            assert "/hide/" not in text, path
            assert "Secretword" not in text, path
            # The lists of its tag and its category would be empty, and are not there.
            assert "/tags/t/" not in text, path
            assert "/categories/c/" not in text, path


def test_archive_only_posts(made: Made) -> None:
    assert "/archive-only/" not in home(made)
    archives = [path for path in made.outputs if path.startswith("archives/")]
    assert any("/archive-only/" in text_of(made, path) for path in archives)


@pytest.mark.parametrize("name", ["no-math", "no-mathjax", "no-katex"])
def test_false_leaves_dollars_alone(made: Made, name: str) -> None:
    html = page(made, name)
    assert "Sets $a$ and $b$ here." in html
    assert 'class="katex' not in html
    assert "katex.min.css" not in html


def test_true_for_math_and_mermaid_changes_nothing(made: Made) -> None:
    assert 'class="katex"' in page(made, "math")
    assert "mermaid.min.js" in page(made, "mermaid")


def test_false_for_mermaid_loads_nothing(made: Made) -> None:
    html = page(made, "no-mermaid")
    assert "mermaid.min.js" not in html
    assert "graph LR" in html


@pytest.mark.parametrize("name", ["comments-off", "comment-off"])
def test_comments_are_switched_off(made: Made, name: str) -> None:
    assert 'class="comments"' not in page(made, name)
    assert 'class="comments"' in page(made, "math")


@pytest.mark.parametrize(("name", "term"), [("comment-id", "old-id"), ("comments-id", "other-id")])
def test_a_text_names_the_thread(made: Made, name: str, term: str) -> None:
    plan = re.search(
        r'data-comments="giscus".*?<script type="application/json">(.*?)</script>',
        page(made, name),
        re.DOTALL,
    )
    assert plan is not None
    attributes = json.loads(plan[1])["attributes"]
    assert attributes["data-term"] == term
    assert attributes["data-mapping"] == "specific"


def test_contents_lists(made: Made) -> None:
    assert toc(page(made, "toc-on")) == ["One", "Two", "Three", "Four"]
    assert toc(page(made, "toc-off")) == []
    assert toc(page(made, "toc-map-off")) == []
    # Two are left at this depth, fewer than the theme's `min`; the author asked for the list.
    assert toc(page(made, "toc-map")) == ["One", "Three"]
    numbered = 'class="toc-list numbered'
    assert numbered in page(made, "toc-map")
    assert numbered in page(made, "toc-number")
    assert numbered not in page(made, "toc-number-off")


def test_licences(made: Made) -> None:
    def box(name: str) -> str:
        found = re.search(r'<aside class="license".*?</aside>', page(made, name), re.DOTALL)
        return found[0] if found else ""

    assert "licenses/by-nc-sa/4.0" in box("math")
    assert box("copyright-off") == ""
    assert box("copyright-map") == ""
    assert box("license-off") == ""
    assert "licenses/by/4.0" in box("license-own")
    own = box("copyright-by")
    for text in ("Someone Else", "https://else.example/post", "Ask before use."):
        assert text in own
    assert "Guest" in box("elsewhere")


def test_notices(made: Made) -> None:
    assert re.search(r'<p class="notice" role="note">Parts of this', page(made, "notice-kind"))
    assert '<p class="notice" role="note">Read with care.</p>' in page(made, "notice-text")
    assert 'class="notice"' not in page(made, "math")


def test_drawn_covers_follow_the_author(made: Made) -> None:
    if is_tessera(made):
        plain = re.search(r"<svg.*?</svg>", card(made, "math"), re.DOTALL)
        waves = re.search(r"<svg.*?</svg>", card(made, "pattern"), re.DOTALL)
        assert plain is not None
        assert waves is not None
        drawn = [re.findall(r' d="([^"]*)"', svg) for svg in (waves[0], plain[0])]
        assert drawn[0] != drawn[1]
        assert len(drawn[0]) == 3


def test_series_and_category_boxes(made: Made) -> None:
    html = page(made, "series-a")
    assert "Knots" in html
    assert 'class="series"' in html
    assert "/series-b/" in html
    for name in ("bar-a", "bar-list"):
        box = re.search(r'<details class="series.*?</details>', page(made, name), re.DOTALL)
        assert box is not None, name
        assert "Ropes" in box[0]
        assert "/bar-b/" in box[0]
    assert '<details class="series' not in page(made, "bar-b")


def test_pictures_of_one_post(made: Made) -> None:
    assert "<figcaption" in page(made, "caption")
    assert "<figcaption" not in page(made, "no-caption")


def test_related_posts_of_one_post(made: Made) -> None:
    assert 'class="related"' in page(made, "related-a")
    assert 'class="related"' not in page(made, "no-related")


def test_pages_by_their_type(made: Made) -> None:
    assert 'class="chips"' in text_of(made, "labels/index.html")
    assert 'class="tree"' in text_of(made, "shelves/index.html")
    friends = text_of(made, "friends/index.html")
    assert 'href="https://friend.example/"' in friends
    assert "A friend" in friends
    me = text_of(made, "me/index.html")
    assert "Keeps the quay." in me
    assert "About this page." in me
    assert "About this page." in text_of(made, "plain/index.html")
