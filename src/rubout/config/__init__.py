"""`rubout.toml`, or `[tool.rubout]` of `pyproject.toml`, to knobs."""
