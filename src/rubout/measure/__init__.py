"""From source bytes and git history to facts."""
