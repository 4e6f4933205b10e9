"""Builds the kernels when a C compiler is there, and does without them when it is not."""

from __future__ import annotations

import os
import sys
import sysconfig
from distutils.ccompiler import new_compiler
from distutils.sysconfig import customize_compiler
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.errors import BaseError, CCompilerError

KERNELS = sorted(path for path in Path("src/rubout/kernels").glob("*.py") if path.name != "__init__.py")
# The stable ABI of 3.11 serves every later CPython with one wheel, at the same speed; free-threaded builds have none.
STABLE = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
MACROS = [("Py_LIMITED_API", "0x030B0000")] if STABLE else []
# Python's own flags ask for debug symbols, which are most of a wheel and a third of the time.
FLAGS = [] if sys.platform == "win32" else ["-g0"]


def extensions() -> list[Extension]:
    """One extension a kernel; none when Cython or a compiler is missing, which makes a wheel for any machine."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - it may not be there
    except ImportError:
        return []
    if not compiler_works():
        return []
    modules = cythonize(
        [_extension(path) for path in KERNELS],
        build_dir="build/cython",
        compiler_directives={"language_level": 3, "boundscheck": False, "wraparound": False},
    )
    modules.append(_syntax())
    for module in modules:
        # A kernel that this compiler refuses is left out, and its Python file runs instead; cythonize drops the flag
        # of what it was given.
        module.optional = True
    return modules


def _syntax() -> Extension:
    """The parser's core with the walk over what it parses, which is written in C."""
    windows = sys.platform == "win32"
    return Extension(
        "rubout.kernels.syntax",
        ["native/syntax.c"],
        depends=sorted(path.as_posix() for path in Path("native").rglob("*.[ch]") if path.name != "syntax.c"),
        include_dirs=["native/vendor/tree-sitter/src", "native/vendor/tree-sitter/include"],
        define_macros=[
            *MACROS,
            ("_DEFAULT_SOURCE", None),
            ("TREE_SITTER_HIDE_SYMBOLS", None),
            ("TREE_SITTER_HIDDEN_SYMBOLS", None),
        ],
        # Its arrays are of any type, through one type.
        extra_compile_args=["/std:c11"]
        if windows
        else [*FLAGS, "-std=c11", "-fvisibility=hidden", "-fno-strict-aliasing"],
        py_limited_api=STABLE,
    )


def compiler_works() -> bool:
    """Whether a C file that includes Python's header can be compiled."""
    compiler = new_compiler()
    with TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n", encoding="utf-8")
        try:
            customize_compiler(compiler)
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_path("include")])
        except (BaseError, CCompilerError):
            return False
    return True


def _extension(path: Path) -> Extension:
    return Extension(
        f"rubout.kernels.{path.stem}",
        [path.as_posix()],
        define_macros=MACROS,
        extra_compile_args=FLAGS,
        py_limited_api=STABLE,
    )


setup(
    ext_modules=extensions(),
    options={
        "build_ext": {"parallel": os.cpu_count()},
        "bdist_wheel": {"py_limited_api": "cp311" if STABLE else False},
    },
)
