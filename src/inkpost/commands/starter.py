"""The texts of a new site, in the languages that our themes speak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inkpost.locales import DEFAULT_LANGUAGE, is_traditional

CONFIG: Final = """\
# All keys: the manual, page "config". Keys of Hexo 8 are understood as they are.
title: {title}
subtitle: ''
description: ''
author: ''
language: {language}
timezone: {zone}

# The site's address: feeds, the sitemap and canonical links begin with it.
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
POST: Final = """\
---
title: {words.hello}
date: {date}
tags: [inkpost]
---

{words.first}

<!-- more -->

{words.formulas}

$$
\\sum_{{k=1}}^{{n}} k = \\frac{{n(n+1)}}{{2}}
$$

```python
print("hello")
```
"""
ABOUT: Final = """\
---
title: {words.about}
date: {date}
---

{words.intro}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the texts of a new site say. site: its title; hello, first, formulas: of its post;
    about, intro: of its page."""

    site: str
    hello: str
    first: str
    formulas: str
    about: str
    intro: str


WORDS: Final[Mapping[str, Words]] = {
    "zh-CN": Words(
        site="我的博客",
        hello="你好，inkpost",
        first="这是第一篇文章。写好之后，`blog server` 预览，`blog build` 生成。",
        formulas="行内公式 $e^{i\\pi} + 1 = 0$，独立公式：",
        about="关于",
        intro="写几句介绍自己的话。",
    ),
    "zh-TW": Words(
        site="我的部落格",
        hello="你好，inkpost",
        first="這是第一篇文章。寫好之後，`blog server` 預覽，`blog build` 產生。",
        formulas="行內公式 $e^{i\\pi} + 1 = 0$，獨立公式：",
        about="關於",
        intro="寫幾句介紹自己的話。",
    ),
    "ja": Words(
        site="私のブログ",
        hello="こんにちは、inkpost",
        first="最初の記事です。書き終えたら `blog server` で確認し、`blog build` で生成します。",
        formulas="文中の数式 $e^{i\\pi} + 1 = 0$ と、独立した数式：",
        about="このサイトについて",
        intro="自己紹介をここに書きます。",
    ),
    "en": Words(
        site="My blog",
        hello="Hello, inkpost",
        first="This is the first post. When it is written, `blog server` shows it and "
        "`blog build` makes the site.",
        formulas="A formula in the line, $e^{i\\pi} + 1 = 0$, and one that is displayed:",
        about="About",
        intro="Write a few words about yourself.",
    ),
}
"""Tag of a language -> the words in it; in the last where there are none."""


def nearest_language(tag: str) -> str:
    """Of the languages of a new site the nearest to a tag."""
    base = tag.lower().partition("-")[0]
    if base == "zh":
        return "zh-TW" if is_traditional(tag) else "zh-CN"
    return base if base in WORDS else DEFAULT_LANGUAGE
