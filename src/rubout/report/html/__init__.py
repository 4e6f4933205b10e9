"""The report of `check` as one HTML file that needs nothing besides itself."""
