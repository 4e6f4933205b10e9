"""One table module a language."""
