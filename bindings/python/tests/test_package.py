"""What the classes promise beside their answers: errors, pickles, threads, streams, and types that match the stub."""

import copy
import gc
import json
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from typing import Any

import pytest
from conftest import ROOT

import robots_policy
from robots_policy import Client, Policy, RobotsTxt, judge
from robots_policy.signals import MetaExtractor, signals_from_metas

wrongly: Any = robots_policy  # calls that a type checker would refuse
LICENSE = "https://example.com/license.xml"
HOSTILE = [
    b"\xff\xfe\x00",
    b"\x00" * 70,
    b"<meta" * 9000,
    bytes(range(256)) * 40,
    b"",
    b"\xed\xa0\x80",
    b"=;,\x00" * 50,
    b"[" * 9000,
    b"<" * 5000,
    "\udcff\ud800é".encode(errors="surrogatepass"),
]
FIELDS = ["X-Robots-Tag", "Content-Type", "Content-Usage", "Content-Signal", "TDM-Reservation", "TDM-Policy", "Link"]


@pytest.mark.parametrize("octets", HOSTILE)
def test_bytes_of_untrusted_files_never_raise(octets: bytes) -> None:
    texts = [octets.decode("latin-1"), octets.decode("utf-8", "surrogateescape")]
    if octets == b"\xed\xa0\x80":
        texts.append(octets.decode("utf-8", "surrogatepass"))
    given: Any
    for given in [octets, bytearray(octets), memoryview(octets), *texts]:
        text = given if isinstance(given, str) else bytes(given).decode("latin-1")
        keys = ("Content-Usage: ", "Content-Signal: ", "License: ", "DisallowAITraining: ")
        robots = "User-agent: *\n" + "".join(f"{key}{text}\n" for key in keys)
        metas = f"<meta name=tdm-reservation content='{text}'><link rel=license type=application/rsl+xml href='{text}'>"
        licenses = {LICENSE: given, text: given}
        for html, robots_txt in ((given, given), (metas, robots)):
            fields = [(name, given) for name in FIELDS]
            verdict = judge("A", "/", headers=fields, html=html, robots_txt=robots_txt, tdmrep=given, licenses=licenses)
            uses = verdict.uses
            assert json.loads(verdict.to_json()) == verdict.to_dict()
            assert not {"allow", "conditional"} & {*uses.values()}
            repr((uses, uses.preferences, uses.reasons, uses.unread, uses.tokens, verdict.terms, verdict.diagnostics))
        assert RobotsTxt(given).allowed(b"/" + octets, "A") in (True, False)
        Client.from_user_agent(given)
        signals_from_metas([("robots", given), (given, "noindex")])
    assert judge("A", "https://example.com/" + texts[1]).allowed is None


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


@pytest.mark.parametrize("module", ["arrow", "enums", "errors", "parts", "robots", "signals"])
def test_a_module_lists_what_it_defines(module: str) -> None:
    known = vars(getattr(wrongly, module))
    defined = {name for name, value in known.items() if getattr(value, "__module__", "") == f"robots_policy.{module}"}
    assert {name for name in defined if name[0] != "_"} <= {*known["__all__"]} <= {*known}
    for enum in (one for one in known.values() if isinstance(one, type) and issubclass(one, Enum) and list(one)):
        assert all(pickle.loads(pickle.dumps(member)) is copy.copy(member) is member for member in enum)  # noqa: S301 - our own


def test_the_program_is_the_program() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "robots_policy", "--version"], capture_output=True, text=True, check=False
    )
    # The commit follows, if it was built from a checkout.
    assert run.stdout.split()[:2] == ["robots-policy", robots_policy.__version__]
    run = subprocess.run([sys.executable, "-m", "robots_policy", "evil"], capture_output=True, text=True, check=False)
    assert (run.returncode, "eval" in run.stderr) == (2, True)
