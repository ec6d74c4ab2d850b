"""A port that another program has, and the addresses that may be asked for."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.preview import Preview
from tests.sites import SiteBuilder


@pytest.fixture(params=[socket.AF_INET, socket.AF_INET6], ids=["IPv4", "IPv6"])
def taken(request: pytest.FixtureRequest) -> Iterator[int]:
    """A port that is taken on one of the two loopback addresses."""
    family: socket.AddressFamily = request.param
    address = "127.0.0.1" if family is socket.AF_INET else "::1"
    try:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.bind((address, 0))
    except OSError:
        pytest.skip(f"there is no {address} here")
    with closing(listener):
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_in_use_is_told_in_one_line(site: SiteBuilder, taken: int) -> None:
    site.post("first")
    ended = site.run("server", "--port", str(taken))
    assert ended.code == 1
    assert ended.errors == [f"error: port {taken} is in use"]
    assert "--port" in ended.err
    assert "Traceback" not in ended.err + ended.out


def test_a_second_preview_does_not_disturb_the_first(site: SiteBuilder) -> None:
    site.post("first", "Words.\n")
    with Preview(site.root) as first:
        assert site.run("server", "--port", str(first.port)).code == 1
        assert first.get("/2024/03/05/first/").status == 200
        with Preview(site.root) as second:
            assert second.port != first.port


@pytest.mark.parametrize("port", ["-1", "65536", "web"])
def test_a_port_that_is_none_is_a_matter_of_usage(site: SiteBuilder, port: str) -> None:
    assert site.blog("server", "--port", port).code == 2


def test_an_address_that_is_not_ours_is_told_in_one_line(site: SiteBuilder) -> None:
    ended = site.run("server", "--port", "0", "--host", "192.0.2.1")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert "192.0.2.1" in ended.errors[0]
    assert "Traceback" not in ended.err


def test_a_preview_open_to_the_network_answers_by_any_name(site: SiteBuilder) -> None:
    site.post("first")
    with Preview(site.root, "--host", "0.0.0.0") as preview:
        assert preview.get("/", host="my-laptop.lan").status == 200


def test_no_configuration_is_told_in_one_line(site: SiteBuilder) -> None:
    (site.root / "_config.yml").unlink()
    ended = site.run("server", "--port", "0")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert "Traceback" not in ended.err


# -- the output folder as it is


def test_static_serves_the_output_folder_without_building(
    site: SiteBuilder, tmp_path: Path
) -> None:
    site.post("first", "Built.\n")
    assert site.blog("build").code == 0
    site.post("first", "Not built.\n")
    (tmp_path / "secret.txt").write_text("TOPSECRET")
    (site.public / "leak.txt").symlink_to(tmp_path / "secret.txt")
    with Preview(site.root, "--static") as preview:
        assert "Built." in preview.get("/2024/03/05/first/").text
        assert preview.get("/leak.txt").status == 404
        assert preview.get("/../_config.yml").status == 404
        (site.public / "new.txt").write_text("new")
        answer = preview.get("/new.txt")
        assert answer.text == "new"
        assert preview.get("/new.txt", If_None_Match=answer.headers["etag"]).status == 304
        code, errors = preview.stop()
    assert code in (0, 130)
    assert "Traceback" not in errors


def test_static_without_an_output_folder_says_what_to_do(site: SiteBuilder) -> None:
    ended = site.run("server", "--port", "0", "--static")
    assert ended.code == 1
    assert ended.errors == ['error: there is no folder "public" to serve']
    assert "blog build" in ended.err
