"""What the preview answers: the routes of the site, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.preview import Preview
from tests.sites import SiteBuilder

PICTURE = bytes(range(256)) * 4


def write_site(folder: Path, **config: Any) -> SiteBuilder:
    """A site, with a secret beside it and a folder whose name begins like `public`."""
    site = SiteBuilder(folder / "site", **config)
    site.post("first", "First words.\n")
    site.post("中文 题", "中文正文。\n")
    site.write("source/pic.png", PICTURE)
    site.write("source/style.css", "body { color: red }")
    site.write("source/data.json", '{"a": 1}')
    site.write("source/notes/plain", "no ending")
    site.write("public-leak/x.txt", "TOPSECRET")
    site.write("secret.txt", "TOPSECRET")
    (folder / "secret.txt").write_text("TOPSECRET")
    site.configure(**config, author="TOPSECRET")
    return site


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    site = write_site(tmp_path_factory.mktemp("plain"))
    with Preview(site.root) as running:
        yield running


def test_a_page_is_served_under_its_folder(preview: Preview) -> None:
    answer = preview.get("/2024/03/05/first/")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "First words." in answer.text
    assert preview.get("/").status == 200
    assert preview.get("/index.html").status == 200
    assert preview.get("/2024/03/05/first/index.html").text == answer.text


def test_an_encoded_path_is_decoded_once(preview: Preview) -> None:
    path = "/2024/03/05/%E4%B8%AD%E6%96%87%20%E9%A2%98/"
    assert "中文正文。" in preview.get(path).text


def test_a_folder_without_its_slash_leads_there(preview: Preview) -> None:
    answer = preview.get("/2024/03/05/first?a=1")
    assert answer.status in (301, 302, 307, 308)
    assert answer.headers["location"].endswith("/2024/03/05/first/?a=1")


def test_pages_carry_the_reload_script_and_outputs_do_not(preview: Preview) -> None:
    page = preview.get("/")
    assert page.text.count("/__inkpost/events") == 1
    assert page.text.rstrip().endswith("</html>")
    assert page.headers["cache-control"] == "no-store"
    assert "__inkpost" not in preview.get("/style.css").text


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/style.css", "text/css; charset=utf-8"),
        ("/data.json", "application/json; charset=utf-8"),
        ("/pic.png", "image/png"),
        ("/katex/katex.min.css", "text/css; charset=utf-8"),
        ("/katex/fonts/KaTeX_Main-Regular.woff2", "font/woff2"),
        ("/sitemap.xml", "xml; charset=utf-8"),
        ("/robots.txt", "text/plain; charset=utf-8"),
        ("/notes/plain", "text/html; charset=utf-8"),
    ],
)
def test_files_have_their_types(preview: Preview, path: str, kind: str) -> None:
    answer = preview.get(path)
    assert answer.status == 200
    assert answer.headers["content-type"].endswith(kind)


def test_what_is_not_there_is_404(preview: Preview) -> None:
    for path in ("/nowhere/", "/nowhere.png", "/2024", "/2024/03/05/first/x", "/pic.png/"):
        assert preview.get(path).status == 404, path


def test_head_answers_without_a_body(preview: Preview) -> None:
    answer = preview.get("/pic.png", "HEAD")
    assert answer.status == 200
    assert answer.body == b""
    assert answer.headers["content-length"] == str(len(PICTURE))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_are_refused(preview: Preview, method: str) -> None:
    assert preview.get("/", method).status == 405


def test_a_file_has_a_tag_and_304_when_it_is_known(preview: Preview) -> None:
    first = preview.get("/pic.png")
    assert first.body == PICTURE
    tag = first.headers["etag"]
    again = preview.get("/pic.png", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    assert preview.get("/pic.png", If_None_Match='"other"').status == 200
    assert preview.get("/style.css").headers["etag"] != tag


@pytest.mark.parametrize(
    ("asked", "status", "start", "stop"),
    [
        ("bytes=0-9", 206, 0, 10),
        ("bytes=1000-", 206, 1000, 1024),
        ("bytes=-24", 206, 1000, 1024),
        ("bytes=1000-5000", 206, 1000, 1024),
        ("bytes=5000-", 416, 0, 0),
        ("lines=1-2", 416, 0, 0),
    ],
)
def test_ranges_are_served(
    preview: Preview, asked: str, status: int, start: int, stop: int
) -> None:
    answer = preview.get("/pic.png", Range=asked)
    assert answer.status == status
    if status == 206:
        assert answer.body == PICTURE[start:stop]
        assert answer.headers["content-range"] == f"bytes {start}-{stop - 1}/{len(PICTURE)}"
        assert answer.headers["content-length"] == str(stop - start)


ESCAPES = (
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%252e%252e%252fsecret.txt",
    "/..%5csecret.txt",
    "/..%2fpublic-leak/x.txt",
    "/..%2f..%2fetc/passwd",
    "//etc/hostname",
    "/_config.yml",
    "/source/_posts/first.md",
    "/secret.txt",
    "/public-leak/x.txt",
    "/a%00.md",
    "/.inkpost/outputs",
    "/themes/plain/layout/post.jinja",
    "/2024/../../secret.txt",
    "/katex/..%2f..%2f..%2fsecret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "/....//secret.txt",
    "http://localhost/../secret.txt",
)


@pytest.mark.parametrize("path", ESCAPES)
def test_nothing_but_routes_is_served(preview: Preview, path: str) -> None:
    answer = preview.get(path)
    assert answer.status in (400, 403, 404)
    assert b"TOPSECRET" not in answer.body
    assert b"root:" not in answer.body
    assert preview.get("/").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "[::2]"]
)
def test_another_host_name_is_refused(preview: Preview, host: str) -> None:
    answer = preview.get("/", host=host)
    assert answer.status in (400, 403)
    assert "First" not in answer.text


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "localhost:40", "[::1]:80", "LOCALHOST"]
)
def test_names_of_this_machine_are_answered(preview: Preview, host: str) -> None:
    assert preview.get("/", host=host).status == 200


def test_it_listens_on_the_loopback_alone(preview: Preview) -> None:
    table = Path("/proc/net/tcp")
    if not table.is_file():
        pytest.skip("there is no table of sockets here")
    wanted = f":{preview.port:04X}"
    listening = [
        line.split()[1] for line in table.read_text().splitlines()[1:]
        if line.split()[1].endswith(wanted) and line.split()[3] == "0A"
    ]  # fmt: skip
    assert listening == [f"0100007F{wanted}"]


# -- a site below a path


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    site = write_site(
        tmp_path_factory.mktemp("below"), url="https://quay.example/blog", root="/blog/"
    )
    site.write("source/404.md", "---\ntitle: lost\n---\nNobody here.\n")
    with Preview(site.root) as running:
        yield running


def test_a_site_below_a_path_is_served_there(below: Preview) -> None:
    assert below.root == "/blog/"
    assert "First words." in below.get("/blog/2024/03/05/first/").text
    assert 'href="/blog/2024/03/05/first/"' in below.get("/blog/").text
    assert below.get("/blog/style.css").status == 200


def test_the_bare_host_leads_to_the_path(below: Preview) -> None:
    for path in ("/", "/blog"):
        answer = below.get(path)
        assert answer.status in (301, 302, 307, 308)
        assert answer.headers["location"].endswith("/blog/")


def test_what_lies_outside_of_the_path_is_404(below: Preview) -> None:
    for path in ("/style.css", "/2024/03/05/first/", "/blogger/", "/blog/../style.css"):
        assert below.get(path).status == 404, path


def test_a_page_of_the_author_answers_for_what_is_not_there(below: Preview) -> None:
    answer = below.get("/blog/nowhere/")
    assert answer.status == 404
    assert "Nobody here." in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
