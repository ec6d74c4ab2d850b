"""Tests of the localizer against hosts of our own."""
