"""`blog migrate`: one line on how to come from elsewhere, or a plug-in's own migrator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import click

from inkpost.commands.examples import examples_of
from inkpost.commands.extending import call_for, load_site_extensions
from inkpost.commands.session import Session
from inkpost.errors import BlogError
from inkpost.extend import call_plugin

ADVICE: Final[Mapping[str, str]] = {
    "hexo": 'nothing to do: run "blog build" in the blog\'s folder',
    "jekyll": "copy _posts/*.md to source/_posts/ and set new_post_name: "
    ":year-:month-:day-:title.md; the front matter is read as it stands",
    "hugo": "copy content/posts/ to source/_posts/, write the front matter as YAML, move drafts to "
    "source/_drafts/, and make NAME.md of each NAME/index.md; its pictures stay in NAME/",
    "wordpress": "run hexo-migrator-wordpress in a Hexo folder, then copy its source/ here",
    "rss": "run hexo-migrator-rss in a Hexo folder, then copy its source/ here",
    "joomla": "run hexo-migrator-joomla in a Hexo folder, then copy its source/ here",
}
"""What one comes from -> what to do."""


@click.command(
    epilog=examples_of("migrate"),
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.argument("kind", required=False, metavar="[FROM]")
@click.argument("rest", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def migrate(ctx: click.Context, kind: str | None, rest: tuple[str, ...]) -> None:
    """Say in one line what to do when you come from another generator."""
    session: Session = ctx.obj
    known = dict(ADVICE)
    try:
        config, extensions = load_site_extensions(session)
    except BlogError:  # one may ask before there is a site
        config, extensions = None, None
    if kind and extensions and config and kind in extensions.migrators:
        migrator = extensions.migrators[kind]
        call = call_for(session, config, rest)
        code = call_plugin(f'migrator "{kind}"', migrator.plugin, migrator.run, call)
        ctx.exit(code if isinstance(code, int) else 0)
    if kind in known:
        click.echo(f"from {kind}: {known[kind]}")
        return
    names = sorted({*known, *(extensions.migrators if extensions else ())})
    if kind:
        click.echo(f'there is no migrator "{kind}"; known are {", ".join(names)}', err=True)
        ctx.exit(1)
    for name in names:
        click.echo(f"{name}: {known.get(name, 'a plug-in of this site')}")
