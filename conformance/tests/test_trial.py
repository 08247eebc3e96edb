"""The cases of clients, the sites that serve them, and trials of clients that obey, that obey nothing, and that do not end."""

from __future__ import annotations

import asyncio
import base64
import datetime as dt
import email.utils
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from rows import rows

import trial

PAGE = (HOME.parent / "docs" / "trial.md").read_text("utf-8")
PROGRAM = Path(os.environ.get("ROBOTS_POLICY", HOME.parent / "target" / "debug" / "robots-policy"))
BODIES = {"robots", "page", "body", "body_b64", "raw"}
ABILITIES = {"fetch", "crawl", "redirect", "text", "two"}


def case(**rest: Any) -> trial.Case:
    """A case of one page, with these keys."""
    basis = [{"doc": "RFC 9309"}]
    return {"id": "client/a/b", "level": "rfc", "basis": basis, "about": "a", "start": ["a/x"], "expect": {}, **rest}


def replies(case: trial.Case) -> list[trial.Reply]:
    return [reply for paths in case["hosts"].values() for answers in paths.values() for reply in answers]


class Cases(unittest.TestCase):
    """The cases are whole: each has a clause and a level, names only what it has, and its keys are documented."""

    def test_ids_are_sorted_and_lines_fit_into_80_columns(self) -> None:
        ids = [case["id"] for case in trial.cases()]
        self.assertGreaterEqual(len(ids), 60)
        self.assertEqual(ids, sorted(set(ids)))
        for case in trial.cases():
            self.assertRegex(case["id"], "^client/[^/]+/[^/]+$")
            widest = max(len(trial.clause(basis)) for basis in case["basis"])
            self.assertTrue(len(case["id"]) <= 31 and widest <= 35 and len(case["about"]) <= 66, case["id"])

    def test_addresses_are_there_and_bodies_are_one(self) -> None:
        for case in trial.cases():
            expect = case["expect"]
            lists = (expect.get(key, []) for key in ("closed", "open", "at_most"))
            addresses = [
                *case["start"],
                *(at for addresses in lists for at in addresses),
                *expect.get("gap", {"of": []})["of"],
            ]
            self.assertTrue(case["start"], case["id"])
            for at in addresses:
                host, path = at.split("/", 1)
                self.assertTrue(path == "robots.txt" or f"/{path}" in case["hosts"][host], (case["id"], at))
            for reply in replies(case):
                self.assertLessEqual(len(BODIES & set(reply)), 1, case["id"])
                base64.b64decode(reply.get("body_b64", ""), validate=True)

    def test_every_key_is_documented(self) -> None:
        form = PAGE[PAGE.index("## The form of a case") :]
        for case in trial.cases():
            used = [case, case["expect"], *replies(case), *(reply.get("pad", {}) for reply in replies(case))]
            for key in {key for keys in used for key in keys} - {"after"}:
                self.assertTrue(f"`{key}`" in form or f'"{key}":' in form, (case["id"], key))

    def test_every_case_expects_something(self) -> None:
        for case in trial.cases():
            needs, expect = case.get("needs", []), case["expect"]
            self.assertTrue(expect, case["id"])
            self.assertEqual("named" in expect, needs == ["text"], case["id"])
            self.assertEqual(len(case["start"]) > 1, needs == ["two"] or case.get("control") == "two", case["id"])

    def test_every_document_has_an_address_and_one_that_changes_a_day(self) -> None:
        for case in trial.cases():
            for basis in case["basis"]:
                is_fixed = basis["doc"].startswith(("RFC ", "draft-")) or basis["doc"] in ("HTML", "DeviantArt, noai")
                self.assertTrue(is_fixed or "read" in basis, case["id"])
                self.assertTrue("url" in basis or case["level"] == "open", case["id"])

    def test_every_level_and_ability_has_a_case(self) -> None:
        self.assertEqual({case["level"] for case in trial.cases()}, set(trial.LEVELS))
        self.assertEqual({case.get("control") for case in trial.cases()} - {None}, ABILITIES)
        self.assertLessEqual({need for case in trial.cases() for need in case.get("needs", [])}, ABILITIES)


async def one(sites: trial.Sites, request: str) -> bytes:
    """The whole answer to a request, as `GET a/x`."""
    method, at = request.split()
    host, path = at.split("/", 1)
    port = sites.places[f"{{{host}}}"].rpartition(":")[2]
    reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
    writer.write(f"{method} /{path} HTTP/1.1\r\nHost: a\r\nUser-Agent: Me/1\r\n\r\n".encode())
    try:
        return await reader.read()
    finally:
        writer.close()


