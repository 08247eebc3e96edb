"""``python -m robots_policy`` is the program ``robots-policy``."""

import sys

from robots_policy._program import main

if __name__ == "__main__":
    sys.exit(main())
