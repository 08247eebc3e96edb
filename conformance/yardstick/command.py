"""Asks a reader the cases of the corpus, in its own tests, or all readers of the table."""

from __future__ import annotations

import argparse
import shlex
import sys
from fnmatch import fnmatchcase

from . import corpus, own, peers, publish, table


def main() -> int:
    """The exit status: 0, 1 for new failures, 2 for a wrong command, 3 for a reader that did not answer."""
    parser = options_of_the_command()
    options = parser.parse_args()
    try:
        return run(options, parser)
    except corpus.Wrong as why:
        parser.error(str(why))


def options_of_the_command() -> argparse.ArgumentParser:
    """The options, and the text of `--help`."""
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
        help="ask the newest list, and write results/ and all that follows from it: tables, pages, badges",
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
    return parser


def run(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """What the options say; raises `Wrong` for those that are wrong."""
    if not options.adapter and corpus.HOME == corpus.PLACE / "data":
        raise corpus.Wrong("the package has cases and no readers: say --adapter COMMAND; the repository has the table")
    fit(options)
    if options.adapter:
        known = own.known_failures(options.allow_fail) if options.allow_fail else set()
        return own.run(command(options.adapter), chosen(options), known, options.reading)
    status = 0
    if options.peers is not None:
        if options.publish:
            # Cases of a list stay as they are, so that what was right needs no names.
            options.version = corpus.newest()
        status = table.run(options.peers, chosen(options), options.home, options.publish)
    if options.pages or options.publish:
        publish.publish(options.output, options.playground)
        return status
    if options.peers is not None:
        return status
    parser.print_usage(sys.stderr)
    print("say --adapter COMMAND for one reader, or --peers for the table", file=sys.stderr)
    return 2


def fit(options: argparse.Namespace) -> None:
    """Options that have no effect together are wrong, as are words that nothing has."""
    if options.adapter and (options.peers is not None or options.publish or options.pages):
        raise corpus.Wrong(
            "--adapter is for one reader, and --peers, --publish and --pages for the table: say one of them"
        )
    for name in ("level", "allow_fail", "reading"):
        if getattr(options, name) and not options.adapter:
            raise corpus.Wrong(f"--{name.replace('_', '-')} is for --adapter")
    if options.publish and (options.kind or options.case):
        raise corpus.Wrong("--publish is of all cases: leave out --kind and --case")
    if options.publish and options.version not in (None, corpus.newest()):
        raise corpus.Wrong(f"--publish is of the newest list, {corpus.newest()}: leave out --list")
    if options.reading and options.reading not in corpus.readings():
        raise corpus.Wrong(f"--reading {options.reading} is unknown; there are: {', '.join(corpus.readings())}")


def command(text: str) -> list[str]:
    """The words of a command, as a shell has them."""
    try:
        words = shlex.split(text)
    except ValueError as why:
        raise corpus.Wrong(f"--adapter {text}: {why}") from None
    if not words:
        raise corpus.Wrong("--adapter: the command is empty")
    return words


def chosen(options: argparse.Namespace) -> list[corpus.Case]:
    """The cases of all choices; raises if there is none."""
    cases = corpus.cases()
    for glob in options.case or []:
        if not any(fnmatchcase(case["id"], glob) for case in cases):
            raise corpus.Wrong(f"--case {glob}: no case has such an id")
    levels = (options.level or corpus.SCORED) if options.adapter else corpus.LEVELS
    found = [case for case in cases if case["level"] in levels and wanted(case, options)]
    if not found:
        raise corpus.Wrong("no case is left: --list, --level, --kind and --case have to hold together")
    return found


def wanted(case: corpus.Case, options: argparse.Namespace) -> bool:
    """Whether a case is of the list, the kinds and the ids that were chosen."""
    if options.version is not None and case["id"] not in corpus.listed(options.version):
        return False
    if options.kind and case["kind"] not in options.kind:
        return False
    return not options.case or any(fnmatchcase(case["id"], glob) for glob in options.case)


EXAMPLES = """\
examples:
  python3 conformance/run.py --adapter "node adapter.js" --list 1.0 --level rfc --allow-fail known.txt
  python3 conformance/run.py --adapter "python3 conformance/adapters/python_readers.py urllib" --case 'access/*'
  python3 conformance/run.py --peers protego-pypi robots-parser-npm
  python3 conformance/run.py --peers --publish
"""
