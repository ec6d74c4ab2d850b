"""A static blog generator that takes a Hexo blog as it stands and builds it without Node."""

__version__ = "0.1.0"
