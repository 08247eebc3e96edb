#!/usr/bin/env python3
"""The Python package beside its peers, and beside the library alone, in one run.

    python3 benches/python.py [--rounds 5] [--corpus ../shared/corpus]

needs the package and the peers in its Python (`pip install . protego lxml beautifulsoup4 pyarrow`), and
`cargo build --release --bin judged` in `benches/`, and `cargo build --release` in the project's folder. It prints the least microseconds of the rounds, and ratios.
"""

import argparse
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

import robots_policy

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGENT = "ExampleBot"
FIELDS = [tuple(line.split(": ", 1)) for line in (ROOT / "benches/judged.http").read_text().splitlines()]
URL = "https://example.com/page"


def least(work, count, rounds):
    """Microseconds of CPU of one of `count` pieces of work: the least of the rounds."""
    took = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took) / count * 1e6


def imports(name, rounds):
    """Microseconds of an import in a process of its own."""
    code = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(rounds)]
    return min(map(float, runs)) * 1e6


def row(name, own, peers):
    """One line: ours, and each peer with its ratio."""
    others = ", ".join(f"{peer} {took:.2f} µs ({took / own:.2f})" for peer, took in peers)
    print(f"{name}: {own:.2f} µs; {others}", flush=True)


def robots(corpus, rounds):
    import protego
    from robots_policy.protego import Protego

    files = [file.read_bytes() for file in sorted((corpus / "robots").rglob("*")) if file.is_file()][:500]
    texts = [file.decode("utf-8-sig", "replace") for file in files]
    row(
        "read a robots.txt",
        least(lambda: [robots_policy.RobotsTxt(file) for file in files], len(files), rounds),
        [("protego", least(lambda: [protego.Protego.parse(text) for text in texts], len(texts), rounds))],
    )
    asked = random.Random(1)
    words = ["a", "search", "wp-admin", "index.html", "private", "api", "cart?x=1", "a.pdf", "user/settings"]
    urls = ["https://example.com/" + "/".join(asked.choices(words, k=asked.randint(1, 4))) for _ in range(20)]
    own = [robots_policy.RobotsTxt(file) for file in files]
    works = [Protego.parse(text) for text in texts]
    theirs = [protego.Protego.parse(text) for text in texts]
    agent, field = robots_policy.Client(AGENT), "Mozilla/5.0 (compatible; ExampleBot/1.0)"
    count = len(files) * len(urls)
    row(
        "a question",
        least(lambda: [file.allowed(url, agent) for file in own for url in urls], count, rounds),
        [
            ("our work-alike of protego", least(lambda: [f.can_fetch(u, field) for f in works for u in urls], count, rounds)),
            ("protego", least(lambda: [f.can_fetch(u, field) for f in theirs for u in urls], count, 1)),
        ],
    )


def judged(corpus, rounds):
    """Microseconds of a page by the library alone."""
    command = [ROOT / "benches/target/release/judged", corpus / "html", str(rounds * 20)]
    return int(subprocess.run(command, capture_output=True, check=True).stdout) / 1000


def pages(corpus, rounds, alone):
    import bs4
    import lxml.html

    files = [file.read_bytes() for file in sorted((corpus / "html").iterdir())]
    agent = robots_policy.Client(AGENT)

    def ours():
        for file in files:
            robots_policy.judge(agent, URL, headers=FIELDS, html=file).index

    def lxmls():
        for file in files:
            lxml.html.document_fromstring(file or b"<p>").xpath("//meta[@name='robots']/@content")

    def soups():
        for file in files:
            [meta.get("content") for meta in bs4.BeautifulSoup(file, "lxml").find_all("meta", attrs={"name": "robots"})]

    row(
        "judge a page",
        min(least(ours, len(files), rounds * 20) for _ in range(3)),
        [
            ("the library alone", alone),
            ("lxml.html and XPath", least(lxmls, len(files), 1)),
            ("beautifulsoup4 with lxml", least(soups, len(files), 1)),
        ],
    )


def tables(corpus, rounds, program, alone):
    import pyarrow

    files = [file.read_bytes() for file in sorted((corpus / "html").iterdir())]
    lines = [{"name": name, "value": value} for name, value in FIELDS]
    batch = pyarrow.record_batch({"url": [URL] * len(files), "headers": [lines] * len(files), "html": files})
    for agents in [["ExampleBot"], ["ExampleBot", "GPTBot", "Googlebot", "bingbot", "CCBot"]]:
        took = least(lambda agents=agents: robots_policy.judge_batch(batch, agents), len(files), rounds * 20)
        row(f"judge_batch, agents: {len(agents)}", took, [("the library alone, one agent", alone)])

    names = ["commoncrawl-whirlwind.warc.gz", "resiliparse-warcfile.warc.gz"]
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        archive = pathlib.Path(folder) / "archive.warc.gz"
        archive.write_bytes(b"".join((corpus / "warc" / name).read_bytes() * 200 for name in names))
        size = archive.stat().st_size / 1e6
        scan = least(lambda: sum(batch.num_rows for batch in robots_policy.scan(archive, [AGENT])), 1, rounds)
        for number in range(rounds):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [program, "scan", "--agent", AGENT, "-j", "1", "-o", f"{folder}/policy{number}", archive]
            subprocess.run(command, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            runs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    row(f"scan of {size:.0f} MB to Arrow", scan, [("the program, to Parquet", min(runs) * 1e6)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT.parent / "shared" / "corpus")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target" / "release" / "robots-policy")
    args = parser.parse_args()
    row("import", imports("robots_policy", args.rounds * 4), [("protego", imports("protego", args.rounds * 4))])
    robots(args.corpus, args.rounds)
    alone = judged(args.corpus, args.rounds)
    pages(args.corpus, args.rounds, alone)
    tables(args.corpus, args.rounds, args.program, alone)


if __name__ == "__main__":
    main()
