"""What starts a file from outside the code, one module a language."""
