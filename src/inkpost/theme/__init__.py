"""Jinja environment, template lookup and languages, pure."""
