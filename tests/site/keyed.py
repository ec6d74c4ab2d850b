"""A site with a post for each key of front matter that other themes taught people."""

from __future__ import annotations

from collections.abc import Mapping

from tests.sites import SiteBuilder

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000000030001a1b2c3d40000000049454e44ae426082"
)


HEADINGS = "## One\n\nText.\n\n### Two\n\nText.\n\n## Three\n\nText.\n\n#### Four\n\nText.\n"


POSTS: Mapping[str, tuple[dict[str, object], str]] = {
    "index-img": ({"index_img": "/img/a.png"}, "Words."),
    "butterfly-cover": ({"cover": "/img/a.png"}, "Words."),
    "no-cover": ({"cover": False}, "Words."),
    "colour-cover": ({"cover": "#49b1f5"}, "Words."),
    "photos": ({"photos": ["/img/a.png", "https://pics.example/b.png"]}, "Words."),
    "own-cover": ({"index_img": "c.png"}, "Words."),
    "far-cover": ({"index_img": "https://pics.example/far.png"}, "Words."),
    "banner": (
        {"banner_img": "/img/b.png", "banner_img_height": 30, "banner_mask_alpha": 0.4},
        "x",
    ),
    "top-img": ({"top_img": "/img/b.png"}, "Words."),
    "top-colour": ({"top_img": "linear-gradient(20deg, #0062be, #925696)"}, "Words."),
    "summary": ({"excerpt": "Told in short."}, "A long text."),
    "described": ({"description": "Described so.", "keywords": ["quay", "tide"]}, "Words."),
    "subtitled": ({"subtitle": "Second line", "keywords": "one, two"}, "Words."),
    "shared": ({"og_img": "/img/a.png"}, "Words."),
    "sticky": ({"sticky": 5, "date": "2020-01-01"}, "Words."),
    "top": ({"top": 9, "date": "2020-01-02"}, "Words."),
    "pinned": ({"pinned": True, "date": "2020-01-03"}, "Words."),
    "hide": ({"hide": True, "tags": ["t"], "categories": ["c"]}, "Secretword."),
    "archive-only": ({"archive": True}, "Words."),
    "no-math": ({"math": False}, "Sets $a$ and $b$ here."),
    "no-mathjax": ({"mathjax": False}, "Sets $a$ and $b$ here."),
    "no-katex": ({"katex": False}, "Sets $a$ and $b$ here."),
    "math": ({"math": True, "mathjax": True}, "It is $x^2$ here."),
    "no-mermaid": ({"mermaid": False}, "```mermaid\ngraph LR\nA-->B\n```\n"),
    "mermaid": ({"mermaid": True}, "```mermaid\ngraph LR\nA-->B\n```\n"),
    "comments-off": ({"comments": False}, "Words."),
    "comment-off": ({"comment": False}, "Words."),
    "comment-id": ({"comment": "old-id"}, "Words."),
    "comments-id": ({"comments": "other-id"}, "Words."),
    "toc-off": ({"toc": False}, HEADINGS),
    "toc-on": ({"toc": True}, HEADINGS),
    "toc-map": ({"toc": {"enable": True, "max_depth": 2, "number": True}}, HEADINGS),
    "toc-map-off": ({"toc": {"enable": False}}, HEADINGS),
    "toc-number": ({"toc_number": True}, HEADINGS),
    "toc-number-off": ({"toc_number": False}, HEADINGS),
    "copyright-off": ({"copyright": False}, "Words."),
    "copyright-map": ({"copyright": {"enable": False}}, "Words."),
    "license-own": ({"license": "CC BY 4.0"}, "Words."),
    "license-off": ({"license": False}, "Words."),
    "copyright-by": (
        {
            "copyright_author": "Someone Else",
            "copyright_url": "https://else.example/post",
            "copyright_info": "Ask before use.",
        },
        "Words.",
    ),
    "notice-kind": ({"notice": "ai"}, "Words."),
    "notice-text": ({"notice": "Read with care."}, "Words."),
    "hue": ({"cover_hue": 200}, "Words."),
    "pattern": ({"cover_pattern": "waves"}, "Words."),
    "series-a": ({"series": "Knots", "date": "2023-01-02"}, "Words."),
    "series-b": ({"series": "Knots", "date": "2023-01-01"}, "Words."),
    "bar-a": ({"category_bar": True, "categories": ["Ropes"], "date": "2023-02-01"}, "Words."),
    "bar-b": ({"categories": ["Ropes"], "date": "2023-02-02"}, "Words."),
    "bar-list": ({"category_bar": ["Ropes"], "categories": [["Ropes"], ["Other"]]}, "Words."),
    "no-caption": ({"image_caption": False, "image_zoom": False}, "![A caption](/img/a.png)\n"),
    "caption": ({}, "![A caption](/img/a.png)\n"),
    "no-related": ({"related_posts": False, "tags": ["r"]}, "Words."),
    "related-a": ({"tags": ["r"]}, "Words."),
    "elsewhere": ({"author": "Guest", "lang": "en", "canonical_path": "x/"}, "Words."),
    "odd": (
        {
            "aside": False,
            "highlight_shrink": True,
            "lazyload": False,
            "quicklink": {"ignores": []},
            "sidebar": None,
            "footnote": False,
            "toc_expand": 3,
            "toc_style_simple": "x",
            "photos": {"a": 1},
            "index_img": {"b": 2},
            "banner_img": [1],
            "top_img": 7,
            "series": {"x": 1},
            "notice": {"y": [2]},
            "comments": {"a": 1},
            "sticky": "high",
            "license": ["x"],
            "keywords": {"z": 1},
            "subtitle": ["a", "b"],
            "never_heard_of": {"deep": [{"er": None}]},
            "cover_hue": "blue",
            "cover_pattern": 3,
            "description": ["a"],
            "excerpt": {"x": 1},
            "author": ["a", "b"],
            "toc": [1],
            "copyright": "x",
            "math": {"engine": "mathjax"},
            "link": 3,
            "updated": "not a day",
            "category_bar": {"x": 1},
            "cover": 12,
        },
        HEADINGS,
    ),
}


PAGES: Mapping[str, dict[str, object]] = {
    "labels/index.md": {"title": "Labels", "type": "tags"},
    "shelves/index.md": {"title": "Shelves", "type": "categories"},
    "friends/index.md": {"title": "Friends", "type": "link"},
    "me/index.md": {"title": "Me", "type": "about"},
    "plain/index.md": {"title": "Plain", "type": "unheard"},
}


CONFIG = {
    "theme": "tessera",
    "author": "Keeper",
    "post_asset_folder": True,
    "theme_config": {
        "comments": {"type": "giscus", "giscus": {"repo": "a/b"}},
        "links": [{"title": "A friend", "url": "https://friend.example/"}],
        "about": {"intro": "Keeps the quay."},
    },
}


def write_site(site: SiteBuilder, theme: str) -> None:
    site.configure(**{**CONFIG, "theme": theme})
    for name, (front, body) in POSTS.items():
        site.post(name, body, **front)
    for path, front in PAGES.items():
        site.page(path, "About this page.\n", **front)
    for name in ("img/a.png", "img/b.png", "_posts/own-cover/c.png"):
        site.write(f"source/{name}", PNG)
