"""The image localizer."""
