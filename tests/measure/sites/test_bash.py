"""Which files a shell script sources or runs."""

from __future__ import annotations

import pytest

from rubout.facts.references import Mode, References
from tests.worlds import references_of, saying


def said(references: References) -> str:
    """Kind, specifier and place of each site; a run is a `source` that may fail."""
    found = references.sites
    kinds = ["run" if site.mode is Mode.PROBE else site.kind.name.lower() for site in found]
    parts = [f"{kind} {site.spec} {site.detail}".split() for kind, site in zip(kinds, found, strict=True)]
    return "; ".join(map(" ".join, parts))


test_a_sourced_file_is_a_site = saying(
    "bash",
    r"""
    . ./a.sh => source ./a.sh
    source lib/a.sh => source lib/a.sh
    \. "lib/a.sh" arg => source lib/a.sh
    [ -f a.sh ] && . a.sh => source a.sh
    source /etc/profile => source /etc/profile
    . "$HOME/.profile" => source ~/.profile
    source "$1" => dynamic
    source "$1.sh" => dynamic
    source <(kubectl completion) => dynamic
    source "$LIB/b/a.sh" => dynamic b/a.sh somewhere
    source "lib/$name.sh" => pattern lib/*.sh
    for f in lib/*.sh; do . lib/*.sh; done => pattern lib/*.sh
    """,
    said,
)


@pytest.mark.parametrize(
    "folder",
    [
        '"$(dirname "$0")"',
        "`dirname $0`",
        "$(dirname -- ${BASH_SOURCE[0]})",
        '"${BASH_SOURCE%/*}"',
        '"${BASH_SOURCE[0]%/*}"',
        '"${0%/*}"',
        '"$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"',
        '"$( cd "$( dirname "$BASH_SOURCE" )" >/dev/null 2>&1 && pwd -P )"',
        '"$(dirname "$(readlink -f "$0")")"',
        '"$(realpath "$(dirname "$0")")"',
    ],
)
def test_the_own_folder_is_known_in_its_spellings(folder: str) -> None:
    assert said(references_of("bash", f"source {folder}/lib/a.sh")) == "source lib/a.sh here"
    assert said(references_of("bash", f"here={folder}\nsource $here/lib/a.sh")) == "source lib/a.sh here"


test_a_variable_that_is_set_once_stands_for_its_text = saying(
    "bash",
    r"""
    D=$(dirname $0)\nL=$D/lib\n. $L/a.sh => source lib/a.sh here
    D=$(cd $(dirname $0)/.. && pwd)\n. $D/a.sh => source ../a.sh here
    D=$(dirname $0)\nU=$(dirname $D)\n. $U/a.sh => source ../a.sh here
    D=$(dirname $0)\n. $D/plug/$name.sh => pattern plug/*.sh here
    D=$(dirname $0)\nD=/opt\n. $D/a.sh => dynamic a.sh somewhere
    R=$(git rev-parse --show-toplevel)\n. $R/a.sh => source a.sh root
    L=lib\n. $L/a.sh => source lib/a.sh
    """,
    said,
)


test_a_script_that_is_run_by_its_path_is_a_site = saying(
    "bash",
    r"""
    bash tools/a.sh --all => run tools/a.sh
    sh -e a.sh => run a.sh
    ./run.sh => run ./run.sh
    ../run => run ../run
    exec "$(dirname "$0")"/a.sh => run a.sh here
    "$(dirname "$0")/a.py" x => run a.py here
    bash -c "tools/a.sh" =>
    exec java -jar a.jar =>
    exec "$@" =>
    tools/a.sh =>
    $X/a.sh =>
    echo ./a.sh =>
    """,
    said,
)
