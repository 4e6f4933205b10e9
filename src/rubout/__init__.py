"""rubout keeps a repository that agents write into from silting up."""

__version__ = "0.1.0"
