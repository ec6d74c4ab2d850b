"""`blog help` and `blog version`."""

from __future__ import annotations

import platform

import click

from inkpost import __version__
from inkpost.commands.examples import examples_of


@click.command("help", epilog=examples_of("help"))
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def help_command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Explain a command, or list them all."""
    assert ctx.parent is not None
    context = ctx.parent
    for name in names:
        found = _find(ctx, context, name)
        context = click.Context(found, parent=context, info_name=found.name)
    click.echo(context.get_help())


def _find(ctx: click.Context, inside: click.Context, name: str) -> click.Command:
    """The command of that name in a group, as the group itself would find it."""
    group = inside.command
    if not isinstance(group, click.Group):
        ctx.fail(f'"{inside.command_path}" has no commands of its own, so no "{name}"')
    found = group.get_command(inside, name)
    if found is None:
        ctx.fail(f'there is no command "{name}"' + _among(ctx, inside))
    return found


def _among(ctx: click.Context, inside: click.Context) -> str:
    return f' in "{inside.command_path}"' if inside is not ctx.parent else ""


@click.command(epilog=examples_of("version"))
def version() -> None:
    """Show the versions of inkpost, Python and the system."""
    click.echo(f"inkpost {__version__}")
    click.echo(f"python {platform.python_version()}")
    click.echo(f"os {platform.system()} {platform.release()} {platform.machine()}")
