"""The index of a site and what templates see of it, pure."""
