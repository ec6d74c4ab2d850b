"""One browser a worker, and the served sites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.serving import serve
from tests.browser.sites import THEMES, build_root_site, build_sample_site, built_once

HERE = Path(__file__).parent
MAKERS = {"root": build_root_site, "sample": build_sample_site}
OutputOf = Callable[[str, str], Path]
AddressOf = Callable[[str, str], str]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    """Chromium."""
    with Chromium() as running:
        yield running


@pytest.fixture(scope="session")
def output_of(tmp_path_factory: pytest.TempPathFactory) -> OutputOf:
    """The output of a site, by kind ("root" or "sample") and theme."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base

    @cache
    def output(kind: str, theme: str) -> Path:
        make = partial(MAKERS[kind], theme=theme)
        return built_once(shared / f"browser-{kind}-{theme}", make)

    return output


@pytest.fixture(scope="session")
def address_of(output_of: OutputOf) -> Iterator[AddressOf]:
    """The address of a served site, by kind and theme."""
    with ExitStack() as stack:

        @cache
        def address(kind: str, theme: str) -> str:
            return stack.enter_context(serve(output_of(kind, theme)))

        yield address


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    """Each theme in turn."""
    return str(request.param)


@pytest.fixture
def root_output(output_of: OutputOf, theme: str) -> Path:
    """The output of the repository's own site."""
    return output_of("root", theme)


@pytest.fixture
def root_site(address_of: AddressOf, theme: str) -> str:
    """The address of the repository's own site."""
    return address_of("root", theme)


@pytest.fixture
def sample(address_of: AddressOf, theme: str) -> str:
    """The address of the small site."""
    return address_of("sample", theme)
