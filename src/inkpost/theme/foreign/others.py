"""Settings that most other themes have in common."""

from __future__ import annotations

from typing import Final

from inkpost.theme.foreign.table import Table
from inkpost.theme.foreign.values import baidu, google, named_menu, picture

OTHERS: Final = Table(
    # Of what such a theme shows below its posts nothing is known: no licence is claimed.
    implied={"license": False},
    rows=(
        ("menu", "menu", named_menu),
        ("favicon", "favicon", picture),
        ("google_analytics", "analytics", google),
        ("baidu_analytics", "analytics", baidu),
    ),
)
