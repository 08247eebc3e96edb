"""Crawl archives and tables of pages in Spark 4: one task an archive, verdicts as a table.

The extra ``spark`` installs the packages that it needs: ``pip install "robots-policy[spark]"``. Every executor needs
this package too. ::

    from robots_policy import spark as robots

    robots.scan_files(spark, "s3://bucket/crawl/*.warc.gz", "s3://bucket/policy", ["ExampleBot"])
    rows = spark.read.parquet("s3a://bucket/policy", pathGlobFilter="*.parquet")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from robots_policy.errors import OutputError
from robots_policy.spark._access import with_access
from robots_policy.spark._archives import archives
from robots_policy.spark._judge import judge
from robots_policy.spark._run import UnreadableArchives, scan_files
from robots_policy.spark._source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import DataFrame, SparkSession

__all__ = ["OutputError", "UnreadableArchives", "judge", "register", "robots_answers", "scan_files", "with_access"]


def register(spark: SparkSession) -> None:
    """Make ``spark.read.format("robots_policy")`` known to a session that did not find it by itself.

    Spark finds it where the driver has this package installed; a session of Spark Connect and a driver that got the
    package after its start do not.
    """
    spark.dataSource.register(Source)


def robots_answers(  # noqa: PLR0913 - as the caller names them
    spark: SparkSession,
    paths: str | Sequence[str] = (),
    *,
    list: str | None = None,  # noqa: A002 - as the program's flag
    base_url: str | None = None,
    fast_skip: bool = False,
    on_damage: Literal["keep", "skip", "fail"] = "keep",
) -> DataFrame:
    """The answers for robots.txt in archives, for :func:`with_access`: authority, at, status, location, body.

    An answer at another address, to which a robots.txt may redirect, has ``robots.txt``, a blank and this address as
    its authority, as in :func:`robots_policy.arrow.robots_answers`.

    Archives are named as for :func:`scan_files`. A damaged record has no row, and its task warns on its executor; a
    file without a record fails it. With ``on_damage="skip"`` neither is said, and with ``"fail"`` a damage fails the
    task too. Pages of a site without an answer have an access that is unknown.
    """
    register(spark)
    reader = spark.read.format(Source.name()).option("table", "robots-answers").option("on_damage", on_damage)
    reader = reader.option("fast_skip", str(fast_skip).lower())
    # The process that plans the tasks has another working folder.
    return reader.load([archive.address for archive in archives(paths, listed=list, base_url=base_url)])
