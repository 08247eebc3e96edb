"""The command line: one reader in its own tests, or the table of all."""

from __future__ import annotations

import argparse
import shlex
import sys
from fnmatch import fnmatchcase

from . import corpus, own, peers, publish, table


def main() -> int:
    """The exit status: 0, 1 for new failures, 2 for a wrong command, 3 for a reader that did not answer."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EXAMPLES
    )
    parser.add_argument("--adapter", metavar="COMMAND", help="run this reader alone, in its own tests")
    parser.add_argument(
        "--list", dest="version", metavar="VERSION", help="only the cases of a list, such as 1.0 (default: all)"
    )
    parser.add_argument(
        "--level", action="append", choices=corpus.LEVELS, help="only these levels (default: all that are scored)"
    )
    parser.add_argument(
        "--kind", action="append", choices=corpus.KINDS, help="only these kinds (default: those that the reader has)"
    )
    parser.add_argument("--case", action="append", metavar="GLOB", help="only the cases of these ids")
    parser.add_argument("--allow-fail", metavar="FILE", help="ids that may fail; one that passes is a failure, too")
    parser.add_argument(
        "--reading", metavar="WHO", help="a known dialect that the reader has on purpose, such as google/robotstxt"
    )
    parser.add_argument(
        "--peers", nargs="*", metavar="NAME", help="run these peers of peers.json, or all, and compare with results/"
    )
    parser.add_argument(
        "--publish",
        action="store_true",
        help="ask the newest list, and write results/ and all that follows from it: tables, pages, badges, letters",
    )
    parser.add_argument(
        "--home", metavar="FOLDER", default=peers.HOME, help="where `conformance/install` put the peers"
    )
    parser.add_argument("--pages", action="store_true", help="write the pages from results/, without asking anyone")
    parser.add_argument(
        "--output", metavar="FOLDER", default=publish.FOLDER, help="where the pages go (default: target/conformance)"
    )
    parser.add_argument(
        "--playground", metavar="URL", default="playground.html", help="the playground that cases link to"
    )
    options = parser.parse_args()
    if options.publish:
        # Cases of a list stay as they are, so that what was right needs no names.
        options.version = corpus.newest()
    levels = options.level or list(corpus.SCORED)
    chosen = [case for case in corpus.cases() if wanted(case, options)]
    if not options.adapter and corpus.HOME == corpus.PLACE / "data":
        parser.error("the package has cases and no readers: say --adapter COMMAND; the repository has the table")
    if options.adapter:
        mine = [case for case in chosen if case["level"] in levels]
        return own.run(shlex.split(options.adapter), mine, options.allow_fail, options.reading)
    status = 0
    if options.peers is not None:
        status = table.run(options.peers, chosen, options.home, options.publish)
    if options.pages or options.publish:
        publish.publish(options.output, options.playground)
        return status
    if options.peers is not None:
        return status
    parser.print_usage(sys.stderr)
    print("say --adapter COMMAND for one reader, or --peers for the table", file=sys.stderr)
    return 2


def wanted(case: corpus.Case, options: argparse.Namespace) -> bool:
    """Whether a case is of the list, the kinds and the ids that were chosen."""
    if options.version and case["id"] not in corpus.listed(options.version):
        return False
    if options.kind and case["kind"] not in options.kind:
        return False
    return not options.case or any(fnmatchcase(case["id"], glob) for glob in options.case)


EXAMPLES = """\
examples:
  python3 conformance/run.py --adapter "node adapter.js" --list 1.0 --level rfc --allow-fail known.txt
  python3 conformance/run.py --adapter "python3 conformance/adapters/urllib_robotparser.py" --case 'access/everyday/*'
  python3 conformance/run.py --peers protego robots-parser
  python3 conformance/run.py --peers --publish
"""
