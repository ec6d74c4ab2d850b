"""Measures inkpost with sites that real Hexo has built."""
