"""The command ``python -m robots_policy.spark``, which is also a script for ``spark-submit``."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import TYPE_CHECKING

from robots_policy import RobotsPolicyError, __version__
from robots_policy.spark._archives import Archive, archives
from robots_policy.spark._settings import ROWS, ScanSettings, agent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import SparkSession

__all__ = ["main"]

DONE, UNREAD, USAGE, INTERRUPTED = 0, 1, 2, 130
EXAMPLES = """\
Examples:
  python -m robots_policy.spark 'crawl/*.warc.gz' --agent ExampleBot -o policy
  python -m robots_policy.spark --master spark://host:7077 --agent GPTBot \\
    --agent ExampleBot-News,ExampleBot -o hdfs:///policy 'hdfs:///crawl/*.warc.gz'
  spark-submit --master yarn "$(python -m robots_policy.spark --script)" \\
    --list warc.paths.gz --base-url s3://commoncrawl/ \\
    --agent ExampleBot -o s3://bucket/policy --resume

Every archive gets a file of the same name in the output folder, written beside
and renamed when it is whole, and a report. summary.json there has the counts
of all archives; _SUCCESS is there if every archive has a table.

Exit status: 0 everything was read, 1 something was damaged, unreadable or
unwritable, 2 usage, 130 interrupted."""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line, with a flag for each row of the settings."""
    flags = argparse.ArgumentParser(
        prog="python -m robots_policy.spark",
        description="Judge crawl archives on a Spark cluster: WARC files in, a table with one row for every\n"
        "response and agent out. One task an archive.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = flags.add_argument
    add(
        "archives",
        nargs="*",
        metavar="WARC",
        help="WARC files, plain or compressed: paths that every node sees, patterns such as 'crawl/*.warc.gz', "
        "hdfs://, s3://, gs://, abfs://, http:// and https:// addresses",
    )
    add("-o", "--output", metavar="DIR", help="folder of the tables, which all nodes can write")
    add(
        "--agent",
        action="append",
        metavar="TOKENS",
        help="product tokens of an asker, the most specific first, as in ExampleBot-News,ExampleBot; repeat it for "
        "further askers, each gets its rows [default: a client without a product token]",
    )
    add("--resume", action="store_true", help="resume a run: complete tables are kept, the others are written")
    for row in ROWS[1:]:
        if row.value:
            add(row.flag, metavar=row.value, dest=row.name, help=row.meaning)
        else:
            add(row.flag, action="store_const", const="true", dest=row.name, help=row.meaning)
    add(
        "--master",
        metavar="URL",
        help="the cluster, as in spark://host:7077 [default: that of spark-submit, or local[*]]",
    )
    add(
        "--conf",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of Spark; repeat it for further ones",
    )
    add("-q", "--quiet", action="store_true", help="show no progress")
    add("--script", action="store_true", help="print the path of this script, for spark-submit, and do nothing")
    add("--version", action="version", version=f"robots-policy {__version__}")
    return flags


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    flags = parser()
    given = flags.parse_args(words)
    if given.script:
        print(__file__)  # noqa: T201
        return DONE
    if given.output is None:
        flags.error("--output DIR is needed")
    try:
        values = {row.name: row.of(text) for row in ROWS if (text := getattr(given, row.name, None)) is not None}
        if given.agent:
            values["agents"] = [agent(tokens) for tokens in given.agent]
        settings = ScanSettings.among(values)
        settings.check()
        found = archives(given.archives, listed=values.get("list"), base_url=values.get("base_url"))
        return run(session(given), given, settings, found)
    except KeyboardInterrupt:
        say("interrupted; run the same command with --resume to continue")
        return INTERRUPTED
    except OSError as error:
        say(str(error))
        return UNREAD
    except (RobotsPolicyError, TypeError, ValueError) as error:
        say(str(error))
        return USAGE


def run(spark: SparkSession, given: argparse.Namespace, settings: ScanSettings, found: list[Archive]) -> int:
    """Scan, and print the summary."""
    from pyspark.errors import PySparkException  # noqa: PLC0415 - --help needs no Spark

    from robots_policy.spark._run import cautions, scan_rows  # noqa: PLC0415

    try:
        rows, text = scan_rows(spark, found, given.output, settings, resume=given.resume)
    except PySparkException as error:
        say(sentence(error))
        return UNREAD
    finally:
        spark.stop()
    print(text, end="")  # noqa: T201
    unreadable = [row.error for row in rows if row.error is not None]
    for message in [*cautions(rows), *unreadable]:
        say(message)
    if unreadable:
        count = len(unreadable)
        say(f"{count} of {len(rows)} archives have no table in {given.output}; run the same command with --resume")
    return UNREAD if unreadable or any(row.damaged for row in rows) else DONE


def session(given: argparse.Namespace) -> SparkSession:
    """The session: that of ``spark-submit``, or one with the settings of the command line."""
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]  # noqa: PLC0415
    from pyspark.errors import PySparkException  # noqa: PLC0415
    from pyspark.sql import SparkSession  # noqa: PLC0415

    # Executors on this machine need the same packages.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("robots-policy scan")
    if given.master is not None:
        builder = builder.master(given.master)
    shows = sys.stderr.isatty() and not given.quiet
    builder = builder.config("spark.ui.showConsoleProgress", str(shows).lower())
    for setting in given.conf:
        name, equals, value = setting.partition("=")
        if not equals:
            message = f"--conf {setting}: write it as NAME=VALUE, as in spark.executor.memory=1g"
            raise ValueError(message)
        builder = builder.config(name, value)
    try:
        spark: SparkSession = builder.getOrCreate()
    except (PySparkException, Py4JError) as error:
        where = "Spark did not start" + ("" if given.master is None else f" on {given.master}")
        why = next(iter(str(getattr(error, "java_exception", error)).splitlines()), "").rstrip(".")
        message = f"{where}: {why}; see its messages above, and whether Java 17 or 21 and the master are there"
        raise OSError(message) from error
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def sentence(error: Exception) -> str:
    """The last error in a traceback that came out of a worker."""
    module = re.search(r"^ModuleNotFoundError: No module named '(.+)'$", str(error), re.MULTILINE)
    if module is not None:
        used = os.environ.get("PYSPARK_PYTHON")
        return (
            f"the Python of Spark's workers (PYSPARK_PYTHON is {used}) has no module {module[1]}: install "
            "robots-policy with its extra spark on every node, or send an environment with --archives, as "
            "bindings/python/docs/spark.md shows"
        )
    found = re.findall(r"^(?:\w+\.)*\w*(?:Error|Exception|Archives): (.+)$", str(error), re.MULTILINE)
    return found[-1] if found else str(error)


def say(text: str) -> None:
    """Print to standard error."""
    print(f"robots-policy: {text}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
