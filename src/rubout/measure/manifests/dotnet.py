"""What does an MSBuild project, or a file that it imports, say of the names in its sources?

Source    learn.microsoft.com/visualstudio/msbuild; only elements and attributes are looked for, nothing is evaluated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_USING = re.compile(r"<Using\s+Include=\"([^\"]+)\"(?:\s+(Static|Alias)=\"([^\"]*)\")?")
_PACKAGE = re.compile(r"<PackageReference\s+(?:Include|Update)=\"([^\"]+)\"")
_TEST = re.compile(r"<IsTestProject>\s*true", re.IGNORECASE)
_PACKAGED = re.compile(
    r"<(?:PackageId|PackageTags|PackageProjectUrl|PackageLicense\w*|PackageReadmeFile|PackageIcon)>"
    r"|<(?:GeneratePackageOnBuild|IsPackable)>\s*true",
    re.IGNORECASE,
)
_NOT_PACKAGED = re.compile(r"<IsPackable>\s*false|<OutputType>\s*(?:Win)?Exe", re.IGNORECASE)
_RUNNERS = ("microsoft.net.test.sdk", "xunit", "nunit", "mstest", "tunit")


@dataclass(frozen=True, slots=True)
class DotnetProject:
    """`usings`: namespaces that every source of the project uses. `is_test`: a test runner loads it.

    `is_package`: others install what it builds.
    """

    usings: tuple[str, ...] = ()
    is_test: bool = False
    is_package: bool = False


def read(text: str) -> DotnetProject:
    """What it says."""
    text = _COMMENT.sub("", text)
    packages = [name.casefold() for name in _PACKAGE.findall(text)]
    return DotnetProject(
        usings=tuple(name for name, flag, _ in _USING.findall(text) if not flag),
        is_test=bool(_TEST.search(text)) or any(name.startswith(_RUNNERS) for name in packages),
        is_package=bool(_PACKAGED.search(text)) and not _NOT_PACKAGED.search(text),
    )
