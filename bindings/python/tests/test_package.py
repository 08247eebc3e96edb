"""What threads share, and types that match the stub; the rest of what the package promises is a session."""

import gc
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from conftest import ROOT

from robots_policy import Policy, RobotsTxt
from robots_policy.signals import MetaExtractor

LICENSE = "https://example.com/license.xml"


def test_several_threads_share_what_was_read() -> None:
    robots = RobotsTxt(b"User-agent: *\n" + b"".join(b"Disallow: /%d/\n" % n for n in range(3000)))
    locations = ",".join(f'{{"location": "/{n}/", "tdm-reservation": 1}}' for n in range(3000))
    verdict = Policy(robots_txt=robots, tdmrep=f"[{locations}]").verdict("A", "https://example.com/2999/x")
    extractor = MetaExtractor("text/html")

    def work() -> None:
        for n in range(300):
            assert not robots.allowed(f"/{n}/x", "A")
            assert robots.allowed("/y", "A")
            assert verdict.uses["mine"] == "disallow"
            if n % 6 == 0:
                assert verdict.policy.with_license(LICENSE, b"").verdict("A", f"/{n}/").uses["mine"] == "disallow"
            extractor.feed(b"<title>x</title>" * 300)

    with ThreadPoolExecutor(8) as pool:
        for ended in [pool.submit(work) for _ in range(8)]:
            ended.result()
    gc.collect()


def test_the_stub_has_what_the_module_has() -> None:
    allow = ROOT / "bindings" / "python" / "stubtest.allow"
    config = ROOT / "pyproject.toml"
    command = [sys.executable, "-m", "mypy.stubtest", "robots_policy"]
    command += [f"--mypy-config-file={config}", f"--allowlist={allow}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stdout + run.stderr
