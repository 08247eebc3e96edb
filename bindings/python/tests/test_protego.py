"""`robots_policy.protego` beside Protego."""

import re
from pathlib import Path

import protego
import pytest
from differences import CORPUS, Row, answers_of_protego, check_table, listed, rows, slow_modules_of

from robots_policy.protego import Protego

ROWS = rows("protego")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_every_difference_is_a_row_and_every_row_differs(row: Row) -> None:
    theirs, ours = answers_of_protego(protego.Protego, row), answers_of_protego(Protego, row)
    differing = {
        question: (theirs[question], ours[question]) for question in ours if theirs[question] != ours[question]
    }
    assert differing == listed(row, "protego")


def test_the_document_has_the_rows() -> None:
    check_table("protego", {"protego": "Protego"})


def test_the_import_brings_nothing_that_is_slow() -> None:
    assert slow_modules_of("robots_policy.protego") == set()


# Rows of the table that the rewriting below cannot state in a file, by the sites whose files have them.
KNOWN = {
    "inform.kz": "pattern-length",
    "www.freshbooks.com": "url-backslash",
    "www.bidorbuy.co.za": "agent-prefix",
    "www.suny.edu": "agent-prefix",
    "www.telstra.com.au": "index-html",
}
AGENTS = [
    "Googlebot",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "bingbot",
    "GPTBot",
    "*",
]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of robots.txt files is not there")
def test_real_files_have_no_other_difference() -> None:
    """Written as our reader understands it, each real file has our answers from Protego."""
    assert set(KNOWN.values()) <= {row["id"] for row in ROWS}
    differing = {path.name for path in CORPUS.iterdir() if differs(path)}
    assert differing == set(KNOWN)


def differs(path: Path) -> bool:
    text = path.read_bytes().decode("utf-8-sig", "ignore")
    ours = Protego.parse(text)
    tokens = ours.robots_txt.agents
    theirs = protego.Protego.parse(rewritten(ours, tokens))
    patterns = re.findall(r"(?i)allow\s*:\s*(\S+)", text)[:60]
    paths = ["/" + pattern.lstrip("/").replace("*", "ab").replace("$", "") for pattern in patterns]
    urls = ["/", *paths, *(f"https://example.com{path}x?y=1" for path in paths)]
    agents = [*AGENTS, *tokens[:12]]
    return any(
        ours.can_fetch(url, agent) is not theirs.can_fetch(url, agent) for agent in agents for url in urls
    ) or any(ours.crawl_delay(agent) != theirs.crawl_delay(agent) for agent in agents)


def rewritten(rules: Protego, tokens: list[str]) -> str:
    """The file with a group of one token for each, its rules as paths and the delay that counts."""
    from robots_policy._shims import groups, token  # noqa: PLC0415

    lines = []
    for name in (name for name in tokens if name.lower() != "mozilla"):
        lines.append(f"User-agent: {name}")
        for agents, records in groups(rules.robots_txt):
            if any(token(agent) == name.lower() for agent in agents):
                rule = [(key, value) for key, value in records if key in ("allow", "disallow")]
                lines += [f"{key}: {value}" for key, value in rule if value.startswith(("/", "*"))]
        if (delay := rules.crawl_delay(name)) is not None:
            lines.append(f"Crawl-delay: {delay}")
        # A group without rules is one all the same.
        lines.append("Disallow:")
    return "\n".join(lines)
