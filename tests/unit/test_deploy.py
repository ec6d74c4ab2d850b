"""Deployment, with real repositories in temporary folders."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkpost.commands.deploy import DeployArgs, run_deploy
from inkpost.commands.gitdeploy import commit_message, read_targets
from inkpost.errors import DeployError, PluginError
from tests.unit.sites import write_site

POST = {"source/_posts/tide.md": "---\ntitle: Tide\ndate: 2024-01-02\n---\nHigh water.\n"}
SETTINGS = (
    "deploy:\n  type: git\n  repo: {repo}\n  branch: pages\n  name: Ada\n  email: a@b.example\n"
)


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=T", "-c", "user.email=t@t.example", *words],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.fixture(autouse=True)
def _own_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "no-such-file"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("INKPOST_CACHE_DIR", raising=False)


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    folder = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(folder)], check=True)
    return folder


@pytest.fixture
def site(tmp_path: Path, remote: Path) -> Path:
    return write_site(tmp_path / "site", POST, SETTINGS.format(repo=remote))


def files_of(remote: Path, branch: str = "pages") -> list[str]:
    listed = git(remote, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", branch)
    return listed.splitlines()


def test_the_output_folder_becomes_the_branch(site: Path, remote: Path) -> None:
    assert run_deploy(site, DeployArgs(build=True)) == 0
    assert "2024/01/02/tide/index.html" in files_of(remote)
    shown = git(remote, "log", "-1", "--format=%an %ae %s", "pages")
    assert shown.startswith("Ada a@b.example Site updated: 20")
    page = git(remote, "show", "pages:2024/01/02/tide/index.html")
    assert page == (site / "public/2024/01/02/tide/index.html").read_text("utf-8").strip()


def test_a_second_deployment_adds_a_commit_and_drops_what_is_gone(site: Path, remote: Path) -> None:
    run_deploy(site, DeployArgs(build=True))
    (site / "source/_posts/tide.md").unlink()
    (site / "source/_posts/wind.md").write_text("---\ntitle: Wind\ndate: 2024-02-01\n---\nx\n")
    run_deploy(site, DeployArgs(build=True, message="Second"))
    assert "2024/02/01/wind/index.html" in files_of(remote)
    assert "2024/01/02/tide/index.html" not in files_of(remote)
    assert git(remote, "log", "--format=%s", "pages").splitlines()[0] == "Second"
    assert git(remote, "rev-list", "--count", "pages") == "2"


def test_nothing_new_makes_no_commit(
    site: Path, remote: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_deploy(site, DeployArgs(build=True))
    before = git(remote, "rev-parse", "pages")
    run_deploy(site, DeployArgs())
    assert git(remote, "rev-parse", "pages") == before
    assert "up to date" in capsys.readouterr().out


def test_the_history_of_a_branch_is_kept_in_a_fresh_clone(
    site: Path, remote: Path, tmp_path: Path
) -> None:
    run_deploy(site, DeployArgs(build=True))
    again = write_site(
        tmp_path / "again",
        {"source/_posts/rain.md": "---\ntitle: Rain\ndate: 2024-01-02\n---\nx\n"},
        SETTINGS.format(repo=remote),
    )
    run_deploy(again, DeployArgs(build=True))
    assert git(remote, "rev-list", "--count", "pages") == "2"


def test_the_users_repository_is_not_touched(site: Path) -> None:
    git(site, "init", "-q")
    (site / ".gitignore").write_text("public/\n.inkpost/\n", "utf-8")
    git(site, "add", "-A")
    git(site, "commit", "-q", "-m", "first")
    (site / "source/_posts/tide.md").write_text("---\ntitle: Changed\ndate: 2024-01-02\n---\n")
    (site / "staged.txt").write_text("staged", "utf-8")
    git(site, "add", "staged.txt")
    before = [
        git(site, "status", "--porcelain=v2", "--branch", "--untracked-files=all"),
        git(site, "for-each-ref"),
        git(site, "stash", "list"),
        git(site, "config", "--list", "--local"),
        (site / ".git/index").read_bytes(),
    ]
    run_deploy(site, DeployArgs(build=True))
    after = [
        git(site, "status", "--porcelain=v2", "--branch", "--untracked-files=all"),
        git(site, "for-each-ref"),
        git(site, "stash", "list"),
        git(site, "config", "--list", "--local"),
        (site / ".git/index").read_bytes(),
    ]
    assert before == after


def test_surroundings_of_another_git_command_do_not_matter(
    site: Path, remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q", "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other/index"))
    run_deploy(site, DeployArgs(build=True))
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert files_of(remote)
    assert not git(tmp_path / "other", "for-each-ref")
    assert not (tmp_path / "other/index").exists()


def test_files_go_as_they_are(site: Path, remote: Path) -> None:
    for path, data in {
        "source/.nojekyll": b"",
        "source/.gitattributes": b"* text=auto eol=crlf\n",
        "source/.gitignore": b"*\n",
        "source/data/数 据 $(x).bin": b"a\r\nb\x00",
    }.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(data)
    config = site / "_config.yml"
    names = "'.nojekyll', '.gitattributes', '.gitignore'"
    config.write_text(config.read_text() + f"include: [{names}]\n")
    run_deploy(site, DeployArgs(build=True))
    assert {".nojekyll", ".gitignore", "data/数 据 $(x).bin"} <= set(files_of(remote))
    shown = subprocess.run(
        ["git", "show", "pages:data/数 据 $(x).bin"], cwd=remote, capture_output=True, check=True
    )
    assert shown.stdout == b"a\r\nb\x00"


def test_settings_leave_files_out_and_take_folders_in(site: Path, remote: Path) -> None:
    (site / "extra").mkdir()
    (site / "extra/note.txt").write_text("n", "utf-8")
    (site / "extra/skip.log").write_text("n", "utf-8")
    config = site / "_config.yml"
    config.write_text(
        config.read_text() + "  extend_dirs: extra\n  ignore_pattern: {extra: '[.]log$'}\n"
    )
    run_deploy(site, DeployArgs(build=True))
    assert "extra/note.txt" in files_of(remote)
    assert "extra/skip.log" not in files_of(remote)


def test_several_places_and_types(tmp_path: Path, site: Path, remote: Path) -> None:
    (site / "scripts").mkdir()
    (site / "scripts/copy.py").write_text(
        "from pathlib import Path\n\n\ndef register(ext):\n"
        "    @ext.deployer('note')\n    def note(call):\n"
        "        found = any(Path(call.public).rglob('*.html'))\n"
        "        text = f\"{call.settings['word']} {found}\"\n"
        "        Path(call.root, 'note.txt').write_text(text)\n",
        "utf-8",
    )
    config = f"deploy:\n  - type: note\n    word: done\n  - type: git\n    repo: {remote},one\n"
    write_site(site, POST, config + "    name: Ada\n    email: a@b.example\n")
    assert run_deploy(site, DeployArgs()) == 0
    assert (site / "note.txt").read_text() == "done True"
    assert files_of(remote, "one")


def test_a_failing_deployer_is_named_with_its_line(site: Path) -> None:
    (site / "scripts").mkdir()
    (site / "scripts/bad.py").write_text(
        "def register(ext):\n    @ext.deployer('bad')\n    def bad(call):\n        1 / 0\n", "utf-8"
    )
    write_site(site, POST, "deploy: {type: bad}\n")
    with pytest.raises(PluginError, match=r"deployer \"bad\" of scripts/bad.py:4 failed"):
        run_deploy(site, DeployArgs())


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ("", "nothing is configured"),
        ("deploy: {type: rsync}\n", 'no deployer "rsync"'),
        ("deploy: {type: git}\n", "names no repo"),
        ("deploy: {type: git, repo: '--upload-pack=touch x'}\n", "no address"),
        ("deploy: {type: git, repo: /no/such/place.git}\n", "cannot reach"),
        ("deploy: {type: git, repo: x, token: $NO_SUCH_NAME}\n", "NO_SUCH_NAME"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, config: str, words: str) -> None:
    site = write_site(tmp_path / "site", POST, config)
    with pytest.raises(DeployError) as raised:
        run_deploy(site, DeployArgs())
    assert words in raised.value.message
    assert raised.value.hint


def test_a_branch_that_moved_meanwhile_is_not_overwritten(
    site: Path, remote: Path, tmp_path: Path
) -> None:
    run_deploy(site, DeployArgs(build=True))
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "-b", "pages", str(remote), str(clone))
    (clone / "CNAME").write_text("blog.example", "utf-8")
    git(clone, "add", "-A")
    git(clone, "commit", "-q", "-m", "by hand")
    git(clone, "push", "-q", "origin", "pages")
    run_deploy(site, DeployArgs(message="Next", build=True))
    assert git(remote, "log", "--format=%s", "pages").splitlines()[:2] == ["Next", "by hand"]


@pytest.mark.parametrize(
    ("settings", "url", "branch"),
    [
        ({"repo": "git@github.com:ada/notes.git"}, "git@github.com:ada/notes.git", "gh-pages"),
        ({"repo": "https://github.com/ada/ada.github.io.git"}, None, "master"),
        ({"repo": "https://github.com/ada/ada.github.io,main"}, None, "main"),
        ({"repository": "git@git.coding.net:ada/x.git"}, None, "master"),
        ({"repo": "x", "branch": "b"}, "x", "b"),
        ({"repo": {"url": "x", "branch": "c"}}, "x", "c"),
        ({"repo": {"one": "y,d"}}, "y", "d"),
    ],
)
def test_where_a_site_goes(settings: dict[str, object], url: str | None, branch: str) -> None:
    target = read_targets(settings)[0]
    assert target.branch == branch
    assert url is None or target.url == url


def test_a_password_in_an_address_is_not_shown() -> None:
    target = read_targets({"repo": "https://ada:secret@git.example/x.git"})[0]
    assert target.shown == "https://git.example/x.git"


@pytest.mark.parametrize("text", ['{{ now("yyyy-MM-dd HH:mm") }}', "{{ now('YYYY-MM-DD HH:mm') }}"])
def test_the_message_tells_the_time(text: str) -> None:
    now = datetime(2024, 6, 1, 12, 30, tzinfo=UTC)
    local = now.astimezone()
    assert commit_message(f"At {text}!", now) == f"At {local:%Y-%m-%d %H:%M}!"