def answers(served: trial.Case, *requests: str) -> tuple[list[bytes], trial.Sites]:
    """What comes of these requests, and the sites after them."""

    async def ask() -> tuple[list[bytes], trial.Sites]:
        async with trial.opened(served, "ExampleBot") as sites:
            return [await one(sites, request) for request in requests], sites

    return asyncio.run(ask())


def parts(reply: trial.Reply) -> tuple[str, bytes]:
    """The head and the body of an answer."""
    [answer], _ = answers(case(hosts={"a": {"/x": [reply]}}), "GET a/x")
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.decode() + "\r\n", body


class Answers(unittest.TestCase):
    """Each kind of an answer arrives as the script has it."""

    def test_statuses_fields_and_bodies_arrive(self) -> None:
        for reply, head, body in rows("answers"):
            found, text = parts(reply)
            self.assertIn(head, found)
            self.assertEqual(text.decode(), body, reply)

    def test_redirects_and_links_lead_to_the_hosts(self) -> None:
        page = {"name": "n", "head": "<meta>", "links": ["{b}/y nofollow"]}
        served = case(hosts={"a": {"/x": [{"status": 302, "location": "{b}/y"}, {"page": page}]}, "b": {}})
        [first, *pages], sites = answers(served, *["GET a/x"] * 3)
        b = sites.places["{b}"]
        self.assertIn(f"Location: {b}/y\r\n".encode(), first)
        # The second answer, and again as it is the last one.
        for text in pages:
            self.assertRegex(text, b"<meta></head>.*Marker-n-of-the-page")
            self.assertIn(f'<a href="{b}/y" rel="nofollow">'.encode(), text)

    def test_a_client_that_obeys_for_links_gets_a_page_that_links_to_the_case(self) -> None:
        served = trial.after_links(case(hosts={"a": {"/x": [{"page": {}}]}}))
        [page, robots], sites = answers(served, "GET hub/", "GET hub/robots.txt")
        self.assertIn(f'<a href="{sites.places["{a}"]}/x"'.encode(), page)
        self.assertIn(b"Marker-hub-", page)
        self.assertTrue(robots.startswith(b"HTTP/1.1 404 Not Found\r\n"), robots)
        self.assertEqual(sites.urls(), [sites.places["{hub}"] + "/"])

    def test_gzip_has_its_label_or_none(self) -> None:
        for kind in ("labelled", "unlabelled"):
            head, body = parts({"robots": "rules", "gzip": kind})
            self.assertEqual("Content-Encoding: gzip" in head, kind == "labelled")
            self.assertEqual(gzip.decompress(body), b"rules")

    def test_a_connection_is_reset_or_has_no_byte(self) -> None:
        with self.assertRaises(ConnectionResetError):
            parts({"reset": True})
        self.assertEqual(parts({"raw": ""})[1], b"")

    def test_an_answer_that_does_not_come_ends_with_the_sites(self) -> None:
        async def ask() -> bytes:
            async with trial.opened(case(hosts={"a": {"/x": [{"delay_ms": 3600000, "robots": "late"}]}}), "E") as sites:
                waits = asyncio.ensure_future(one(sites, "GET a/x"))
                while not sites.requests:
                    await asyncio.sleep(0)
                self.assertFalse(waits.done())
            return await waits

        self.assertEqual(asyncio.run(ask()), b"")

    def test_the_clock_of_a_site_is_ahead(self) -> None:
        now, then = (
            email.utils.parsedate_to_datetime(re.search("Date: (.*)\r", parts(reply)[0])[1])  # type: ignore[index]
            for reply in ({}, {"clock_hours": 25})
        )
        self.assertLess(abs(then - now - dt.timedelta(hours=25)), dt.timedelta(minutes=30))

    def test_requests_are_noted_and_other_paths_are_absent(self) -> None:
        served = case(hosts={"a": {"/x": [{"robots": "body"}]}})
        [head, other], sites = answers(served, "HEAD a/x", "GET a/y?q=1")
        self.assertTrue(head.endswith(b"\r\n\r\n"), "HEAD has no body")
        self.assertTrue(other.startswith(b"HTTP/1.1 404 "), other)
        noted = [(request["method"], request["at"], request["user_agent"]) for request in sites.requests]
        self.assertEqual(noted, [("HEAD", "a/x", "Me/1"), ("GET", "a/y?q=1", "Me/1")])


def seen(requests: str, output: str = "", *, has_timed_out: bool = False) -> trial.Seen:
    """Requests as `a/x@MS`."""
    pairs = (request.split("@") for request in requests.split())
    return trial.Seen([{"at": at, "ms": int(ms)} for at, ms in pairs], output, has_timed_out)


