"""Where facts, verdicts and the configuration meet."""
