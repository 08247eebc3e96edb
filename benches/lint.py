#!/usr/bin/env python3
"""`robots-policy lint` over a built site, beside `eval` over the same pages; and over robots.txt files of 500 KiB.

    python3 benches/lint.py [--pages 10000] [--rounds 5] [--program FILE]

makes sites of real pages (../shared/corpus/html, else those of fixtures/): of all, and of those below 20,000 bytes. Every
eighth page gets a robots meta with a finding. It prints the medians of the CPU time, and that of `lint` in times that of
`eval`, which reads heads alone. The larger site takes 1.7 GB of disk for a while.
"""

import argparse
import pathlib
import shutil
import statistics
import subprocess
import tempfile

from kit import TARGET, built, measured
from scan import pages

META = b'<meta name="robots" content="no-index">'
SMALL = 20_000
LIMIT = 500 << 10
# Lines of a robots.txt, each without findings, and each with several.
LINES = {"plain": "Disallow: /folder-{}/page\n", "hostile": "Dissallow: folder{}/#*.*\n"}


def site(folder, texts, count):
    """Writes the pages and a robots.txt; the bytes of all pages."""
    size = 0
    for number in range(count):
        page = texts[number % len(texts)]
        start = page.lower().find(b"<head>")
        if number % 8 == 0 and start >= 0:
            page = page[: start + 6] + META + page[start + 6 :]
        inside = folder / str(number // 100)
        inside.mkdir(parents=True, exist_ok=True)
        (inside / f"{number}.html").write_bytes(page)
        size += len(page)
    (folder / "robots.txt").write_text("User-agent: *\nDisallow: /3/\n\nUser-agent: GPTBot\nDisallow: /\n")
    return size


def times(program, folder, rounds):
    """CPU seconds of `lint` and of `eval`, in turns."""
    files = sorted(folder.rglob("*.html"))
    commands = ([program, "lint", folder, "--fail-on", "never"], [program, "eval", *files])
    # Both name each page whose fields were not given.
    runs = [[measured(command, subprocess.DEVNULL)[0] for command in commands] for _ in range(rounds)]
    return [statistics.median(run[at] for run in runs) for at in (0, 1)]


def robots(folder, line):
    """A robots.txt of 500 KiB."""
    text, number = ["User-agent: *\n"], 0
    left = LIMIT - len(text[0])
    while left > 0:
        text.append(line.format(number))
        left -= len(text[-1])
        number += 1
    path = folder / "robots.txt"
    path.write_text("".join(text[:-1]))
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--program", type=pathlib.Path)
    args = parser.parse_args()
    program = args.program or built()
    TARGET.mkdir(parents=True, exist_ok=True)
    texts = [text for text in pages(None)[0] if text.lstrip()[:5].lower() in (b"<!doc", b"<html")]
    print("| input | bytes | `lint`, s | `eval`, s | ratio |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir=TARGET) as made:
        folder = pathlib.Path(made)
        small = [text for text in texts if len(text) < SMALL]
        for name, own in (("pages", texts), ("small pages", small)):
            inside = folder / "site"
            size = site(inside, own, args.pages)
            lint, judged = times(program, inside, args.rounds)
            print(f"| {args.pages:,} {name} | {size:,} | {lint:.2f} | {judged:.2f} | {lint / judged:.2f} |")
            shutil.rmtree(inside)
        for name, line in LINES.items():
            path = robots(folder, line)
            command = [program, "lint", path, "--fail-on", "never"]
            took = statistics.median(measured(command)[0] for _ in range(args.rounds))
            print(f"| a {name} robots.txt | {path.stat().st_size:,} | {took:.3f} | | |")


if __name__ == "__main__":
    main()
