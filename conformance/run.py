#!/usr/bin/env python3
"""Asks readers the cases of the corpus. `python3 conformance/run.py --help` has the ways to use it."""

import sys

from yardstick.command import main

if __name__ == "__main__":
    sys.exit(main())
