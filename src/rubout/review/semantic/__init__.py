"""A reviewer that reads for meaning: what it is asked, who is asked, what of its answer counts."""
