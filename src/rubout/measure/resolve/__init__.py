"""Which file does a reference site mean? One module a language."""
