"""`python -m inkpost`: the same as `blog`."""

from __future__ import annotations

import sys

from inkpost.start import main

sys.exit(main())
