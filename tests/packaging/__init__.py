"""Tests of installing, of the wheel and of deploying."""
