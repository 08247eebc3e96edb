"""Every public member says what it is where `help` and notebooks look: in the module that runs."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import robots_policy

MODULES = ["", ".arrow", ".enums", ".errors", ".parts", ".robots", ".signals"]
# What Python itself writes for a member without documentation.
EMPTY = ("", "Alias for field number")


def members() -> dict[str, Any]:
    """The public names of all modules, and the public members of their classes."""
    found: dict[str, Any] = {}
    for path in MODULES:
        module = import_module(f"robots_policy{path}")
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.ismodule(value) or isinstance(value, (str, tuple)):
                continue
            found[f"{path[1:]}:{name}"] = value
            if inspect.isclass(value) and value.__module__.startswith("robots_policy") and path != ".enums":
                own = {
                    n: m for n, m in vars(value).items() if n[0] != "_" and (callable(m) or inspect.isdatadescriptor(m))
                }
                found |= {f"{path[1:]}:{name}.{n}": member for n, member in own.items()}
    return found


@pytest.mark.parametrize("name", sorted(members()))
def test_a_member_is_documented(name: str) -> None:
    documentation = inspect.getdoc(members()[name]) or ""
    assert not documentation.startswith(EMPTY[1]), documentation
    assert len(documentation.split()) > 1, documentation


def test_help_has_the_words_of_the_stub() -> None:
    stub = Path(robots_policy.__file__).with_suffix(".pyi").read_text("utf-8")
    classes = {node.name: node for node in ast.parse(stub).body if isinstance(node, ast.ClassDef)}
    for method in classes["Verdict"].body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("__"):
            assert inspect.getdoc(getattr(robots_policy.Verdict, method.name)) == ast.get_docstring(method), method.name
    first = ast.get_docstring(classes["Client"])
    assert first is not None
    assert (inspect.getdoc(robots_policy.Client) or "").startswith(first)


def test_judge_explains_its_arguments() -> None:
    documentation, signature = inspect.getdoc(robots_policy.judge) or "", inspect.signature(robots_policy.judge)
    assert [name for name in signature.parameters if f"``{name}" not in documentation] == []
