"""Every quirk of Hexo, as pure functions."""
