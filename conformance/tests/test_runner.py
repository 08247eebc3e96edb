"""The runner with adapters that behave, and with some that do not."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from rows import rows

from yardstick import corpus, peers, score
from yardstick.process import Adapter

# The beginning of each adapter of these tests.
LOOP = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "start":
        said = {"name": "x", "version": "1", "language": "Python", "kinds": ["access"], "features_missing": ["anonymous"]}
    elif message["cmd"] == "stop":
        break
    else:
        said = {"id": message["id"]}
"""


class Commands(unittest.TestCase):
    """How the tests run it."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_with(self, answer: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Runs an adapter over everyday cases."""
        adapter = self.folder / "adapter.py"
        adapter.write_text(
            LOOP + textwrap.indent(answer, " " * 8) + "\n    print(json.dumps(said), flush=True)\n", "utf-8"
        )
        return self.command("--adapter", f"{sys.executable} {adapter}", "--case", "access/everyday/*", *options)

    def last(self, answer: str) -> str:
        """The numbers of a run of an adapter."""
        return self.run_with(answer).stdout.splitlines()[-1]

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs run.py in another folder, as a submodule is."""
        return subprocess.run(
            [sys.executable, HOME / "run.py", *words], capture_output=True, text=True, cwd=self.folder, check=False
        )


def names(outcome: str, ran: subprocess.CompletedProcess[str]) -> list[str]:
    """The cases that a run names with this outcome."""
    return re.findall(rf"^{outcome}: (\S+)$", ran.stdout, re.MULTILINE)


class Runs(Commands):
    """The command, as a maintainer calls it."""

    def test_a_reader_that_permits_everything_fails_open_and_nothing_else(self) -> None:
        ran = self.run_with('said["answer"] = {"allowed": True}')
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertIn("expected [{'allowed': False}], answered {'allowed': True}", ran.stdout)
        self.assertIn("RFC 9309 2.2.2", ran.stdout)
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ right, \d+ fail-open$")

    def test_answers_are_counted_by_what_they_are(self) -> None:
        for answer, counts in rows("counted"):
            self.assertRegex(self.last(answer), f"^{counts}$", answer)

    def test_a_reader_that_does_not_know_fails_nothing(self) -> None:
        ran = self.run_with('said["answer"] = {"allowed": None}')
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ unknown$")

    def test_known_failures_are_allowed_and_a_fixed_one_is_not(self) -> None:
        failing = names("fail-open", self.run_with('said["answer"] = {"allowed": True}'))
        known = self.folder / "known.txt"
        known.write_text("\n".join(failing), "utf-8")
        self.assertEqual(self.run_with('said["answer"] = {"allowed": True}', "--allow-fail", str(known)).returncode, 0)
        ran = self.run_with('said["answer"] = {"allowed": None}', "--allow-fail", str(known))
        self.assertEqual(ran.returncode, 1)
        self.assertIn(f"passes now, remove it from the file of failures: {failing[0]}", ran.stdout)

    def test_a_reader_that_does_not_start_is_status_3(self) -> None:
        self.assertEqual(self.command("--adapter", f"{sys.executable} -c pass").returncode, 3)
        self.assertEqual(self.command("--adapter", "no-such-program").returncode, 3)

    def test_a_wrong_command_says_what_there_is(self) -> None:
        self.assertEqual(self.command().returncode, 2)
        self.assertIn("urllib-robotparser", self.command("--peers", "no-such-reader").stderr)

    def test_the_adapter_of_the_readme_runs(self) -> None:
        text = (HOME / "README.md").read_text("utf-8")
        written = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
        adapter = self.folder / "my_adapter.py"
        adapter.write_text(written, "utf-8")
        ran = self.command("--adapter", f"{sys.executable} {adapter}", "--level", "rfc", "--case", "access/everyday/*")
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ right")

    def test_a_reader_that_hangs_is_ended_with_its_children(self) -> None:
        hangs = LOOP + "        time.sleep(60)\n    print(json.dumps(said), flush=True)\n"
        adapter = Adapter([sys.executable, "-c", hangs], seconds=0.3)
        self.assertEqual(adapter.ask("a", "access", {}), {"timeout": True})
        self.assertIsNone(adapter.process)


class Faults(Commands):
    """Adapters and commands that are wrong in the ways in which they are written."""

    def test_a_line_too_many_answers_no_other_case(self) -> None:
        right = 'said["answer"] = {"allowed": True}'
        clean = self.run_with(right)
        noisy = self.run_with(right + '; print("parsed")')
        self.assertRegex(noisy.stdout.splitlines()[-1], r"^\d+ error$")
        self.assertIn("not a line with a JSON object: 'parsed'", noisy.stdout)
        once = self.run_with(right + '; print("parsed") if "wp-admin" in message["input"]["url"] else None')
        self.assertNotEqual(clean.stdout, once.stdout)
        lost = names("error", once)
        self.assertEqual(names("fail-open", once), [name for name in names("fail-open", clean) if name not in lost])

    def test_an_answer_to_another_case_is_an_error(self) -> None:
        for said in ('said = {"id": "other", "answer": {"allowed": True}}', 'said = {"answer": {"allowed": True}}'):
            ran = self.run_with(said)
            self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ error$")
            self.assertIn("and not this case", ran.stdout)

    def test_a_wrong_first_line_is_named(self) -> None:
        for said, says in rows("first_lines"):
            code = f"input(); print({json.dumps(said)!r}); input()"
            ran = self.command("--adapter", shlex.join([sys.executable, "-c", code]))
            self.assertEqual((ran.returncode, ran.stdout), (3, ""), ran.stderr)
            self.assertIn(says, ran.stderr)

    def test_an_adapter_says_itself_why_it_ended(self) -> None:
        ran = self.command("--adapter", f"{sys.executable} -c 'import no_such_reader'")
        self.assertIn("No module named 'no_such_reader'", ran.stderr)

    def test_a_reader_that_skips_everything_was_not_asked(self) -> None:
        ran = self.run_with('said["skip"] = "cannot"')
        self.assertEqual(ran.returncode, 3)
        self.assertIn("no case was asked", ran.stderr)

    def test_a_known_failure_that_is_skipped_does_not_pass(self) -> None:
        name = names("fail-open", self.run_with('said["answer"] = {"allowed": True}'))[0]
        known = self.folder / "known.txt"
        known.write_text(f"# a comment\n{name}  # and why\n", "utf-8")
        ran = self.run_with(
            f'said.update({{"skip": "cannot"}} if message["id"] == "{name}" else {{"answer": {{"allowed": None}}}})',
            "--allow-fail",
            str(known),
        )
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertNotIn("passes now", ran.stdout)
        self.assertEqual(ran.stderr, f"note: {name} of the file of failures was not asked\n")

    def test_a_reader_that_is_silent_again_and_again_is_given_up(self) -> None:
        ran = self.run_with("sys.exit(1)")
        self.assertEqual(ran.returncode, 3)
        self.assertEqual(ran.stdout.splitlines()[-1], "8 crash")
        self.assertRegex(ran.stderr, r"no answer to 8 cases in a row: [1-9]\d* more were not asked")

    def test_wrong_options_are_status_2_and_name_what_there_is(self) -> None:
        for words, says in rows("wrong_options"):
            ran = self.command(*(word.replace("PYTHON", sys.executable) for word in words))
            self.assertEqual((ran.returncode, ran.stdout), (2, ""), ran.stderr)
            self.assertIn(says, ran.stderr)
            self.assertNotIn("Traceback", ran.stderr)

    def test_what_the_help_names_is_there(self) -> None:
        text = self.command("--help").stdout.split("examples:")[1]
        for program in re.findall(r"conformance/(adapters/\S+)", text):
            self.assertTrue((HOME / program).is_file(), program)
        for names in re.findall(r"--peers ([a-z].*)", text):
            peers.peers(names.split())

    def test_a_peer_without_a_case_does_not_succeed(self) -> None:
        ran = self.command("--peers", "urllib-robotparser", "--kind", "field")
        self.assertEqual(ran.returncode, 3, ran.stderr)
        self.assertIn("NOT ASKED: urllib.robotparser", ran.stderr)


class Peers(unittest.TestCase):
    """peers.json."""

    def test_each_peer_has_its_keys(self) -> None:
        found = peers.peers([])
        names = [peer["name"] for peer in found]
        self.assertEqual(len(set(names)), len(names))
        for peer in found:
            self.assertLessEqual({"name", "url", "run"}, set(peer), peer)
            self.assertLessEqual(set(peer), {"name", "url", "run", "reading", "same"}, peer)
            self.assertIsInstance(peer["run"], list)
            self.assertIn(peer.get("reading", corpus.readings()[0]), corpus.readings())
            self.assertIn(peer.get("same", names[0]), names)


class Scores(unittest.TestCase):
    """What counts as which error."""

    CASE = {"kind": "access", "expect": [{"allowed": False}]}

    def test_permissions(self) -> None:
        for right, given, outcome in rows("permissions"):
            self.assertEqual(score.of(right, given), outcome, (right, given))

    def test_the_nearest_of_several_right_answers_counts(self) -> None:
        case = {"kind": "access", "expect": [{"allowed": False}, {"allowed": True}]}
        self.assertEqual(score.outcome(case, {"answer": {"allowed": True}}), "right")

    def test_the_worst_key_counts(self) -> None:
        case = {"kind": "field", "expect": [{"index": True, "follow": False}]}
        self.assertEqual(score.outcome(case, {"answer": {"index": False, "follow": True}}), "fail-open")


class Cases(unittest.TestCase):
    """The corpus itself."""

    def test_the_numbers_of_the_readme_are_those_of_today(self) -> None:
        text = (HOME / "README.md").read_text("utf-8")
        peers = len(json.loads((HOME / "peers.json").read_text("utf-8")))
        self.assertIn(f"{len(corpus.cases()):,} questions", text)
        self.assertIn(f"{peers} readers", " ".join(text.split()))

    def test_the_package_has_the_version_of_the_newest_list(self) -> None:
        self.assertIn(f'version = "{corpus.newest()}"', (HOME / "pyproject.toml").read_text("utf-8"))

    def test_each_scored_case_has_a_clause_with_an_address(self) -> None:
        for case in corpus.cases():
            if case["level"] in corpus.SCORED:
                self.assertTrue(
                    case["basis"] and all(clause["url"].startswith("https://") for clause in case["basis"]), case["id"]
                )

    def test_a_list_has_cases_that_are_there(self) -> None:
        ids = {case["id"] for case in corpus.cases()}
        self.assertEqual(len(ids), len(corpus.cases()))
        for path in (HOME / "lists").glob("*.txt"):
            self.assertLessEqual(corpus.listed(path.stem), ids)


if __name__ == "__main__":
    unittest.main()
