"""`blog new`: makes a post, a page or a draft from its scaffold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from inkpost.commands.newfiles import load_rules, look_around, write_new
from inkpost.config import Config
from inkpost.errors import BlogError
from inkpost.hexo.newpost import NewArgs, NewPlan, NewRules, Surroundings, plan_new

__all__ = ["NewArgs", "NewResult", "run_new"]

_TRIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
    """What was made. path, folder: site-relative; folder: for the post's files, or None."""

    path: str
    folder: str | None = None


def run_new(root: Path, args: NewArgs, now: datetime, *, config: Config | None = None) -> NewResult:
    """Make the file that `args` ask for in the site at `root`; no file is ever overwritten
    unless `args.replace` says so.

    now: aware. config: None reads the site's `_config.yml`.

    Raises: BlogError, where the site or the request is at fault or the disk refuses.
    """
    rules, now = load_rules(root, config, now)
    around = look_around(root, now)
    plan = _make(root, rules, args, around)
    return NewResult(path=plan.path, folder=plan.folder)


def _make(root: Path, rules: NewRules, args: NewArgs, around: Surroundings) -> NewPlan:
    for _ in range(_TRIES):
        plan = plan_new(rules, args, around)
        try:
            write_new(root, plan, replace=args.replace)
        except FileExistsError:  # another command was faster: the next free name
            continue
        return plan
    raise BlogError(f'no free name was found for "{plan.path}"')
