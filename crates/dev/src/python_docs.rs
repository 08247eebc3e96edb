//! The docstrings of the native module of the Python package: those of its stubs, as comments of the Rust source.
//!
//! **P1.** A stub has the documentation of each public member, and editors show that; `help` shows what is compiled in, which
//! PyO3 takes from the comments before a class, a method or a function. The stub is the source: each member of a
//! `#[pymethods]` block, each `#[pyclass]` and each `#[pyfunction]` that a stub describes gets the lines of its docstring.
//! Members are found by their lines, as `rustfmt` and `ruff format` leave them. Python drops the docstrings of fields of named
//! tuples, which editors show; so they are given again when the module is run. `test_docstrings.py` asks the compiled module.

mod fields;
mod rust;
mod stub;

use std::collections::BTreeMap;

use crate::files::Files;

/// Docstrings by class, which is empty for functions, and name, which is empty for the class itself.
type Docstrings = BTreeMap<(String, String), Vec<String>>;

const STUBS: &[&str] = &[
    "bindings/python/robots_policy/__init__.pyi",
    "bindings/python/robots_policy/arrow.pyi",
    "bindings/python/robots_policy/robots.pyi",
    "bindings/python/robots_policy/signals.pyi",
];

/// The named tuples, of which each field has a docstring below it.
const PARTS: &str = "bindings/python/robots_policy/parts.py";

/// The Rust files that have classes and functions of the stubs.
const SOURCES: &[&str] = &[
    "bindings/python/src/arrow/answers.rs",
    "bindings/python/src/arrow/archive.rs",
    "bindings/python/src/arrow/batches.rs",
    "bindings/python/src/arrow/fields.rs",
    "bindings/python/src/arrow/judge.rs",
    "bindings/python/src/arrow/of_archive.rs",
    "bindings/python/src/arrow/remote.rs",
    "bindings/python/src/arrow/store.rs",
    "bindings/python/src/arrow/table.rs",
    "bindings/python/src/client.rs",
    "bindings/python/src/engine.rs",
    "bindings/python/src/judge.rs",
    "bindings/python/src/policy.rs",
    "bindings/python/src/policy/verdict.rs",
    "bindings/python/src/robots.rs",
    "bindings/python/src/robots/fetch.rs",
    "bindings/python/src/robots_answer.rs",
    "bindings/python/src/robots_txt.rs",
    "bindings/python/src/signals.rs",
    "bindings/python/src/uses.rs",
];

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let mut docstrings = Docstrings::new();
    for path in STUBS {
        docstrings.extend(stub::docstrings(files.text(path)?));
    }
    for path in SOURCES {
        let text = files.text(path)?;
        *text = rust::documented(text, &docstrings);
    }
    let fields = fields::documented(files.text(PARTS)?);
    files.part(PARTS, "docs of fields", &fields)
}
