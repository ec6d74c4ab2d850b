"""Fixtures that tests of every kind may ask for, and how properties are tried."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.sites import site

__all__ = ["site"]

# A busy machine must not fail a property: time is measured in bench/.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
