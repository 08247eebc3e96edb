"""robots.txt: a file, how its fetch ended, and the fetch over time."""

from robots_policy._native import RobotsAnswer, RobotsFetch, RobotsOutcome, RobotsTxt, authority, robots_txt_url

__all__ = ["RobotsAnswer", "RobotsFetch", "RobotsOutcome", "RobotsTxt", "authority", "robots_txt_url"]
