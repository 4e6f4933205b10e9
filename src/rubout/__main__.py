"""`python -m rubout`."""

import sys

from rubout.cli.main import entry

if __name__ == "__main__":
    sys.exit(entry())
