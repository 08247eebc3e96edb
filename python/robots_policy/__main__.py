"""``python -m robots_policy`` is the program ``robots-policy``."""

import sys

from robots_policy._program import main

sys.exit(main())
