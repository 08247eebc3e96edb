"""A session of Spark in this process, which all tests share."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def missing() -> str | None:
    """Say why Spark cannot run here."""
    if importlib.util.find_spec("pyspark") is None:
        return "SPARK IS NOT TESTED: pyspark is missing; install the package with its extra `spark`"
    home = os.environ.get("JAVA_HOME")
    java = f"{home}/bin/java" if home else shutil.which("java")
    if java is None:
        return "SPARK IS NOT TESTED: java is missing; install Java 17 or 21"
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=True).stderr
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < 17:
        return f"SPARK IS NOT TESTED: {java} is {said.partition(chr(10))[0]}; install Java 17 or 21"
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
