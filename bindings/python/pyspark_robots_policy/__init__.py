"""Spark looks for modules of this beginning, and finds the data source ``robots_policy`` without registration."""

from robots_policy.spark._source import Source as DefaultSource

__all__ = ["DefaultSource"]
