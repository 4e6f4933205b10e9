"""From an outcome to text, JSON, SARIF and the rest."""
