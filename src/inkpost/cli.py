"""The command line: declarations only; each command's work is in `commands/`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inkpost import __version__
from inkpost.commands.examples import examples_of
from inkpost.commands.lazily import LAZY, SHORT_HELP
from inkpost.commands.session import Session

if TYPE_CHECKING:
    from inkpost.config import Config

ALIASES = {
    "generate": "build",
    "g": "build",
    "s": "server",
    "n": "new",
    "d": "deploy",
    "p": "publish",
    "l": "list",
    "co": "config",
}

_FLAGS = ("--debug", "--silent", "--safe", "--draft", "--drafts")
_OPTIONS = ("--cwd", "--config", "--output")


class Commands(click.Group):
    """A group that takes Hexo's words and any unambiguous beginning of a command's name."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, alias or beginning."""
        found = self._named(ctx, ALIASES.get(cmd_name, cmd_name))
        if found is not None:
            return found
        matches = {each for each in self.list_commands(ctx) if each.startswith(cmd_name)}
        matches |= {to for alias, to in ALIASES.items() if alias.startswith(cmd_name)}
        if len(matches) > 1:
            ctx.fail(f'"{cmd_name}" may mean {" or ".join(sorted(matches))}')
        return self._named(ctx, matches.pop()) if matches else _of_plugin(ctx, cmd_name)

    def _named(self, ctx: click.Context, name: str) -> click.Command | None:
        return _load_lazily(name) or super().get_command(ctx, name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names, those that are loaded lazily among them."""
        return sorted({*super().list_commands(ctx), *LAZY})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading those that declare themselves."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._short_help(name, room)) for name in names])

    def _short_help(self, name: str, room: int) -> str:
        text = SHORT_HELP.get(name) or self.commands[name].get_short_help_str(room)
        return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the command's full name for messages."""
        _, command, rest = super().resolve_command(ctx, args)
        return command.name if command else None, command, rest


def _load_lazily(name: str) -> click.Command | None:
    if name not in LAZY:
        return None
    module, _, attribute = LAZY[name].partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    return command


def _of_plugin(ctx: click.Context, name: str) -> click.Command | None:
    """A command that a plug-in of the site brings; asked for only where we have none."""
    from inkpost.commands.extending import find_command  # lazy

    return find_command(_session(**ctx.params), name)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
    epilog="A command's own help: blog COMMAND --help.",
)
@click.version_option(__version__, "-V", "--version", prog_name="blog")
@click.option("--cwd", type=click.Path(file_okay=False, path_type=Path), help="The site's folder.")
@click.option(
    "--config", default="", help="Configuration files, comma-separated, later over earlier."
)
@click.option("--draft", "--drafts", "drafts", is_flag=True, help="Show drafts.")
@click.option("--debug", is_flag=True, help="Show where in our code something unforeseen failed.")
@click.option("--silent", is_flag=True, help="Say nothing but errors.")
@click.option("--safe", is_flag=True, help="Load no plug-ins of the site or its theme.")
@click.option("--output", hidden=True, expose_value=False)  # Hexo's place for files of its own
@click.pass_context
def blog(
    ctx: click.Context, cwd: Path | None, config: str, drafts: bool, debug: bool, silent: bool,
    safe: bool,
) -> None:  # fmt: skip
    """Build a Hexo blog as it stands, without Node.

    \b
      blog new post "标题"   write a post        blog server   preview it, live
      blog localize          bring pictures home  blog build    write the site to public/
    """
    ctx.obj = _session(cwd, config, drafts=drafts, debug=debug, silent=silent, safe=safe)


def _session(cwd: Path | None, config: str, **flags: bool) -> Session:
    files = tuple(part.strip() for part in config.split(",") if part.strip())
    return Session(root=cwd or Path.cwd(), config_files=files, **flags)


def _session_of(ctx: click.Context, *, drafts: bool = False, debug: bool = False) -> Session:
    """The session, with what a command's own options add to it."""
    session: Session = ctx.obj
    session.drafts = session.drafts or drafts
    session.debug = session.debug or debug
    return session


