"""The commands that declare themselves: where they are, and what the list of all says of them."""

from __future__ import annotations

LAZY = {
    "config": "inkpost.commands.config:config_command",
    "cover": "inkpost.commands.cover:cover",
    "help": "inkpost.commands.about:help_command",
    "list": "inkpost.commands.listing:list_command",
    "localize": "inkpost.commands.localize:localize",
    "migrate": "inkpost.commands.migrate:migrate",
    "render": "inkpost.commands.render:render",
    "theme": "inkpost.commands.theme:theme",
    "version": "inkpost.commands.about:version",
}
"""Name -> module and its command, imported on demand."""

SHORT_HELP = {
    "config": "Show all settings or one, or change one.",
    "cover": "Write a cover as an SVG to edit, below source/img/covers/.",
    "help": "Explain a command, or list them all.",
    "list": "List what is on the site: page, post, route, tag or category.",
    "localize": "Download the pictures that posts show from other hosts, and link them locally.",
    "migrate": "Say in one line what to do when you come from another generator.",
    "render": "Render single files, Markdown or data, and print or write the result.",
    "theme": "Look into the theme and take parts of it over.",
    "version": "Show the versions of inkpost, Python and the system.",
}
"""Name -> the first sentence of its help, here so that listing them loads none of them."""
