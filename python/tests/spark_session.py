"""A session of Spark in this process, which all tests share."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def missing() -> str | None:
    """Say why Spark cannot run here."""
    if importlib.util.find_spec("pyspark") is None:
        return "SPARK IS NOT TESTED: pyspark is missing; install the package with its extra `spark`"
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "SPARK IS NOT TESTED: java is missing; install Java 17 or 21"
    return None


def started() -> SparkSession:
    """Start a session with two threads."""
    from pyspark.sql import SparkSession  # noqa: PLC0415 - it may be missing

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.session.timeZone": "Asia/Kathmandu",  # that no test depends on it
    }
    session = SparkSession.builder.master("local[2]").appName("robots-policy")
    for name, value in settings.items():
        session = session.config(name, value)
    spark = session.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark
