"""Times rubout beside its peers, on copies of real trees and on trees made to be hard: `python -m bench --help`."""