class Outcomes(unittest.TestCase):
    """Outcomes, each of a case and what was seen."""

    def test_each_expectation_has_its_outcome(self) -> None:
        for row in rows("outcomes"):
            found = seen(row["requests"], row.get("output", ""), has_timed_out=row.get("is_late", False))
            able = set(row.get("able", ["fetch", "text"]))
            self.assertEqual(trial.judge(case(**row["case"]), found, able), row["outcome"], row)

    def test_controls_show_abilities(self) -> None:
        crawl = case(expect={"open": ["a/x", "a/y"]}, control="crawl")
        self.assertIsNone(trial.shown(crawl, seen("a/x@0")))
        self.assertEqual(trial.shown(crawl, seen("a/x@0 a/y@0")), "crawl")
        text = case(expect={"open": ["a/x"]}, control="text")
        self.assertIsNone(trial.shown(text, seen("a/x@0")))
        self.assertEqual(trial.shown(text, seen("a/x@0", trial.marker("text"))), "text")

    def test_only_scored_levels_have_faults(self) -> None:
        for outcome in trial.WORDS:
            is_right = outcome in ("ok", "not-tested", "time-out")
            self.assertEqual(trial.Tried(case(level="should"), seen(""), outcome).is_fault(), not is_right)
            self.assertFalse(trial.Tried(case(level="open"), seen(""), outcome).is_fault())


