"""What a host's pending call would make of files, replayed to the exact text."""