@blog.command(epilog=examples_of("build"))
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@click.option("--keep-going", is_flag=True, help="Publish what is right; still exit 1.")
@click.option("-b", "--bail", is_flag=True, help="Stop at the first error.")
@click.option("--draft", "--drafts", "drafts", is_flag=True, help="Show drafts.")
@click.option("-f", "--force", is_flag=True, hidden=True)
@click.option("-c", "--concurrency", hidden=True)
@click.option("-d", "--deploy", "then_deploy", is_flag=True, help="Deploy when it is built.")
@click.option("-w", "--watch", is_flag=True, help="Build again on every change.")
@click.option("--debug", is_flag=True, help="Show where something unforeseen failed.")
@click.pass_context
def build(
    ctx: click.Context, strict: bool, keep_going: bool, bail: bool, drafts: bool, force: bool,
    concurrency: str | None, then_deploy: bool, watch: bool, debug: bool,
) -> None:  # fmt: skip
    """Write the site to public/ (Hexo: generate).

    All or nothing: after any error public/ is as it was. Unchanged files are not touched.
    """
    from inkpost.commands.build import BuildArgs, run_build  # lazy

    del force, concurrency  # Hexo's flags: there is nothing to force here
    session = _session_of(ctx, drafts=drafts, debug=debug)
    args = BuildArgs(
        config_files=session.config_files, drafts=session.drafts, strict=strict,
        keep_going=keep_going, bail=bail, silent=session.silent, debug=session.debug,
        safe=session.safe,
    )  # fmt: skip
    if watch:
        from inkpost.commands.watch import run_watch  # lazy

        ctx.exit(run_watch(session.root, args))
    code = run_build(session.root, args)
    if then_deploy and code == 0:
        ctx.invoke(deploy)
    ctx.exit(code)


@blog.command(epilog=examples_of("server"))
@click.option("-p", "--port", type=click.IntRange(0, 65535), help="Port; 0 takes a free one.")
@click.option(
    "-i", "--ip", "--host", "host", help="Address to listen on; this machine alone by default."
)
@click.option("-o", "--open", "browse", is_flag=True, help="Open the browser.")
@click.option("-l", "--log", is_flag=True, help="Write a line for each request.")
@click.option("-s", "--static", is_flag=True, help="Serve public/ as it is, without building.")
@click.option("--draft", "--drafts", "drafts", is_flag=True, help="Show drafts.")
@click.pass_context
def server(ctx: click.Context, port: int | None, host: str | None, browse: bool, log: bool,
           static: bool, drafts: bool) -> None:  # fmt: skip
    """Preview the site at http://localhost:4000, rebuilt and reloaded on every change."""
    from inkpost.commands.server import ServerArgs, run_server  # lazy

    session = _session_of(ctx, drafts=drafts)
    args = ServerArgs(
        config_files=session.config_files, drafts=session.drafts, port=port, host=host,
        browse=browse, log=log, static=static, safe=session.safe,
    )  # fmt: skip
    ctx.exit(run_server(session.root, args))


@blog.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    epilog=examples_of("new"),
)
@click.argument("words", nargs=-1, required=True, metavar="[LAYOUT] TITLE")
@click.option("-s", "--slug", help="The name in the URL, in place of one made from the title.")
@click.option(
    "-p", "--path", help="The file's path below source/_posts, or below source/ for a page."
)
@click.option("-r", "--replace", is_flag=True, help="Replace a file of that name.")
@click.pass_context
def new(ctx: click.Context, words: tuple[str, ...], slug: str | None, path: str | None,
        replace: bool) -> None:  # fmt: skip
    """Write a new post, page or draft from its scaffold.

    Any further --KEY VALUE becomes front matter.
    """
    from inkpost.commands.build import build_time  # lazy
    from inkpost.commands.extending import own_extensions  # lazy
    from inkpost.commands.new import NewArgs, run_new, split_words  # lazy

    session = _session_of(ctx)
    plain, extra = split_words([*words, *ctx.args])
    args = NewArgs(words=plain, slug=slug, path=path, replace=replace, extra=extra)
    config = _config(session)
    plugins = own_extensions(session, config)
    made = run_new(session.root, args, build_time(), config=config, extensions=plugins)
    click.echo(f"created {made.path}" + (f" and {made.folder}" if made.folder else ""))


@blog.command(epilog=examples_of("publish"))
@click.argument("words", nargs=-1, required=True, metavar="[LAYOUT] NAME")
@click.option("-r", "--replace", is_flag=True, help="Replace a post of that name.")
@click.pass_context
def publish(ctx: click.Context, words: tuple[str, ...], replace: bool) -> None:
    """Move a draft, and the folder of its files, into the posts."""
    from inkpost.commands.build import build_time  # lazy
    from inkpost.commands.publish import run_publish  # lazy

    session = _session_of(ctx)
    layout = words[0] if len(words) > 1 else None
    made = run_publish(
        session.root, words[-1], build_time(), layout=layout, replace=replace,
        config=_config(session),
    )  # fmt: skip
    click.echo(f"published {made.path}")


