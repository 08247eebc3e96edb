"""The runner with adapters that behave, and with some that do not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from yardstick import corpus, score
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


class Runs(unittest.TestCase):
    """The command, as a maintainer calls it."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_with(self, answer: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Runs an adapter over everyday cases."""
        adapter = self.folder / "adapter.py"
        adapter.write_text(
            LOOP + textwrap.indent(answer, " " * 8) + "\n    print(json.dumps(said), flush=True)\n", "utf-8"
        )
        return self.command("--adapter", f"{sys.executable} {adapter}", "--case", "access/everyday/*", *options)

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs run.py in another folder, as a submodule is."""
        return subprocess.run(
            [sys.executable, HOME / "run.py", *words], capture_output=True, text=True, cwd=self.folder, check=False
        )

    def test_a_reader_that_permits_everything_fails_open_and_nothing_else(self) -> None:
        ran = self.run_with('said["answer"] = {"allowed": True}')
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertIn("expected [{'allowed': False}], answered {'allowed': True}", ran.stdout)
        self.assertIn("RFC 9309 2.2.2", ran.stdout)
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ right, \d+ fail-open$")

    def test_a_reader_that_forbids_everything_over_blocks(self) -> None:
        ran = self.run_with('said["answer"] = {"allowed": False}')
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ right, \d+ over-blocked$")

    def test_a_reader_that_does_not_know_fails_nothing(self) -> None:
        ran = self.run_with('said["answer"] = {"allowed": None}')
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ unknown$")

    def test_known_failures_are_allowed_and_a_fixed_one_is_not(self) -> None:
        failing = re.findall(
            r"^fail-open: (\S+)$", self.run_with('said["answer"] = {"allowed": True}').stdout, re.MULTILINE
        )
        known = self.folder / "known.txt"
        known.write_text("\n".join(failing), "utf-8")
        self.assertEqual(self.run_with('said["answer"] = {"allowed": True}', "--allow-fail", str(known)).returncode, 0)
        ran = self.run_with('said["answer"] = {"allowed": None}', "--allow-fail", str(known))
        self.assertEqual(ran.returncode, 1)
        self.assertIn(f"passes now, remove it from the file of failures: {failing[0]}", ran.stdout)

    def test_an_error_a_skip_and_an_answer_to_another_question_are_different(self) -> None:
        self.assertRegex(self.run_with('said["error"] = "broken"').stdout.splitlines()[-1], r"^\d+ error$")
        self.assertRegex(self.run_with('said["skip"] = "cannot"').stdout.splitlines()[-1], r"^\d+ skip$")
        self.assertRegex(self.run_with('said["answer"] = {"index": True}').stdout.splitlines()[-1], r"^\d+ error$")
        self.assertRegex(
            self.run_with('said["answer"] = {"allowed": "yes"}').stdout.splitlines()[-1],
            r"over-blocked|error|fail-open",
        )

    def test_a_reader_that_ends_is_a_crash_and_is_started_again(self) -> None:
        ran = self.run_with(
            'sys.exit(1) if "wp-admin" in message["input"]["url"] else said.update(answer={"allowed": None})'
        )
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ unknown, \d+ crash$")

    def test_a_reader_that_does_not_start_is_status_3(self) -> None:
        self.assertEqual(self.command("--adapter", f"{sys.executable} -c pass").returncode, 3)
        self.assertEqual(self.command("--adapter", "no-such-program").returncode, 3)

    def test_a_wrong_command_says_what_there_is(self) -> None:
        self.assertEqual(self.command().returncode, 2)
        self.assertIn("this list is unknown", self.command("--adapter", "x", "--list", "0.0").stderr)
        self.assertIn("urllib-robotparser", self.command("--peers", "no-such-reader").stderr)

    def test_the_adapter_of_the_readme_runs(self) -> None:
        text = (HOME / "README.md").read_text("utf-8")
        block = re.search(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertIsNotNone(block)
        adapter = self.folder / "my_adapter.py"
        adapter.write_text(block.group(1) if block else "", "utf-8")
        ran = self.command("--adapter", f"{sys.executable} {adapter}", "--level", "rfc", "--case", "access/everyday/*")
        self.assertRegex(ran.stdout.splitlines()[-1], r"^\d+ right")

    def test_a_reader_that_hangs_is_ended_with_its_children(self) -> None:
        adapter = Adapter(
            [sys.executable, "-c", LOOP + "        time.sleep(60)\n    print(json.dumps(said), flush=True)\n"],
            seconds=0.3,
        )
        self.assertEqual(adapter.ask("a", "access", {}), {"timeout": True})
        self.assertIsNone(adapter.process)


class Scores(unittest.TestCase):
    """What counts as which error."""

    CASE = {"kind": "access", "expect": [{"allowed": False}]}

    def test_permissions(self) -> None:
        for right, given, outcome in [
            (False, False, "right"), (False, True, "fail-open"), (False, None, "unknown"), (True, True, "right"), (True, False, "over-blocked"),
            (True, None, "unknown"), (None, True, "fail-open"), (None, False, "right"), (None, None, "right"),
            ("disallow", "allow", "fail-open"), ("disallow", "unstated", "fail-open"), ("unstated", "allow", "right"), ("allow", "disallow", "over-blocked"),
        ]:  # fmt: skip
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
