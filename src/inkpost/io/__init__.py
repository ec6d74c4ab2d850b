"""Everything that touches the disk or another process."""
