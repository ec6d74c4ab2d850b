"""Which referers to try for a picture."""

from __future__ import annotations

from urllib.parse import urlsplit

# Picture hosts that want to see the site they belong to.
_SITES = {
    "sinaimg.cn": "https://weibo.com/",
    "jianshu.io": "https://www.jianshu.com/",
    "csdnimg.cn": "https://blog.csdn.net/",
    "csdn.net": "https://blog.csdn.net/",
    "hdslb.com": "https://www.bilibili.com/",
    "zhimg.com": "https://www.zhihu.com/",
    "doubanio.com": "https://www.douban.com/",
    "cnblogs.com": "https://www.cnblogs.com/",
    "pixiv.net": "https://www.pixiv.net/",
    "pximg.net": "https://www.pixiv.net/",
    "qpic.cn": "https://mp.weixin.qq.com/",
    "xhscdn.com": "https://www.xiaohongshu.com/",
}


def referers_for(url: str, site_url: str = "") -> tuple[str, ...]:
    """The referers to try in order; "" sends none. site_url: the blog's own address."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    own = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/"
    known = [site for name, site in _SITES.items() if host == name or host.endswith("." + name)]
    site = [site_url.rstrip("/") + "/"] if site_url else []
    return tuple(dict.fromkeys(["", *known, own, *site]))
