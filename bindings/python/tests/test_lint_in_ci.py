"""How CI runs `lint`: hooks of pre-commit, an action of GitHub and a job of GitLab, each as its host runs it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, rust_program, wheels
from virtualenv.seed.wheels.embed import BUNDLE_FOLDER

ACTION = ROOT / ".github/actions/lint/action.yml"
GITLAB = ROOT / "examples/ci/gitlab-ci.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"

# A file with an error, and one without a finding.
WRONG = "User-agent: *\nDisallow: private\n"
RIGHT = "User-agent: *\nDisallow: /private\n"


@pytest.mark.parametrize(("schema", "file"), [("vendor.github-actions", ACTION), ("vendor.gitlab-ci", GITLAB)])
def test_files_fit_the_schemas_of_their_hosts(schema: str, file: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def bash(script: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=cwd, env=os.environ | env, capture_output=True, text=True, check=False)


def act(cwd: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Runs the steps of the action until one fails."""
    action = yaml.safe_load(ACTION.read_text())
    python = {"steps.python.outputs.python-path": sys.executable}
    inputs = {name: given.get(name, str(about.get("default", ""))) for name, about in action["inputs"].items()}
    assert given.keys() <= inputs.keys()
    variables = cwd / "variables"
    variables.write_text("")
    env = {"GITHUB_ENV": str(variables), "GITHUB_STEP_SUMMARY": str(cwd / "summary.md"), "RUNNER_TEMP": str(cwd)}
    values = {f"inputs.{name}": value for name, value in inputs.items()} | python
    for step in action["runs"]["steps"]:
        if "uses" in step:
            # The host's own action; its output is an interpreter.
            assert (step["id"], step["uses"]) == ("python", "actions/setup-python@v6")
            continue
        own = {
            name: re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: values[found[1]], value)
            for name, value in step["env"].items()
        }
        set_before = dict(line.split("=", 1) for line in variables.read_text().splitlines())
        done = bash(step["run"], cwd, env | own | set_before)
        if done.returncode:
            break
    return done


def test_the_action_and_the_job_report_findings_and_fail(tmp_path: Path) -> None:
    site = tmp_path / "my-site"
    site.mkdir()
    robots = site / "robots.txt"
    robots.write_text(WRONG)
    given = {"program": str(rust_program()), "base": "https://example.org", "sarif": "out.sarif"}

    done = act(tmp_path, inputs="my-site", **given)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=my-site/robots.txt,line=2,"), done.stdout
    assert "path-without-slash" in (tmp_path / "summary.md").read_text()
    assert json.loads((tmp_path / "out.sarif").read_text())["runs"][0]["results"]

    job = yaml.safe_load(GITLAB.read_text())["robots-policy"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = job["variables"] | {"SITE": "my-site", "PATH": path}
    done = bash("\n".join(job["script"]), tmp_path, env)
    assert done.returncode == 1, done.stderr
    reports = job["artifacts"]["reports"]
    quality = json.loads((tmp_path / reports["codequality"]).read_text())
    assert [found["check_name"] for found in quality] == ["path-without-slash"]
    assert "<failure" in (tmp_path / reports["junit"]).read_text()

    robots.write_text(RIGHT)
    assert bash("\n".join(job["script"]), tmp_path, env).returncode == 0
    assert act(tmp_path, inputs="my-site", **given).returncode == 0
    # What is not there is not free of findings.
    assert act(tmp_path, inputs="my-site nowhere", **given).returncode == 3


def from_wheels() -> dict[str, str]:
    """The variables by which pip installs the wheels that were built, and requests nothing."""
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels())}


def test_the_action_and_the_job_install_the_program_by_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in from_wheels().items():
        monkeypatch.setenv(name, value)
    (tmp_path / "robots.txt").write_text(WRONG)
    done = act(tmp_path, inputs="robots.txt")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=robots.txt,line=2,"), done.stdout

    job = yaml.safe_load(GITLAB.read_text())["robots-policy"]
    own = tmp_path / "job"
    subprocess.run([sys.executable, "-m", "venv", own], check=True)
    env = {"SITE": "robots.txt", "PATH": f"{own / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = bash("\n".join([*job["before_script"], *job["script"]]), tmp_path, env)
    assert done.returncode == 1, done.stderr
    assert "path-without-slash" in done.stdout


def local_hook() -> str:
    """The configuration of the documentation that installs the program."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "docs/lint.md").read_text(), re.DOTALL | re.MULTILINE)
    return next(str(block) for block in blocks if "repo: local" in block)


def test_a_hook_of_a_repository_installs_the_program_by_pip(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", tmp_path, *words], check=True, capture_output=True)  # noqa: S607 - that of the path

    git("init")
    (tmp_path / ".pre-commit-config.yaml").write_text(local_hook())
    (tmp_path / "robots.txt").write_text(WRONG)
    git("add", ".")
    # pre-commit builds an empty package beside it with setuptools, which virtualenv has.
    env = from_wheels() | {"PRE_COMMIT_HOME": str(tmp_path / "home")}
    env["PIP_FIND_LINKS"] += f" {BUNDLE_FOLDER}"
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | env, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "path-without-slash" in done.stdout, done.stdout


def test_the_hooks_run_on_robots_txt_alone(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-manifest", str(HOOKS)], check=True)
    for hook in yaml.safe_load(HOOKS.read_text()):
        names = ["robots.txt", "public/robots.txt", "my-robots.txt", "robots.txt.md", "a/robotsXtxt"]
        assert [name for name in names if re.search(hook["files"], name)] == names[:2]
        first, *words = hook["entry"].split()
        assert first == rust_program().name
        robots = tmp_path / "robots.txt"
        for text, status in [(WRONG, 1), (RIGHT, 0)]:
            robots.write_text(text)
            done = subprocess.run([rust_program(), *words, robots], capture_output=True, text=True, check=False)
            assert done.returncode == status, done.stdout + done.stderr
