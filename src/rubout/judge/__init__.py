"""From facts and knobs to verdicts, with int and Fraction only."""
