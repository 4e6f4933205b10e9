"""What does the `package.yaml` of hpack say of the modules of its components?

Source    github.com/sol/hpack; of the file's YAML only keys with a text, or with a list of texts, are read, wherever
          they stand. It is a single component to us.
"""

from __future__ import annotations

import re

from rubout.measure.manifests.cabal import Component, Package

_KEY = re.compile(r"^[ ]*(?:- )?([\w-]+)[ ]*:[ ]*(.*)$")
_ITEM = re.compile(r"^[ ]*-[ ]+(.*)$")
_NAME = re.compile(r"[\w./-]+")


def read(text: str) -> Package:
    """What it says."""
    values: dict[str, list[str]] = {}
    name = key = ""
    for line in text.splitlines():
        bare = line.split(" #", 1)[0].rstrip()
        item, found = _ITEM.match(bare), _KEY.match(bare)
        if found is not None and (item is None or found[2]):
            key = found[1]
            values.setdefault(key, []).extend(_NAME.findall(found[2]))
            name = found[2].strip() if key == "name" and not line.startswith(" ") else name
        elif item is not None:
            values.setdefault(key, []).extend(_NAME.findall(item[1])[:1])
    component = Component(
        folders=tuple(dict.fromkeys(values.get("source-dirs", ()))) or (".",),
        main_is=tuple(dict.fromkeys(values.get("main", ()))),
        needs=tuple(dict.fromkeys(values.get("dependencies", ()))),
    )
    return Package(name, (component,))
