"""What the files are called that rubout writes for a project to commit."""

from __future__ import annotations

BASELINE = "rubout-baseline.jsonl"
