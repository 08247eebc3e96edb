"""The steps of reading a response: what one source says, before a policy unites it with the others."""

from robots_policy._native import MetaExtractor, Signals, signals_from_headers, signals_from_metas

__all__ = ["MetaExtractor", "Signals", "signals_from_headers", "signals_from_metas"]
