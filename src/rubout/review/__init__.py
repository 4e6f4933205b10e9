"""May a change land? Records, skills, the ladder, approval."""
