"""``python -m robots_policy_lint`` is the program ``robots-policy-lint``."""

import sys

from robots_policy_lint._program import main

if __name__ == "__main__":
    sys.exit(main())
