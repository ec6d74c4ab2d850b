"""Whole builds of tiny sites."""  # noqa: A005 - a package of tests
