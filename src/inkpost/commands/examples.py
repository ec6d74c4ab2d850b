"""What the help of each command ends with: lines to type, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXAMPLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "build": (
        ("blog build", "the whole site, into public/"),
        ("blog build --strict", "for CI: a warning fails it too"),
        ("blog build --draft --watch", "with drafts, and again on every change"),
    ),
    "clean": (
        ("blog clean", "what was made in this folder's blog"),
        ("blog --cwd notes clean", "in the folder notes"),
    ),
    "config": (
        ("blog config", "all, defaults filled in"),
        ("blog config theme", "one"),
        ("blog config theme folio", "changes the value; all else in the file stays"),
    ),
    "cover": (
        ('blog cover "A first post"', "as it looks now"),
        ('blog cover "A first post" --pattern waves', "another pattern"),
        ('blog cover "A first post" --hue 210 --no-text', "blue, untitled"),
    ),
    "deploy": (
        ("blog deploy", "public/ as it is"),
        ("blog deploy --generate", "build it first"),
        ('blog deploy -g -m "A new post"', "with a message for the commit"),
    ),
    "help": (
        ("blog help", "all commands"),
        ("blog help new", "one"),
        ("blog help theme which", "a command's own command"),
    ),
    "init": (
        ("blog init notes", "in the folder notes, in your language"),
        ("blog init notes --language zh-CN", "in Chinese"),
        ("blog init", "here, if the folder is empty"),
    ),
    "list": (
        ("blog list post", "posts by date, drafts last"),
        ("blog list tag", "how many posts each tag has"),
        ("blog list route", "every file of the site"),
    ),
    "localize": (
        ("blog localize", "all posts, drafts and pages"),
        ("blog localize trip", "the post trip.md"),
        ("blog localize --dry-run", "what would be done"),
        ("blog localize --check", "for CI: fails if any is elsewhere"),
        ("blog localize --exclude badge.io", "leave this host's where they are"),
        ("blog localize --restore trip", "put the original links back"),
    ),
    "migrate": (
        ("blog migrate", "all that one may come from"),
        ("blog migrate hugo", "from Hugo"),
    ),
    "new": (
        ('blog new "A first post"', "a post"),
        ('blog new draft "An idea"', "a draft"),
        ("blog new page links", "a page, source/links/index.md"),
    ),
    "publish": (
        ("blog publish an-idea", "the draft source/_drafts/an-idea.md"),
        ('blog publish "An idea"', "the same"),
        ("blog publish --replace an-idea", "over the post of that name"),
    ),
    "render": (
        ("blog render notes.md", "print its HTML"),
        ("blog render notes.md -o notes.html", "into a file"),
        ("blog render source/_data/links.yml --pretty", "as JSON"),
    ),
    "server": (
        ("blog server", "at http://localhost:4000"),
        ("blog server --draft --open", "with drafts, in the browser"),
        ("blog server --port 0", "at any free port"),
    ),
    "theme": (
        ("blog theme which _partial/license", "where it comes from"),
        ("blog theme eject _partial/license", "a copy to change"),
        ("blog theme diff", "what was changed"),
    ),
    "theme diff": (
        ("blog theme diff", "all that themes/ changes"),
        ("blog theme diff _partial/license", "one file"),
    ),
    "theme eject": (
        ("blog theme eject _partial/license", "a template"),
        ("blog theme eject css/skin.css", "a stylesheet"),
    ),
    "theme migrate": (
        ("blog theme migrate", "show, and write nothing"),
        ("blog theme migrate --write", "write them into a file"),
        ("blog theme migrate _config.fluid.yml -o new.yml", "from file to file"),
    ),
    "theme which": (
        ("blog theme which _partial/license", "a template"),
        ("blog theme which css/skin.css", "a stylesheet"),
    ),
    "version": (
        ("blog version", "with Python and the system"),
        ("blog --version", "of inkpost alone"),
    ),
}
"""A command -> lines to type as they are, and in a few words what each does."""


def examples_of(name: str) -> str:
    """The examples of a command, as the end of its help."""
    lines = EXAMPLES[name]
    width = max(len(line) for line, _ in lines)
    shown = "\n".join(f"  {line.ljust(width)}   {what}" for line, what in lines)
    return f"\b\nExamples:\n{shown}"
