"""`blog help` and `blog version`."""

from __future__ import annotations

import platform

import click

from inkpost import __version__


@click.command("help")
@click.argument("command", required=False)
@click.pass_context
def help_command(ctx: click.Context, command: str | None) -> None:
    """Explain a command, or list them all."""
    parent = ctx.parent
    assert parent is not None
    assert isinstance(parent.command, click.Group)
    if command is None:
        click.echo(parent.command.get_help(parent))
        return
    found = parent.command.get_command(parent, command)
    if found is None:
        ctx.fail(f'there is no command "{command}"')
    with click.Context(found, info_name=found.name, parent=parent) as inner:
        click.echo(found.get_help(inner))


@click.command()
def version() -> None:
    """Show the versions of inkpost, Python and the system."""
    click.echo(f"inkpost {__version__}")
    click.echo(f"python {platform.python_version()}")
    click.echo(f"os {platform.system()} {platform.release()} {platform.machine()}")
