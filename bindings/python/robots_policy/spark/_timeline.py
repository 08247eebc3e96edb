"""The answers for robots.txt that may hold for each authority at each second, redirects followed.

**How it works.** An interval is an authority, and the seconds ``since`` and ``until`` between which one answer holds,
and ``why`` it is not current, if it is not; ``until`` is not in it. :mod:`robots_policy.spark._intervals` makes them.
Several may be the current one at a time, in tiers: those of the lowest tier that are known count, see
:mod:`robots_policy.spark._fill`.
Redirects are followed on intervals: a path is an authority, the ``place`` whose answer holds for it, and the interval
in which every step led there. Each step joins the paths with the redirects on overlapping intervals, so every redirect
of a chain holds at the same time. The first ``why`` on the way counts, and the tiers on the way are added up. Bodies
are joined once, in the end, by their digests.

**Invariants.** The meaning of an answer comes from :class:`robots_policy.robots.RobotsAnswer`. Whether an interval is a
redirect, and to where, does not depend on bodies. After ``REDIRECTS`` steps a further redirect is an outcome, and only
then. A path to a place without an answer ends, so that nothing is known there.

**What breaks if touched.** A ``why`` that is lost permits by the word of another time. Equal answers in a row are one
interval: without that, a place to which a million hosts lead has a million copies of each of its answers.

**Which test notices.** ``test_spark_access.py`` compares random answers and pages with the program and a store of the
same answers; ``test_spark_timeline.py`` counts the intervals of a hub.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as sql

from robots_policy._native import _MOST_TIERS
from robots_policy.spark._intervals import END, START, intervals

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["END", "START", "seconds", "timeline"]

# As many as the library follows, by RFC 9309 §2.3.1.2.
REDIRECTS = 5
# What an authority begins with that is an address to which redirects lead: no page is of it.
ELSEWHERE = "robots.txt "
# How an answer was reached.
WAY = ["since", "until", "tier", "why"]
ANSWER = ["status", "location", "raw_authority", "digest"]
SHA_256 = 256


def seconds(moment: str) -> Column:
    """Whole seconds since 1970 of a timestamp, as the program counts them."""
    return sql.unix_seconds(sql.col(moment))


def timeline(answers: DataFrame, within: int | None) -> DataFrame:
    """The intervals of the answers: ``authority``, ``redirects``, ``place``, those of ``WAY``, status, location, body.

    ``within`` is for how many seconds before and after it was seen an answer counts as current. For ``None`` the latest
    answers hold, and the intervals have no start and no end. ``place`` has the answer, to which so many redirects led.
    """
    known = answers.withColumns({"sha256": sql.sha2("body", SHA_256), "at": seconds("at")})
    known = known.withColumns({"status": sql.col("status").cast("long"), "location": sql.expr("nullif(location, '')")})
    held = intervals(known.select("authority", "at", "status", "location", "sha256"), within)
    own = held.filter(~sql.col("is_redirect") & ~sql.col("authority").startswith(ELSEWHERE))
    own = own.select("authority", sql.lit(0).alias("redirects"), sql.col("authority").alias("place"), *WAY, *ANSWER)
    return _with_bodies(own.unionByName(_followed(_paths(held), held)), known)


def _paths(held: DataFrame) -> DataFrame:
    """Where so many redirects of each authority lead, in which interval."""
    # After this exchange, which Spark reuses, no step looks for the redirects among all answers again.
    redirects = held.filter("is_redirect and leads_to is not null").withColumnRenamed("leads_to", "place")
    redirects = redirects.select("authority", "place", *WAY).repartition("place")
    followed = redirects.filter(~sql.col("authority").startswith(ELSEWHERE))
    paths = followed.withColumn("redirects", sql.lit(1))
    for step in range(2, REDIRECTS + 1):
        followed = _overlapping(followed, redirects).select("authority", sql.col("other_place").alias("place"), *WAY)
        paths = paths.unionByName(followed.withColumn("redirects", sql.lit(step)))
    return paths


def _followed(paths: DataFrame, held: DataFrame) -> DataFrame:
    """The answers at the ends of the paths. A redirect more than are followed is one."""
    held = held.select("authority", *WAY, "is_redirect", *ANSWER)
    is_end = (sql.col("redirects") == REDIRECTS) | ~sql.col("other_is_redirect")
    ends = [sql.col(f"other_{name}").alias(name) for name in ANSWER]
    found = _overlapping(paths, held).filter(is_end)
    return found.select("authority", "redirects", "place", *WAY, *ends)


def _with_bodies(found: DataFrame, known: DataFrame) -> DataFrame:
    """The answers with their bodies, which only files need."""
    bodies = known.select(sql.col("authority").alias("from"), "sha256", "body").dropDuplicates(["from", "sha256"])
    is_its = (sql.col("raw_authority") == sql.col("from")) & (sql.col("digest") == sql.col("sha256"))
    is_unneeded = sql.when(sql.col("digest") == "", sql.lit(b""))
    both = found.join(bodies, is_its, "left").withColumn("body", sql.coalesce("body", is_unneeded))
    return both.select("authority", "redirects", "place", *WAY, "status", "location", "digest", "body")


def _overlapping(paths: DataFrame, others: DataFrame) -> DataFrame:
    """Each path with every interval of its place that it shares a time with, cut to this time."""
    others = others.toDF(*[f"other_{name}" for name in others.columns])
    is_shared = _less("since", "other_until") & _less("other_since", "until")
    both = paths.join(others, (sql.col("place") == sql.col("other_authority")) & is_shared)
    since, until = sql.greatest("since", "other_since"), sql.least("until", "other_until")
    tier, why = sql.col("tier") + sql.col("other_tier"), sql.coalesce("why", "other_why")
    way = both.withColumns({"since": since, "until": until, "tier": tier, "why": why})
    # The library asks no more on the whole way to an answer.
    return way.filter(sql.col("tier") < _MOST_TIERS)


def _less(one: str, other: str) -> Column:
    return sql.col(one) < sql.col(other)
