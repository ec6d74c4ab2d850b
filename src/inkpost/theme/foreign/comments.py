"""Comment services: which one another theme's settings choose, and its own settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inkpost.model import Json
from inkpost.theme.foreign.values import read

SERVICES: Final = ("giscus", "utterances", "waline", "twikoo", "disqus")
"""Those that our themes know."""

BLOCKS: Final = (
    *SERVICES, "gitalk", "valine", "changyan", "livere", "livere_uid", "remark42", "cusdis",
    "discuss", "disqusjs", "facebook_comments", "artalk", "isso", "gitment",
)  # fmt: skip
"""Top-level keys that set up a service; those of services that are not chosen say nothing."""

_NEEDED: Final = {
    "giscus": "repo", "utterances": "repo", "waline": "server_url", "twikoo": "env_id",
    "disqus": "shortname",
}  # fmt: skip
_NAMES: Final = {
    "serverurl": "server_url", "envid": "env_id", "issueterm": "issue_term",
    "darktheme": "theme_dark", "lighttheme": "theme_light", "theme": "theme_light",
    "themelight": "theme_light", "themedark": "theme_dark", "repo": "repo", "repoid": "repo_id",
    "category": "category", "categoryid": "category_id", "mapping": "mapping", "strict": "strict",
    "reactionsenabled": "reactions", "inputposition": "input_position", "region": "region",
    "label": "label", "shortname": "shortname", "lang": "lang",
}  # fmt: skip
_FLAGS: Final = ("strict", "reactions")


def fluid_service(given: Mapping[str, Json]) -> Json:
    """The service that Fluid's settings choose."""
    comments = read(given, "post.comments")
    enabled = isinstance(comments, Mapping) and comments.get("enable")
    return comments.get("type") if enabled else None


def butterfly_service(given: Mapping[str, Json]) -> Json:
    """The first service that Butterfly's settings choose."""
    use = read(given, "comments.use")
    first = use[0] if isinstance(use, list) and use else use
    return first.split(",")[0].strip() if isinstance(first, str) else None


def next_service(given: Mapping[str, Json]) -> Json:
    """The service that NexT's settings choose, else the first that is switched on."""
    active = read(given, "comments.active")
    if isinstance(active, str) and active:
        return active
    on = (name for name in BLOCKS if read(given, f"{name}.enable") is True)
    return next(on, None)


def service_settings(kind: str, given: Mapping[str, Json]) -> Mapping[str, Json] | None:
    """The settings of one of our services; None where what it cannot do without is missing."""
    own = given.get(kind)
    values = dict(own) if isinstance(own, Mapping) else {}
    if isinstance(values.get("option"), Mapping):
        # Butterfly: what goes to the service as it is.
        values |= {str(key).removeprefix("data-"): each for key, each in values["option"].items()}
    chosen: dict[str, Json] = {}
    for key, value in values.items():
        name = _NAMES.get(str(key).replace("_", "").replace("-", "").lower())
        if name in _FLAGS:
            chosen[name] = value not in (0, "0", False, None, "false")
        elif name and value not in (None, ""):
            chosen[name] = value
    return chosen if chosen.get(_NEEDED[kind]) else None
