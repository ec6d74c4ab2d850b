"""Measurements: how long builds take and what they need. Nothing here asserts anything."""
