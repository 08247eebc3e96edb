//! The docstrings of the native module of the Python package: those of its stubs, as comments of the Rust source.
//!
//! **P1.** A stub has the documentation of each public member, and editors show that; `help` shows what is compiled in, which
//! `PyO3` takes from the comments before a class, a method or a function. The stub is the source: each member of a
//! `#[pymethods]` block, each `#[pyclass]` and each `#[pyfunction]` that a stub describes gets the lines of its docstring.
//! Members are found by their lines, as `rustfmt` and `ruff format` leave them. The session `docstrings` of Python asks the
//! compiled module.

mod rust;
mod stub;

use std::collections::BTreeMap;
use std::ffi::OsStr;

use robots_policy_kit::files::{files as files_of, root};

use crate::files::Files;

/// Docstrings by class, which is empty for functions, and name, which is empty for the class itself.
type Docstrings = BTreeMap<(String, String), Vec<String>>;

const STUBS: &[&str] = &[
    "bindings/python/robots_policy/__init__.pyi",
    "bindings/python/robots_policy/arrow.pyi",
    "bindings/python/robots_policy/robots.pyi",
    "bindings/python/robots_policy/signals.pyi",
];

/// The folder of the Rust files that have classes and functions of the stubs.
const SOURCES: &str = "bindings/python/src";

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let mut docstrings = Docstrings::new();
    for path in STUBS {
        docstrings.extend(stub::docstrings(files.text(path)?));
    }
    for path in sources(SOURCES) {
        let text = files.text(&path)?;
        *text = rust::documented(text, &docstrings);
    }
    Ok(())
}

/// The Rust files of a folder and of those in it.
fn sources(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for path in files_of(&root().join(folder)) {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let own = format!("{folder}/{name}");
        if path.is_dir() {
            found.extend(sources(&own));
        } else if path.extension() == Some(OsStr::new("rs")) {
            found.push(own);
        }
    }
    found
}
