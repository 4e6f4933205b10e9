"""Which files there are, and why each is in or out."""
