"""The console script ``robots-policy``: the program, run in this process."""

import signal
import sys

from robots_policy import __version__
from robots_policy._native import _run_program

# The commands of the package `robots-policy-lint`.
OF_LINT = ("lint", "explain")


def main() -> int:
    """Run the program with the arguments of the process, and return its exit status."""
    words = sys.argv[1:]
    if words[:1] == ["help"]:
        words = words[1:]
    if words and words[0] in OF_LINT:
        status = of_lint()
        if status is not None:
            return status
    # The program ends by itself on Ctrl-C; Python's handler would add a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _run_program(["robots-policy", *sys.argv[1:]])


def of_lint() -> int | None:
    """Run the command with the package ``robots-policy-lint``, and return its exit status; ``None`` without it."""
    try:
        from robots_policy_lint import __version__ as other  # noqa: PLC0415 - it may not be there
        from robots_policy_lint._program import main as lint  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "robots_policy_lint":
            raise
        return None
    if other != __version__:
        sys.stderr.write(
            f"robots-policy: this is robots-policy {__version__}, and robots-policy-lint beside it is {other}; "
            f"their versions have to be the same: pip install robots-policy-lint=={__version__}\n"
        )
        return 2
    return lint("robots-policy")
