"""The downloader middleware that sees bodies as they were sent: Scrapy undoes what it can of a coding, silently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robots_policy._native import _is_whole
from robots_policy._responses import DAMAGED

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

__all__ = ["CodingsMiddleware"]

# Those that Scrapy undoes. It leaves the field of any other one, whose body is then not read.
CODINGS = frozenset([b"gzip", b"x-gzip", b"deflate", b"br", b"zstd"])


class CodingsMiddleware:
    """Gives a body that broke off inside its coding, or whose checksum is wrong, the flag ``damaged-coding``.

    Its place is between Scrapy's ``HttpCompressionMiddleware`` and the downloader.
    """

    def process_response(self, request: Request, response: Response) -> Response:  # noqa: ARG002 - Scrapy's interface
        """Compare the body with its codings."""
        field = b",".join(response.headers.getlist(b"Content-Encoding"))
        codings = [coding.strip().lower() for coding in field.split(b",") if coding.strip()]
        if not codings or not response.body or not CODINGS.issuperset(codings):
            return response
        if not _is_whole(field, response.body):
            response.flags.append(DAMAGED)
        elif "partial" in response.flags:
            # A coding has an end of its own.
            response.flags.remove("partial")
        return response
