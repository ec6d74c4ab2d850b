"""Both themes under the magnifying glass: `python -m tests.audit`."""
