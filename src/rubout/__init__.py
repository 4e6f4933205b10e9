"""rubout keeps a repository that agents write into from silting up."""

__all__ = ["__version__"]

__version__ = "0.1.0"
