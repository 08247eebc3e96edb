"""The console script ``robots-policy``: the program, run in this process."""

import signal
import sys

from robots_policy._native import _run_program


def main() -> int:
    """Run the program with the arguments of the process, and return its exit status."""
    # The program ends by itself on Ctrl-C; Python's handler would add a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _run_program(["robots-policy", *sys.argv[1:]])
