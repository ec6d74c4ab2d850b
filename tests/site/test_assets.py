"""A post's own files, in every form in which an author may name them."""

from __future__ import annotations

import re

import pytest

from tests.sites import SiteBuilder, text_of

PAGE = "2024/03/05/trip/index.html"
URL = "/2024/03/05/trip/my%20pic.png"


@pytest.fixture
def trip(site: SiteBuilder) -> SiteBuilder:
    site.write("source/_posts/trip/my pic.png", b"\x89PNG")
    return site


def sources(site: SiteBuilder, body: str) -> list[str]:
    site.post("trip", body)
    made = site.make()
    assert [item.message for item in made.diagnostics] == []
    return re.findall(r'(?:src|href)="([^"]*)"', text_of(made, PAGE).partition("<body>")[2])


@pytest.mark.parametrize(
    "body",
    [
        "![](my%20pic.png)",
        "![](my pic.png)",
        "![](./my%20pic.png)",
        "![](trip/my%20pic.png)",
        "![](./trip/my%20pic.png)",
        "![](trip.assets/my%20pic.png)",
        "![](<my pic.png>)",
        "![alt](my%20pic.png 'title')",
        "![[my pic.png]]",
        "[x](my%20pic.png)",
        '<img src="my pic.png">',
        "<img src='trip/my%20pic.png' alt=x>",
        '<a href="my pic.png">x</a>',
        '<video src="my pic.png"></video>',
        '{% asset_img "my pic.png" %}',
        '{% asset_link "my pic.png" text %}',
        "{% note %}\n![](my%20pic.png)\n{% endnote %}",
        "- item\n\n  ![](my%20pic.png)",
        "| a |\n|---|\n| ![](my%20pic.png) |",
        "> ![](my%20pic.png)",
        "[^1]\n\n[^1]: ![](my%20pic.png)",
    ],
)
def test_every_form_points_to_the_file(trip: SiteBuilder, body: str) -> None:
    assert URL in sources(trip, body)


def test_asset_path_gives_the_bare_url(trip: SiteBuilder) -> None:
    trip.post("trip", '{% asset_path "my pic.png" %}\n')
    assert URL in text_of(trip.make(), PAGE)


def test_queries_and_fragments_stay(trip: SiteBuilder) -> None:
    assert f"{URL}?v=1#x" in sources(trip, "![](my%20pic.png?v=1#x)")


@pytest.mark.parametrize("folder", ["trip", "trip.assets"])
def test_either_folder_is_served_below_the_posts_url(site: SiteBuilder, folder: str) -> None:
    site.write(f"source/_posts/{folder}/a.png", b"1")
    site.post("trip", "![](a.png)\n")
    made = site.make()
    assert "2024/03/05/trip/a.png" in made.outputs
    assert made.outputs["2024/03/05/trip/a.png"].key == f"source/_posts/{folder}/a.png"


def test_lists_and_feeds_have_the_same_url(trip: SiteBuilder) -> None:
    trip.write(
        "themes/plain/layout/index.jinja",
        "{% for post in page.posts %}{{ post.excerpt }}{% endfor %}",
    )
    trip.post("trip", "![](my pic.png)\n\n<!-- more -->\n\nRest.\n")
    made = trip.make()
    assert f'src="{URL}"' in text_of(made, "index.html")
    assert f"{URL}&quot;" in text_of(made, "atom.xml") or URL in text_of(made, "atom.xml")
    assert "https://quay.example/2024/03/05/trip/my%20pic.png" in text_of(made, "atom.xml")


def test_a_root_is_put_before_it_once(trip: SiteBuilder) -> None:
    trip.configure(url="https://quay.example/blog")
    assert f"/blog{URL}" in sources(trip, "![](my pic.png)")


def test_a_posts_own_permalink_moves_its_files(trip: SiteBuilder) -> None:
    trip.post("trip", "![](my pic.png)\n", permalink="notes/x.html")
    made = trip.make()
    assert "notes/x/my pic.png" in made.outputs
    assert "/notes/x/my%20pic.png" in text_of(made, "notes/x.html")


def test_what_is_no_file_of_the_post_lies_below_the_root_as_in_hexo(site: SiteBuilder) -> None:
    site.configure(check={"links": False})
    assert sources(site, "![](other.png) ![](/abs.png)") == ["/other.png", "/abs.png"]


def test_stock_hexo_knows_no_folder_of_a_post(trip: SiteBuilder) -> None:
    trip.configure(dialect="hexo", check={"links": False})
    assert "/my%20pic.png" in sources(trip, "![](my%20pic.png)")


def test_a_page_has_its_files_beside_it(site: SiteBuilder) -> None:
    site.write("source/about/me.png", b"1")
    site.write("source/links/pic.png", b"1")
    site.page("about/index.md", "![](me.png)\n")
    site.page("links.md", "![](pic.png)\n")
    made = site.make()
    assert 'src="/about/me.png"' in text_of(made, "about/index.html")
    assert 'src="/links/pic.png"' in text_of(made, "links.html")
    assert [item.code for item in made.diagnostics] == []


def test_a_drafts_files_come_with_it(site: SiteBuilder) -> None:
    site.write("source/_drafts/idea/a.png", b"1")
    site.write("source/_drafts/idea.md", "---\ntitle: i\ndate: 2024-03-05\n---\n![](a.png)\n")
    assert "2024/03/05/idea/a.png" not in site.make().outputs
    site.configure(render_drafts=True)
    made = site.make()
    assert "2024/03/05/idea/a.png" in made.outputs
    assert 'src="/2024/03/05/idea/a.png"' in text_of(made, "2024/03/05/idea/index.html")
