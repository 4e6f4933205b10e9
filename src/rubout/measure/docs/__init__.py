"""The documentation of a file: blocks of prose in markup, comments and docstrings, as sequences of words."""