def _config(session: Session) -> Config:
    from inkpost.configfiles import OpenOptions, load_config  # lazy

    return load_config(session.root, OpenOptions(config_files=session.config_files))


@blog.command(epilog=examples_of("init"))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("-l", "--language", metavar="TAG", help="Its language; yours by default.")
@click.pass_context
def init(ctx: click.Context, folder: Path, language: str | None) -> None:
    """Make a new site in FOLDER; it builds at once, without any network."""
    from inkpost.commands.build import build_time  # lazy
    from inkpost.commands.init import run_init, site_language  # lazy
    from inkpost.configfiles import process_timezone  # lazy

    session = _session_of(ctx)
    target = (session.root / folder).resolve()
    tag, zone = site_language(language), process_timezone()
    ctx.exit(run_init(target, language=tag, zone=zone, now=build_time()))


@blog.command(epilog=examples_of("clean"))
@click.pass_context
def clean(ctx: click.Context) -> None:
    """Remove public/ and the cache. Never needed for a right build."""
    from inkpost.commands.clean import run_clean  # lazy
    from inkpost.commands.extending import run_hook  # lazy

    session = _session_of(ctx)
    code = run_clean(session.root, session.config_files)
    run_hook(session, "after_clean")
    ctx.exit(code)


@blog.command(epilog=examples_of("deploy"))
@click.option("-g", "--generate", "build_first", is_flag=True, help="Build first.")
@click.option("-m", "--message", help="The message of the commit.")
@click.option("--setup", is_flag=True, hidden=True)
@click.pass_context
def deploy(
    ctx: click.Context, build_first: bool = False, message: str | None = None, setup: bool = False
) -> None:
    """Publish public/ as the configuration's `deploy` says."""
    from inkpost.commands.deploy import DeployArgs, run_deploy  # lazy

    session = _session_of(ctx)
    if setup:  # Hexo's flag: there is nothing to be set up beforehand
        return
    args = DeployArgs(
        config_files=session.config_files, drafts=session.drafts, build=build_first,
        message=message, silent=session.silent, safe=session.safe,
    )  # fmt: skip
    ctx.exit(run_deploy(session.root, args))


def hoist_options(arguments: list[str]) -> list[str]:
    """The words with the options of every command moved before the command, as Hexo takes them
    anywhere. For `new`, `--draft` is front matter; for `render`, `--output` is its own."""
    first: list[str] = []
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
            break
        name = word.partition("=")[0]
        command = next((each for each in rest if not each.startswith("-")), "")
        own = (command in ("n", "new") and name in ("--draft", "--drafts")) or (
            command == "render" and name == "--output"
        )
        if own or name not in (*_FLAGS, *_OPTIONS):
            rest.append(word)
        else:
            first.append(word)
            first += [value for value in [next(words, None)] if value] if word in _OPTIONS else []
    return first + rest


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0, 1 the site has errors, 2 usage, 130 interrupted."""
    arguments = hoist_options(list(sys.argv[1:] if argv is None else argv))
    _speak_utf8()
    try:
        result = blog.main(arguments, prog_name="blog", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        sys.stderr.write("interrupted\n")
        return 130
    except BrokenPipeError:
        return 1
    except Exception as error:  # the last guard before a user's terminal
        return _unforeseen(error, _root_of(arguments), debug="--debug" in arguments)
    return result if isinstance(result, int) else 0


def _root_of(arguments: list[str]) -> Path:
    """The folder that `--cwd` names among hoisted words."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        if name == "--cwd":
            return Path(value if equals else following)
    return Path.cwd()


def _unforeseen(error: Exception, root: Path, *, debug: bool) -> int:
    from inkpost.commands.console import show_findings, to_findings  # lazy
    from inkpost.errors import BlogError  # lazy

    if debug:
        import traceback  # lazy

        traceback.print_exc()
    if isinstance(error, BlogError):
        show_findings(to_findings(error), root)
    elif not debug:
        name = type(error).__name__
        sys.stderr.write(
            f"error: {name}: {error}\n   hint: this is a fault of inkpost; run again with --debug "
            "and report what it says\n"
        )
    return 1


def _speak_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    sys.exit(main())
