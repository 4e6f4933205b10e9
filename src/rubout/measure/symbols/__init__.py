"""Names that are defined, and where they are mentioned."""
