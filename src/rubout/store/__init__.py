"""Every byte that is written to disk."""
