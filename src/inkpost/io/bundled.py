"""Where the files that ship with the package lie."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]

# A wheel carries these inside the package; a checkout has them in the repository's root.
_ROOT_FOLDERS = frozenset({"themes", "scaffolds"})


def bundled_path(*parts: str) -> Path:
    """The place of a shipped file or folder, such as `("assets", "katex", "katex.min.css")`.

    The first part is "assets", "themes" or "scaffolds", or a folder of the package. The place
    need not exist.
    """
    inside = _PACKAGE.joinpath(*parts)
    if parts[0] in _ROOT_FOLDERS and not (_PACKAGE / parts[0]).is_dir():
        return _PACKAGE.parents[1].joinpath(*parts)
    return inside
