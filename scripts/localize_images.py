#!/usr/bin/env python3
"""Download the pictures that posts show from other hosts: the same as `blog localize`.

Needs nothing but an installed inkpost; run it in the folder of a blog, `--help` tells the rest.
"""

from inkpost.commands.localize import localize

if __name__ == "__main__":
    localize(prog_name="localize_images.py")
