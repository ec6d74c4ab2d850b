"""What the options of a build do, and how a build ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from inkpost.commands.build import build_time
from inkpost.model import Progress
from tests.sites import NOW, SiteBuilder, codes

BAD = "---\ntitle: a: b\n---\nx\n"


@pytest.fixture
def mixed(site: SiteBuilder) -> SiteBuilder:
    """A built site one of whose three posts was broken since."""
    for name in ("good", "fine", "broken"):
        site.post(name, f"Text of {name}.\n")
    site.post("gone", "Will go.\n")
    assert site.blog("build").code == 0
    site.write("source/_posts/broken.md", BAD)
    site.post("fine", "New text of fine.\n")
    (site.root / "source/_posts/gone.md").unlink()
    return site


def page(site: SiteBuilder, name: str) -> str:
    return (site.public / f"2024/03/05/{name}/index.html").read_text()


def test_one_broken_post_keeps_everything_from_being_published(mixed: SiteBuilder) -> None:
    before = mixed.public_files()
    assert mixed.blog("build").code == 1
    assert mixed.public_files() == before


def test_keep_going_publishes_the_rest_and_prunes_nothing(mixed: SiteBuilder) -> None:
    ended = mixed.blog("build", "--keep-going")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert "1 error" in ended.out
    assert "New text of fine." in page(mixed, "fine")
    assert "Text of broken." in page(mixed, "broken")
    assert "Will go." in page(mixed, "gone")
    index = (mixed.public / "index.html").read_text()
    assert ">fine<" in index
    assert ">broken<" not in index


def test_what_keep_going_left_is_pruned_by_the_next_whole_build(mixed: SiteBuilder) -> None:
    mixed.blog("build", "--keep-going")
    (mixed.root / "source/_posts/broken.md").unlink()
    assert mixed.blog("build").code == 0
    assert not (mixed.public / "2024/03/05/gone").exists()
    assert not (mixed.public / "2024/03/05/broken").exists()
    assert (mixed.public / "2024/03/05/good").exists()


def test_keep_going_leaves_out_a_post_whose_tag_fails(site: SiteBuilder) -> None:
    site.write(
        "scripts/tags.py",
        "def register(ext):\n    ext.tag('boom')(lambda call, ctx: 1 / 0)\n",
    )
    site.post("good")
    site.post("bad", "{% boom %}\n")
    ended = site.blog("build", "--keep-going")
    assert ended.code == 1
    index = (site.public / "index.html").read_text()
    assert ">good<" in index
    assert ">bad<" not in index
    assert not (site.public / "2024/03/05/bad").exists()


def test_keep_going_publishes_nothing_where_there_is_nothing(site: SiteBuilder) -> None:
    site.configure(theme="nowhere")
    ended = site.blog("build", "--keep-going")
    assert ended.code == 1
    assert not site.public.exists()


def test_bail_stops_at_the_first_error(site: SiteBuilder) -> None:
    for name in ("a", "b", "c"):
        site.write(f"source/_posts/{name}.md", BAD)
    assert len(site.blog("build").errors) == 3
    for flag in ("--bail", "-b"):
        ended = site.blog("build", flag)
        assert ended.code == 1
        assert len(ended.errors) == 1
    assert not site.public.exists()


def test_strict_takes_warnings_for_errors(site: SiteBuilder) -> None:
    site.post("a", "[nowhere](/nowhere/)\n")
    calm = site.blog("build")
    assert calm.code == 0
    assert len(calm.warnings) == 1
    before = site.public_files()
    site.post("a", "Changed. [nowhere](/nowhere/)\n")
    strict = site.blog("build", "--strict")
    assert strict.code == 1
    assert len(strict.errors) == 1
    assert strict.errors[0].startswith("source/_posts/a.md:6:")
    assert site.public_files() == before


def test_strict_is_content_with_a_site_without_warnings(site: SiteBuilder) -> None:
    site.post("a")
    assert site.blog("build", "--strict").code == 0


def test_strict_and_keep_going_publish_with_exit_1(site: SiteBuilder) -> None:
    site.post("a", "[nowhere](/nowhere/)\n")
    assert site.blog("build", "--strict", "--keep-going").code == 1
    assert "nowhere" in page(site, "a")


def test_silent_says_nothing_but_errors(site: SiteBuilder) -> None:
    site.post("a", "[nowhere](/nowhere/)\n")
    ended = site.blog("--silent", "build")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    site.write("source/_posts/b.md", BAD)
    ended = site.blog("--silent", "build")
    assert ended.code == 1
    assert ended.out == ""
    assert len(ended.errors) == 1
    assert not ended.warnings


def test_warnings_of_one_kind_are_counted_when_there_are_many(site: SiteBuilder) -> None:
    links = "\n".join(f"[{number}](/nowhere/{number}/)" for number in range(25))
    site.post("a", links)
    ended = site.blog("build")
    assert len(ended.warnings) == 20
    assert 'and 5 more warnings of the kind "broken-link"' in ended.err
    assert "25 warnings" in ended.out


# -- drafts and the future


def test_drafts_are_shown_only_when_asked_for(site: SiteBuilder) -> None:
    site.post("a")
    site.write("source/_drafts/idea.md", "---\ntitle: idea\ndate: 2024-03-05\n---\nDraft.\n")
    site.post("hidden", published=False)
    assert site.blog("build").code == 0
    drafts = ["2024/03/05/idea/index.html", "2024/03/05/hidden/index.html"]
    assert not any(path in site.public_files() for path in drafts)
    for words in (["build", "--drafts"], ["build", "--draft"], ["--draft", "build"]):
        site.blog("build")
        assert site.blog(*words).code == 0
        assert all(path in site.public_files() for path in drafts), words
        assert "idea" in (site.public / "index.html").read_text()
    assert site.blog("build").code == 0
    assert not any(path in site.public_files() for path in drafts)


def test_render_drafts_shows_them_without_the_option(site: SiteBuilder) -> None:
    site.configure(render_drafts=True)
    site.write("source/_drafts/idea.md", "---\ntitle: idea\ndate: 2024-03-05\n---\nDraft.\n")
    assert "2024/03/05/idea/index.html" in site.make().outputs


@pytest.mark.parametrize(("future", "shown"), [(True, True), (False, False)])
def test_what_is_dated_later_is_shown_as_the_site_says(
    site: SiteBuilder, future: bool, shown: bool
) -> None:
    site.configure(future=future)
    site.post("later", date="2024-06-01 12:00:01")
    site.page("plan/index.md", date="2024-07-01 00:00:00")
    site.post("now", date="2024-06-01 12:00:00")
    made = site.make(NOW)
    assert "2024/06/01/now/index.html" in made.outputs
    assert ("2024/06/01/later/index.html" in made.outputs) is shown
    assert ("plan/index.html" in made.outputs) is shown


def test_the_clock_may_be_given_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert build_time() == datetime(1970, 1, 2, tzinfo=UTC)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    assert build_time().tzinfo is not None


# -- other configurations


def test_several_configurations_are_merged_later_over_earlier(site: SiteBuilder) -> None:
    site.post("a")
    site.write("more.yml", "permalink: :title/\nper_page: 1\n")
    assert site.blog("--config", "_config.yml,more.yml", "build").code == 0
    assert "a/index.html" in site.public_files()


def test_a_json_configuration_is_taken_where_there_is_no_other(site: SiteBuilder) -> None:
    site.post("a")
    (site.root / "_config.yml").unlink()
    site.write(
        "_config.json",
        '{"title": "Q", "url": "https://q.example", "theme": "plain", "permalink": ":title/"}',
    )
    assert site.blog("build").code == 0
    assert "a/index.html" in site.public_files()


# -- progress and the summary


def test_progress_tells_every_phase_in_order(site: SiteBuilder) -> None:
    site.post("a")
    told: list[Progress] = []
    from inkpost.engine import Engine

    with Engine(site.root) as engine:
        engine.build(NOW, told.append)
    phases = list(dict.fromkeys(each.phase for each in told))
    assert phases == ["scan", "parse", "index", "render", "generate", "page", "publish"]
    assert all(0 <= each.done <= each.total for each in told)


def test_the_summary_counts_what_happened(site: SiteBuilder) -> None:
    site.post("a")
    site.post("b")
    first = site.blog("build").out
    assert first.startswith("public: ")
    total = len(site.public_files())
    assert f"{total} written, 0 unchanged" in first
    (site.root / "source/_posts/b.md").unlink()
    second = site.blog("build").out
    assert "removed" in second
    total = len(site.public_files())
    assert f"0 written, {total} unchanged" in site.blog("build").out


def test_foreign_files_are_told_of_once_and_left_alone(site: SiteBuilder) -> None:
    site.post("a")
    site.write("public/CNAME", "quay.example")
    report = site.build()
    assert codes(report.diagnostics, "info") == ["foreign-files"]
    assert codes(site.build().diagnostics, "info") == []
    assert site.public_files()["CNAME"] == b"quay.example"


# -- interrupted

SLOW = """
import sys, time
def register(ext):
    @ext.generator("slow")
    def slow(site):
        print("ready", flush=True)
        while True:
            time.sleep(0.01)
"""


def test_control_c_ends_a_build_with_130_and_changes_nothing(site: SiteBuilder) -> None:
    site.post("a")
    assert site.blog("build").code == 0
    before = site.public_files()
    site.post("a", "Changed, with $x^2$.\n")
    site.write("scripts/slow.py", SLOW)
    with subprocess.Popen(
        [sys.executable, "-m", "inkpost", "build"],
        cwd=site.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == "interrupted"
    assert site.public_files() == before
    assert not (site.root / ".public.inkpost").exists()


def test_a_closed_pipe_is_no_crash(site: SiteBuilder) -> None:
    site.post("a", "[nowhere](/nowhere/)\n")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "inkpost", "build"],
        cwd=site.root, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
    )  # fmt: skip
    os.close(writing)
    assert "Traceback" not in done.stderr
