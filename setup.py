"""Builds the kernels when a C compiler is there, and does without them when it is not."""

from __future__ import annotations

from pathlib import Path

from setuptools import setup

KERNELS = sorted(path for path in Path("src/rubout/kernels").glob("*.py") if path.name != "__init__.py")


def extensions() -> list[object]:
    """One optional extension a kernel; none when Cython cannot be imported."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - it may not be there
    except ImportError:
        return []
    modules = cythonize(
        [str(path) for path in KERNELS],
        build_dir="build/cython",
        compiler_directives={"language_level": 3, "boundscheck": False, "wraparound": False},
    )
    for module in modules:
        # cythonize drops the flag, and without it a machine with no compiler could not install at all.
        module.optional = True
    return modules


setup(ext_modules=extensions())
