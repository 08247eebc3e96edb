"""What people write today: robots metas and X-Robots-Tag out of WARC files. Called by scan.py."""

import sys


def beautifulsoup(names):
    """warcio for the archive, beautifulsoup4 with its quickest parser for the page."""
    from bs4 import BeautifulSoup
    from warcio.archiveiterator import ArchiveIterator

    for name in names:
        with open(name, "rb") as file:
            for record in ArchiveIterator(file):
                if record.rec_type != "response" or record.http_headers is None:
                    continue
                field = record.http_headers.get_header("X-Robots-Tag")
                metas = []
                if "html" in (record.http_headers.get_header("Content-Type") or ""):
                    page = BeautifulSoup(record.content_stream().read(), "lxml")
                    found = page.find_all("meta", attrs={"name": lambda name: name and name.lower() == "robots"})
                    metas = [meta.get("content") for meta in found]
                yield record.rec_headers.get_header("WARC-Target-URI"), field, metas


def resiliparse(names):
    """fastwarc for the archive, resiliparse for the page."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    from resiliparse.parse.html import HTMLTree

    for name in names:
        with open(name, "rb") as file:
            for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
                field = record.http_headers.get("X-Robots-Tag")
                metas = []
                if "html" in (record.http_content_type or ""):
                    body = record.reader.read()
                    page = HTMLTree.parse(bytes_to_str(body, detect_encoding(body)))
                    found = page.head.query_selector_all("meta[name]") if page.head else []
                    metas = [meta["content"] for meta in found if meta["name"].lower() == "robots"]
                yield record.headers["WARC-Target-URI"], field, metas


if __name__ == "__main__":
    rows = restricted = 0
    for _, field, metas in globals()[sys.argv[1]](sys.argv[2:]):
        rows += 1
        restricted += "noindex" in " ".join([field or "", *(meta or "" for meta in metas)]).lower()
    print(rows, restricted)
