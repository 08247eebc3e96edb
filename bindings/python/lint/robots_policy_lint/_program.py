"""The console script ``robots-policy-lint``: the commands ``lint`` and ``explain`` of the program, in this process."""

import signal
import sys

from robots_policy_lint._native import _run_program


def main(name: str = "robots-policy-lint") -> int:
    """Run a command with the arguments of the process, for the program of this name, and return its exit status."""
    # The program ends by itself on Ctrl-C; Python's handler would add a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _run_program([name, *sys.argv[1:]])