class Runs(unittest.TestCase):
    """The command."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, options: str, *client: str) -> subprocess.Popen[str]:
        words = [sys.executable, str(HOME / "trial.py"), *options.split(), *(["--", *client] if client else [])]
        pipe = subprocess.PIPE
        return subprocess.Popen(words, cwd=self.folder, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")

    def ran(self, exits: int, options: str, *client: str) -> tuple[str, str]:
        """The output and the messages of a trial that ends with this status."""
        process = self.start(options, *client)
        output, messages = process.communicate()
        self.assertEqual(process.returncode, exits, output + messages)
        self.assertNotIn("Traceback", messages)
        return output, messages

    def outcomes(self, file: str) -> dict[str, str]:
        """The outcomes of a file that `--write` wrote."""
        result: dict[str, Any] = json.loads((self.folder / file).read_text("utf-8"))
        self.assertEqual(list(result), ["client", "version", "agent", "day", "outcomes"])
        self.assertEqual(result["day"], "2026-11-27")
        return dict(result["outcomes"])

    @unittest.skipUnless(PROGRAM.is_file(), "cargo build -p robots-policy-cli")
    def test_our_own_client_has_no_fault_and_a_second_run_says_so_too(self) -> None:
        client = (
            f"{PROGRAM} check --no-cache --allow-private --agent {{agent}} --contact https://example.org/bot {{urls}}"
        )
        options = "--case */status/* --case */group/* --case */rule/* --level rfc --jobs 4 --day 2026-11-27 --write"
        text, _ = self.ran(0, f"{options} one.json --case */control/*", *client.split())
        self.assertIn("\nfail-open: 0 READ closed, 0 untold\n", text)
        self.assertIn("\nok           client/status/503               RFC 9309 §2.3.1.4\n", text)
        self.assertTrue(all(len(line) <= 80 for line in text.split("\n")[1:]), text)
        first = self.outcomes("one.json")
        self.assertEqual((first["client/group/own"], first["client/control/link"]), ("ok", "not-tested"))
        self.ran(0, f"{options} two.json", *client.split())
        self.assertEqual(first, first | self.outcomes("two.json"))

    def test_a_client_that_obeys_nothing_has_every_fault(self) -> None:
        text, _ = self.ran(1, "--json --agent Rude --jobs 99", "curl", "-s", "-i", "-A", "Rude/1", "{url}")
        lines = {line["id"]: line for line in map(json.loads, text.splitlines())}
        self.assertEqual(len(lines), len(trial.cases()))
        for name, line in lines.items():
            # All robots.txt are about its only page in these.
            if name.split("/")[1] in ("network", "limit", "coding") or "/status/50" in name:
                self.assertEqual(line["outcome"], "read-closed", line)
            self.assertEqual(line["requests"][0]["at"][:2], "a/")
            self.assertEqual(line["requests"][0]["user_agent"], "Rude/1")
            self.assertTrue(line["clauses"])
        # The output has the whole answer with its field.
        for name, outcome in rows("nothing_obeyed"):
            self.assertEqual(lines[f"client/{name}"]["outcome"], outcome, name)

    def test_a_client_that_obeys_for_links_is_sent_to_a_page_of_links(self) -> None:
        text, _ = self.ran(3, "--json --case */control/allow", "curl", "-s", "{links}")
        self.assertEqual([request["at"] for request in json.loads(text)["requests"]], ["hub/"])

    def test_the_page_shows_a_trial(self) -> None:
        block = re.search(r"```text\n\$ python3 conformance/trial.py -- (.*?)\n(.*?)```", PAGE, re.DOTALL)
        client, shown = block.groups() if block else ("", "")
        text, _ = self.ran(1, "--jobs 99", *client.split())
        for part in shown.split("…\n"):
            self.assertIn(part, text)

    def test_a_client_that_reads_nothing_is_not_tested_and_its_end_is_said(self) -> None:
        failing = "echo first >&2; echo 'no module scrapy' >&2; exit 7; : {url}"
        for client, said in [
            (["sh", "-c", failing], "it ended with exit status: 7: no module scrapy\n"),
            (["sh", "-c", "sleep 60; : {url}"], "it was ended after 1 s\n"),
            (["sh", "-c", "kill -9 $$; : {url}"], "it ended with signal: 9 (SIGKILL)\n"),
        ]:
            text, messages = self.ran(3, "--jobs 99 --timeout 1", *client)
            self.assertRegex(messages, f"client/control/.*{re.escape(said)}")
            self.assertIn("112 scored cases: 0 ok, 112 not tested, 0 time-out\n", text)

    def test_a_client_that_does_not_end_is_ended_with_its_children(self) -> None:
        script = "sleep 600 & echo $! > child; wait; : {url}"
        self.ran(3, "--timeout 1 --jobs 99 --case */control/absent", "sh", "-c", script)
        self.assertTrue(is_ended((self.folder / "child").read_text()))

    def test_a_client_that_leaves_a_child_has_ended(self) -> None:
        began = time.monotonic()
        self.ran(3, "--jobs 99 --case */control/absent", "sh", "-c", "sleep 600 & : {url}")
        self.assertLess(time.monotonic() - began, 15)

    def test_ctrl_c_ends_the_client_too(self) -> None:
        process = self.start("--jobs 1", "sh", "-c", "echo $$ > child; exec sleep 600; : {url}")
        child = self.folder / "child"
        while not child.exists() or not child.read_text().endswith("\n"):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(), ("", ""))
        self.assertEqual(process.returncode, 130)
        self.assertTrue(is_ended(child.read_text()))

    def test_a_folder_of_clients_is_tried_and_a_client_that_is_absent_is_named(self) -> None:
        for name, version in [("first", ["echo", "first (v1.2)"]), ("second", ["{installed}/second"])]:
            place = self.folder / "clients" / name
            place.mkdir(parents=True)
            (place / "run").write_text('curl -s "$1"\n')
            client = {"name": name, "kind": "fetch", "install": f"apt-get install {name}", "version": version}
            client.update(agent="Own", run=["sh", "{dir}/run", "{url}"])
            (place / "client.json").write_text(json.dumps(client))
        (self.folder / "results").mkdir()
        options = "--clients clients --installed bin --case */status/503 --day 2026-11-27 --write results"
        text, messages = self.ran(1, options)
        self.assertTrue(text.startswith("first v1.2\nREAD closed  client/status/503 "), text)
        self.assertIn("2 of 2: second: not installed; apt-get install second\n", messages)
        self.assertEqual(self.outcomes("results/first.json"), {"client/status/503": "read-closed"})
        self.assertFalse((self.folder / "results" / "second.json").exists())
        self.assertNotIn("second", self.ran(1, f"{options} --client first")[1])
        self.assertIn("it has first, second", self.ran(2, "--clients clients --client third")[1])
        (self.folder / "clients" / "second" / "client.json").write_text('{"nam": "second"}')
        self.assertIn("cannot read clients/second/client.json: ", self.ran(2, options)[1])

    def test_sites_are_served_to_clients_that_run_elsewhere(self) -> None:
        process = self.start("--serve --case */status/503 --case */status/500")
        assert process.stdout
        # The cases and all controls, of which one has two pages.
        lines = [process.stdout.readline().split() for _ in range(10)]
        urls = [url for name, url in lines if name in ("client/control/absent", "client/status/503")]
        subprocess.run(["curl", "-s", *urls], check=True, capture_output=True)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate()
        self.assertEqual(process.returncode, 1, text)
        self.assertIn("READ closed  client/status/503 ", text)
        self.assertNotRegex(text, "client/(control|status/500)")

    def test_the_clients_of_the_project_are_described(self) -> None:
        _, messages = self.ran(2, f"--clients {HOME / 'clients'} --client none")
        folders = sorted(file.parent.name for file in HOME.glob("clients/*/client.json"))
        self.assertIn(f"it has {', '.join(folders)}\n", messages)
        self.assertIn("robots-policy-check", folders)

    def test_a_wrong_command_says_what_to_write(self) -> None:
        for options, words, says in rows("wrong_commands"):
            self.assertIn(says, self.ran(2, options, *words)[1])


def is_ended(process: str) -> bool:
    """Whether a process is not there, or no process has taken its end yet."""
    try:
        return ") Z " in Path("/proc", process.strip(), "stat").read_text()
    except OSError:
        return True


if __name__ == "__main__":
    unittest.main()
