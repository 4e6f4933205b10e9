"""The reference sites of a file, one module a language."""
