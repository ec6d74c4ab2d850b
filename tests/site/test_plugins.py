"""Every extension point, from a script in a site's folder to the finished page."""

from __future__ import annotations

import json

import pytest

from tests.site.scripts import plugin
from tests.sites import SiteBuilder, codes, text_of

PAGE = "2024/03/05/tide/index.html"


# -- filters


def test_filters_on_a_post_before_and_after_markdown(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.filter("before_post_render")
def louder(text, ctx):
    return text.replace("rises", "**rises**")

@ext.filter("after_post_render")
def sign(html, ctx):
    return html + f"<p>{ctx.document.title} {ctx.value('title')}</p>"
""",
    )
    page = text_of(tide.make(), PAGE)
    assert "<strong>rises</strong>" in page
    assert "<p>Tide Quay</p>" in page


def test_filters_run_by_priority_and_none_changes_nothing(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.filter("after_post_render", priority=20)
def last(html, ctx):
    return html + "3"

@ext.filter("after_post_render")
def second(html, ctx):
    return html + "2"

@ext.filter("after_post_render", priority=1)
def first(html, ctx):
    return html + "1"

@ext.filter("after_post_render", 15)
def quiet(html, ctx):
    return None
""",
    )
    assert "<p>Water rises.</p>\n123</article>" in text_of(tide.make(), PAGE)


def test_filters_on_finished_files_of_every_kind(tide: SiteBuilder) -> None:
    tide.write("source/a.css", "a { b: c }")
    tide.write("source/a.js", "let a")
    tide.write("source/a.bin", b"\xff\xfe")
    plugin(
        tide,
        """
for kind in ("html", "css", "js", "xml", "bin"):
    ext.filter(f"after_render:{kind}")(lambda text, ctx, kind=kind: f"{text}<!--{kind}-->")
""",
    )
    made = tide.make()
    assert text_of(made, PAGE).endswith("</html><!--html-->")
    assert text_of(made, "a.css") == "a { b: c }<!--css-->"
    assert text_of(made, "a.js") == "let a<!--js-->"
    assert text_of(made, "atom.xml").endswith("</feed>\n<!--xml-->")
    assert made.outputs["a.bin"].data is None


def test_a_filter_adds_variables_to_templates(tide: SiteBuilder) -> None:
    tide.write("themes/plain/layout/post.jinja", "<p>{{ moon }} {{ page.title }}</p>")
    plugin(
        tide,
        """
@ext.filter("template_locals")
def moon(values, ctx):
    values["moon"] = f"full over {values['page']['title']}"
""",
    )
    assert "<p>full over Tide Tide</p>" in text_of(tide.make(), PAGE)


def test_a_filter_changes_urls(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.filter("post_permalink")
def short(path, ctx):
    return f"p/{ctx.document.slug}/"
""",
    )
    assert "p/tide/index.html" in tide.make().outputs


def test_a_filter_sees_and_changes_the_finished_site(tide: SiteBuilder) -> None:
    tide.write("source/old.txt", "old")
    plugin(
        tide,
        """
@ext.filter("after_generate")
def finish(files, ctx):
    kept = {path: data for path, data in files.items() if path != "old.txt"}
    page = kept["index.html"].replace(b"<body>", b"<body class=x>")
    return {**kept, "index.html": page, "list.txt": "\\n".join(sorted(kept))}
""",
    )
    made = tide.make()
    assert "old.txt" not in made.outputs
    assert PAGE in text_of(made, "list.txt")
    assert "<body class=x>" in text_of(made, "index.html")
    tide.build()
    assert "old.txt" not in tide.public_files()


def test_filters_and_events_of_a_build_come_in_order(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
told = []
for name in ("after_init", "before_generate", "after_generate"):
    def run(value, ctx, name=name):
        told.append(name)
        if name == "after_generate":
            told.append("written")
            return {**value, "order.txt": " ".join(told)}
    ext.filter(name)(run)
for name in ("ready", "processBefore", "processAfter", "generateBefore", "generate_after"):
    ext.on(name)(lambda event, name=name: told.append(name))
""",
    )
    assert text_of(tide.make(), "order.txt") == (
        "after_init ready processBefore processAfter generateBefore before_generate "
        "after_generate written"
    )


