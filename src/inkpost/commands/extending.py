"""Commands that a site's plug-ins bring."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeAlias

import click

from inkpost.commands.session import Session
from inkpost.config import Config
from inkpost.configfiles import OpenOptions, load_config
from inkpost.errors import ConfigError, Diagnostic
from inkpost.extend import CommandCall, Extensions, call_plugin
from inkpost.opening import find_scripts
from inkpost.plugins import has_entry_points, load_extensions
from inkpost.site.hooks import run_filters

_ANY_WORDS: Final = {
    "ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False,
}  # fmt: skip


Application: TypeAlias = "Callable[..., Iterable[bytes]]"


def load_site_extensions(session: Session) -> tuple[Config, Extensions]:
    """The site's configuration and everything that is registered.

    Raises: ConfigError, PluginError.
    """
    options = OpenOptions(config_files=session.config_files, drafts=session.drafts)
    config = load_config(session.root, options)
    scripts = () if session.safe else find_scripts(session.root, config)
    return config, load_extensions(config, scripts, safe=session.safe)


def own_extensions(session: Session, config: Config) -> Extensions | None:
    """What is registered, where a plug-in of others may be there; None where none can be.

    A command that asks plug-ins about one small thing does not load all that ships for it.
    Raises: ConfigError, PluginError.
    """
    return plugins_of(session.root, config, safe=session.safe)


def plugins_of(root: Path, config: Config, *, safe: bool = False) -> Extensions | None:
    """As `own_extensions`, for the site at `root`."""
    if safe:
        return None
    scripts = find_scripts(root, config)
    if not scripts and not has_entry_points():
        return None
    return load_extensions(config, scripts)


def run_hook(session: Session, name: str) -> None:
    """Run the filters of a name that are given no value, of the site's plug-ins.

    Raises: ConfigError, PluginError.
    """
    config = load_config(session.root, OpenOptions(config_files=session.config_files))
    extensions = own_extensions(session, config)
    if extensions is not None:
        run_filters(name, None, extensions, config, _ignore)


def with_middleware(app: Application, extensions: Extensions | None, config: Config) -> Application:
    """A WSGI application inside those that the filters `server_middleware` put around it.

    Raises: PluginError naming the plug-in that fails.
    """
    if extensions is None:
        return app
    wrapped: Application = run_filters("server_middleware", app, extensions, config, _ignore)
    return wrapped


def _ignore(_item: Diagnostic) -> None:
    return


def call_for(session: Session, config: Config, words: Iterable[str]) -> CommandCall:
    """What a plug-in's command is given for the words behind its name."""
    plain, options = split_words(list(words))

    def say(line: str) -> None:
        if not session.silent:
            sys.stdout.write(f"{line}\n")

    return CommandCall(
        words=plain, options=options, root=str(session.root.resolve()), config=config, say=say
    )


def find_command(session: Session, name: str) -> click.Command | None:
    """The command of that name that a plug-in of the site brings; None where there is none.

    Raises: PluginError where a plug-in fails while it is loaded.
    """
    try:
        config, extensions = load_site_extensions(session)
    except ConfigError:
        return None  # outside of a site there are no plug-ins
    found = extensions.commands.get(name)
    if found is None:
        return None

    @click.command(name, context_settings=_ANY_WORDS, help=inspect.getdoc(found.run))
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    @click.pass_context
    def command(ctx: click.Context, words: tuple[str, ...]) -> None:
        call = call_for(session, config, words)
        code = call_plugin(f'command "{name}"', found.plugin, found.run, call)
        ctx.exit(code if isinstance(code, int) else 0)

    return command


def split_words(words: list[str]) -> tuple[tuple[str, ...], dict[str, str | bool]]:
    """Words, and options such as `--key value`, `--key=value`, `--flag`, `-f`."""
    plain: list[str] = []
    options: dict[str, str | bool] = {}
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word == "--":
            plain += words[place:]
            break
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        follows = place < len(words) and not words[place].startswith("-")
        if equals:
            options[name] = value
        elif word.startswith("--") and follows:
            options[name] = words[place]
            place += 1
        else:
            options[name] = True
    return tuple(plain), options
