"""Tables that real Hexo's packages filled; `tests/record/hexoutil.cjs` fills them again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).resolve().parents[1] / "data" / "hexo"


@cache
def table(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