# -- generators, helpers, tags, renderers, processors, injector


def test_a_generator_adds_files_and_pages(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.generator("extra")
def extra(site):
    yield Route(path="count.json", body=Text(text=str(len(site.index.posts))))
    yield Route(path="raw.bin", body=Blob(data=b"\\xff"))
    ids = tuple(post.id for post in site.index.posts)
    listing = Listing(title="All", post_ids=ids, values={"mood": "calm"})
    yield Route(path="all/", body=Layout(layouts=("all", "index"), page=listing))
""",
        head="from inkpost.model import Blob, Layout, Listing, Route, Text",
    )
    tide.write(
        "themes/plain/layout/all.jinja",
        "<h1>{{ page.title }} {{ page.mood }} {{ page.posts.length }}</h1>",
    )
    made = tide.make()
    assert text_of(made, "count.json") == "1"
    assert made.outputs["raw.bin"].data == b"\xff"
    assert "<h1>All calm 1</h1>" in text_of(made, "all/index.html")


def test_a_helper_is_called_with_its_page(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.helper("shout")
def shout(ctx, text, mark="!"):
    return f"{text.upper()}{mark} {ctx.path} {ctx.value('title')}"
""",
    )
    tide.write("themes/plain/layout/post.jinja", "{{ shout(page.title, mark='?') }}")
    assert f"TIDE? {PAGE} Quay" in text_of(tide.make(), PAGE)


def test_tags_with_and_without_a_body(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.tag("kbd", "key")
def kbd(call, ctx):
    return "".join(f"<kbd>{word}</kbd>" for word in call.args)

@ext.tag("aside", ends=True)
def aside(call, ctx):
    return f"<aside>{ctx.render_markdown(call.body)}</aside>"
""",
    )
    tide.post("tide", "{% key A B %}\n\n{% aside %}\nIt is **low**.\n{% endaside %}\n")
    page = text_of(tide.make(), PAGE)
    assert "<kbd>A</kbd><kbd>B</kbd>" in page
    assert "<aside><p>It is <strong>low</strong>.</p>" in page


def test_a_renderer_makes_pages_data_and_theme_files(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.renderer("shout", output="html")
def shout(text, options):
    return f"<p>{text.strip().upper()}</p>"

@ext.renderer("styl", output="css")
def styl(text, options):
    return text.replace("  ", "{").replace(";", "}")

@ext.renderer("ini", output="json")
def ini(text, options):
    return dict(line.split("=") for line in text.splitlines())
""",
    )
    tide.write("source/loud.shout", "---\ntitle: Loud\ndate: 2024-01-01\n---\nhey\n")
    tide.write("source/own.styl", "a  b:c;\n")
    tide.write("themes/plain/source/theme.styl", "d  e:f;\n")
    tide.write("themes/plain/source/_part.styl", "g\n")
    tide.write("source/_data/set.ini", "x=1\n")
    tide.write("themes/plain/layout/page.jinja", "{{ page.content }}{{ site.data.set.x }}")
    made = tide.make()
    assert "<p>HEY</p>1" in text_of(made, "loud.html")
    assert text_of(made, "own.css") == "a{b:c}\n"
    assert text_of(made, "theme.css") == "d{e:f}\n"
    assert not [path for path in made.outputs if "part" in path or path.endswith(".styl")]
    assert "not-compiled" not in codes(made.diagnostics, "warning")


