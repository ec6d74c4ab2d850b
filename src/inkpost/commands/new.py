"""`blog new`: makes a post, a page or a draft from its scaffold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from inkpost.commands.newfiles import load_rules, look_around, write_new
from inkpost.config import Config
from inkpost.errors import BlogError, PluginError
from inkpost.extend import Extensions
from inkpost.hexo.newpost import NewArgs, NewPlan, NewRules, Surroundings, plan_new
from inkpost.site.hooks import run_filters

__all__ = ["NewArgs", "NewResult", "run_new", "split_words"]

_TRIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
    """What was made. path, folder: site-relative; folder: for the post's files, or None."""

    path: str
    folder: str | None = None


def run_new(
    root: Path,
    args: NewArgs,
    now: datetime,
    *,
    config: Config,
    extensions: Extensions | None = None,
) -> NewResult:
    """Make the file that `args` ask for in the site at `root`; no file is ever overwritten
    unless `args.replace` says so.

    now: aware. extensions: their filters `new_post_path` may choose another path, and their
    listeners are told.

    Raises: BlogError, where the site or the request is at fault or the disk refuses.
    """
    rules, now = load_rules(config, now)
    around = look_around(root, now)

    def choose(plan: NewPlan) -> NewPlan:
        return plan if extensions is None else _moved(plan, extensions, config)

    plan = _make(root, rules, args, around, choose)
    if extensions is not None:
        extensions.tell("new", {"path": plan.path, "content": plan.text})
    return NewResult(path=plan.path, folder=plan.folder)


def _moved(plan: NewPlan, extensions: Extensions, config: Config) -> NewPlan:
    """The plan with the path that the filters `new_post_path` want.

    Raises: PluginError where one fails or wants a path outside of the site.
    """
    chosen = run_filters("new_post_path", plan.path, extensions, config, lambda _: None)
    path = PurePosixPath(str(chosen))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise PluginError(
            f'the filter "new_post_path" wants to write "{chosen}", which is outside of the site',
            hint="correct the plug-in",
        )
    folder = plan.folder if str(path) == plan.path or not plan.folder else str(path.with_suffix(""))
    return replace(plan, path=str(path), folder=folder)


def _make(
    root: Path,
    rules: NewRules,
    args: NewArgs,
    around: Surroundings,
    choose: Callable[[NewPlan], NewPlan],
) -> NewPlan:
    for _ in range(_TRIES):
        plan = choose(plan_new(rules, args, around))
        try:
            write_new(root, plan, replace=args.replace)
        except FileExistsError:  # another command was faster: the next free name
            continue
        return plan
    raise BlogError(f'no free name was found for "{plan.path}"')


def split_words(words: list[str]) -> tuple[tuple[str, ...], dict[str, str | bool]]:
    """Words and `--key value` pairs, as Hexo's command line tells them apart; a word with one
    dash is part of a title."""
    plain: list[str] = []
    extra: dict[str, str | bool] = {}
    rest = iter(range(len(words)))
    for place in rest:
        word = words[place]
        if not word.startswith("--") or len(word) == 2 or " " in word:
            plain.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        following = words[place + 1] if place + 1 < len(words) else "--"
        if equals:
            extra[name] = value
        elif following.startswith("--"):
            extra[name] = True
        else:
            extra[name] = following
            next(rest)
    return tuple(plain), extra
