"""`blog init`: a new site that builds at once."""

from __future__ import annotations

import shutil
import sys
from datetime import datetime
from pathlib import Path

from inkpost.io.bundled import bundled_path

_CONFIG = """\
# All keys: the manual, page "config". Keys of Hexo 8 are understood as they are.
title: {title}
subtitle: ''
description: ''
author: ''
language: zh-CN
timezone: {zone}

url: https://example.com
permalink: :year/:month/:day/:title/
post_asset_folder: true

theme: tessera
theme_config:
  menu:
    - {{key: home, url: /}}
    - {{key: archive, url: /archives/}}
    - {{key: tags, url: /tags/}}
    - {{key: about, url: /about/}}
"""
_POST = """\
---
title: 你好，inkpost
date: {date}
tags: [inkpost]
---

这是第一篇文章。写好之后，`blog server` 预览，`blog build` 生成。

<!-- more -->

行内公式 $e^{{i\\pi}} + 1 = 0$，独立公式：

$$
\\sum_{{k=1}}^{{n}} k = \\frac{{n(n+1)}}{{2}}
$$

```python
print("hello")
```
"""
_ABOUT = """\
---
title: 关于
date: {date}
---

写几句介绍自己的话。
"""
_IGNORE = "public/\n.venv/\n.inkpost/cache.sqlite*\n.inkpost/outputs\n.inkpost/locks/\n"


def run_init(folder: Path, *, zone: str, now: datetime) -> int:
    """Make a site in `folder`, which must be absent or empty; returns the exit code."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sys.stderr.write(f'"{folder}" is not empty; choose another folder\n')
        return 1
    date = now.strftime("%Y-%m-%d %H:%M:%S")
    files = {
        "_config.yml": _CONFIG.format(title="我的博客", zone=zone),
        "source/_posts/hello.md": _POST.format(date=date),
        "source/about/index.md": _ABOUT.format(date=date),
        ".gitignore": _IGNORE,
    }
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    shutil.copytree(bundled_path("scaffolds"), folder / "scaffolds")
    sys.stdout.write(
        f'made {folder}\n  cd {folder}\n  blog new post "标题"   write a post\n'
        "  blog server             preview at http://localhost:4000\n"
        "  blog build              write the site to public/\n"
    )
    return 0