def test_a_processor_takes_files_and_makes_data(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.processor("_songs/*path")
def songs(path, data):
    return data.decode().split() if path.endswith(".txt") else None
""",
    )
    tide.write("source/_songs/sea.txt", "one two")
    tide.write("source/_songs/sea.pdf", "binary")
    tide.write("themes/plain/layout/post.jinja", "{{ site.data['_songs/sea'] | join('+') }}")
    made = tide.make()
    assert "one+two" in text_of(made, PAGE)
    assert not [path for path in made.outputs if "songs" in path]


INJECTIONS = """
ext.inject("head_end", "<i>all</i>")
ext.inject("head_begin", "<i>first</i>", "post")
ext.inject("body_begin", lambda: "<i>made</i>", to="home")
ext.inject("body_end", "<i>end</i>", to="post")
ext.inject("body_end", "<i>never</i>", to="tag")
ext.filter("after_render:html")(lambda html, ctx: html.replace("<i>all</i>", "<i>each</i>"))
"""


def test_html_is_injected_by_kind_of_page_and_before_filters(tide: SiteBuilder) -> None:
    plugin(tide, INJECTIONS)
    made = tide.make()
    page, index = text_of(made, PAGE), text_of(made, "index.html")
    assert "<head><i>first</i>" in page
    assert "<i>each</i><meta" in page
    assert "<i>end</i></body>" in page
    assert "<body><i>made</i>" in index
    assert "first" not in index
    assert "never" not in page + index


def test_injected_html_is_marked_in_the_stock_dialect(tide: SiteBuilder) -> None:
    tide.configure(dialect="hexo")
    plugin(tide, INJECTIONS)
    page = text_of(tide.make(), PAGE)
    assert (
        "<!-- hexo injector body_end start --><i>end</i><!-- hexo injector body_end end --></body>"
    ) in page


# -- failures


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("1 / 0", "while loading"),
        ("ext.filter('before_post_render')(lambda text, ctx: 1 / 0)", "before_post_render"),
        ("ext.filter('after_post_render')(lambda html, ctx: 1 / 0)", "after_post_render"),
        ("ext.filter('after_render:html')(lambda html, ctx: 1 / 0)", "after_render:html"),
        ("ext.filter('template_locals')(lambda values, ctx: 1 / 0)", "template_locals"),
        ("ext.filter('after_init')(lambda value, ctx: 1 / 0)", "after_init"),
        ("ext.filter('after_generate')(lambda value, ctx: 1 / 0)", "after_generate"),
        ("ext.filter('post_permalink')(lambda path, ctx: 1 / 0)", "post_permalink"),
        ("ext.generator('x')(lambda site: 1 / 0)", 'generator "x"'),
        ("ext.tag('x')(lambda call, ctx: 1 / 0)", 'tag "x"'),
        ("ext.processor('_posts/**')(lambda path, data: 1 / 0)", "processor"),
        ("ext.inject('head_end', lambda: 1 / 0)", "injector"),
        ("ext.on('generate_before')(lambda event: 1 / 0)", "generate_before"),
        ("ext.renderer('xyz', output='html')(lambda text, options: 1 / 0)", "renderer"),
    ],
)
def test_a_failing_plug_in_is_named_with_file_and_line(
    tide: SiteBuilder, body: str, what: str
) -> None:
    tide.post("tide", "{% x %}\n")
    tide.write("source/a.xyz", "---\ntitle: a\ndate: 2024-01-01\n---\nx\n")
    plugin(tide, body)
    before = tide.public_files()
    ended = tide.blog("build")
    assert ended.code == 1
    assert what in ended.err
    assert "ZeroDivisionError" in ended.err
    assert "scripts/own.py:4" in ended.err
    assert tide.public_files() == before


def test_a_failing_helper_is_named(tide: SiteBuilder) -> None:
    plugin(tide, "ext.helper('x')(lambda ctx: 1 / 0)")
    tide.write("themes/plain/layout/post.jinja", "{{ x() }}")
    ended = tide.blog("build")
    assert ended.code == 1
    assert "scripts/own.py:4" in ended.err
    assert "themes/plain/layout/post.jinja:1" in ended.err


def test_json_of_a_plug_in_may_hold_anything(tide: SiteBuilder) -> None:
    plugin(
        tide,
        """
@ext.generator("api")
def api(site):
    posts = [{"title": post.title, "tags": list(post.tags)} for post in site.index.posts]
    yield Route(path="api.json", body=Text(text=json.dumps(posts)))
""",
        head="import json\n\nfrom inkpost.model import Route, Text",
    )
    assert json.loads(text_of(tide.make(), "api.json")) == [{"title": "Tide", "tags": ["sea"]}]
