"""`blog publish`: makes a post of a draft."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

from inkpost.commands.new import NewResult
from inkpost.commands.newfiles import list_files, load_rules, look_around, read_text, write_new
from inkpost.config import Config
from inkpost.errors import BlogError
from inkpost.hexo.frontmatter import parse_front_matter
from inkpost.hexo.newpost import NewPlan, NewRules, PublishPlan, find_draft, plan_publish
from inkpost.hexo.permalink import extension
from inkpost.localize.manifest import move_origins


def run_publish(
    root: Path,
    name: str,
    now: datetime,
    *,
    config: Config,
    layout: str | None = None,
    replace: bool = False,
) -> NewResult:
    """Move the draft that `name` means, and the folder of its files, into the posts.

    name: file name, title or path below `_drafts`. now: aware. The draft is removed only once its
    post is written.

    Raises: BlogError, where the site or the request is at fault or the disk refuses.
    """
    rules, now = load_rules(config, now)
    folder = f"{rules.source_dir}/_drafts"
    name = name.removeprefix(f"{rules.source_dir}/").removeprefix("_drafts/")
    draft = _find_draft(root, folder, name, rules)
    plan = plan_publish(
        rules,
        draft,
        read_text(root, f"{folder}/{draft}"),
        look_around(root, now),
        slug=name if name != draft else draft.removesuffix(extension(draft)),
        layout=layout,
        replace=replace,
    )
    _carry_out(root, plan, replace=replace)
    return NewResult(path=plan.new.path, folder=plan.assets[1] if plan.assets else plan.new.folder)


def _find_draft(root: Path, folder: str, name: str, rules: NewRules) -> str:
    """The path below the folder of drafts. Raises: BlogError where no draft is meant."""
    drafts = [path for path in list_files(root / folder) if not _is_hidden(path)]
    draft = find_draft(name, drafts, filename_case=rules.filename_case)
    draft = draft or _with_title(name, root, folder, drafts)
    if draft is None:
        raise BlogError(
            f'the draft "{name}" was not found in "{folder}"',
            hint="name one of the files in that folder",
        )
    return draft


def _carry_out(root: Path, plan: PublishPlan, *, replace: bool) -> None:
    new = plan.new
    if plan.assets:
        _check_free(root, *plan.assets)
        new = NewPlan(path=new.path, text=new.text)  # its folder is moved there, not made
    try:
        write_new(root, new, replace=replace)
    except FileExistsError as error:
        raise BlogError(f'"{new.path}" exists already', hint="run the command again") from error
    (root / plan.draft).unlink()
    if plan.assets:
        _move(root, *plan.assets)
    move_origins(root, plan.draft, new.path)


def _with_title(name: str, root: Path, folder: str, drafts: list[str]) -> str | None:
    """The draft whose title is `name`; one whose front matter is broken is no match."""
    for draft in sorted(drafts):
        try:
            matter = parse_front_matter(read_text(root, f"{folder}/{draft}"), path=draft)
        except BlogError:
            continue
        if str(matter.data.get("title", "")) == name:
            return draft
    return None


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))


def _check_free(root: Path, source: str, target: str) -> None:
    for path in list_files(root / source):
        if (root / target / path).exists():
            raise BlogError(
                f'the draft\'s file "{path}" is in "{target}" already',
                hint="remove or rename one of the two",
            )


def _move(root: Path, source: str, target: str) -> None:
    for path in list_files(root / source):
        file = root / target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(root / source / path, file)
    shutil.rmtree(root / source)
