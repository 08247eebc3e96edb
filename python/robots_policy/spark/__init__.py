"""Tables of crawls in Spark."""

from robots_policy.spark._access import with_access

__all__ = ["with_access"]
