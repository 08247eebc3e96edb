//! Writes the parts of this repository that follow from its tables: `cargo run -p robots-policy-dev -- generate`.
//!
//! | file | what it writes |
//! |---|---|
//! | `typescript` | the types of records in `bindings/javascript/lib/index.d.ts` |
//! | `python` | the enums, dictionaries and options of the Python package |
//! | `python_docs` | the docstrings of its native module |
//! | `docs` | the tables of `docs` |
//! | `engines` | the tables of `docs/engines.md` |
//! | `conformance` | the corpus for other readers, of the fixtures and `conformance/levels.toml` |
//! | `configuration` | the keys of `robots-policy.toml`, and its JSON Schema |
//! | `schema` | the JSON Schemas |
//! | `encodings` | the labels of encodings and those of one byte, for builds without the others |
//! | `package` | files of the packages that tables come from |
//! | `references` | the named character references that values of attributes are read with |
//! | `text` | the forms of values and sentences that several languages share |
//! | `files` | whole files, and parts of files between two marks |
//!
//! `.ci/run house` runs it, and fails if a file changes.
#![forbid(unsafe_code)]
#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    clippy::indexing_slicing,
    reason = "it makes text, and keys of JSON objects that it made itself"
)]

mod configuration;
mod conformance;
mod docs;
mod encodings;
mod engines;
mod files;
mod package;
mod python;
mod python_docs;
mod references;
mod schema;
mod text;
mod typescript;

use std::env;
use std::io::{self, Write as _};
use std::process::ExitCode;

use self::files::Files;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["generate"] => generate(),
        ["release-cases", version] => conformance::release(version),
        _ => Err(String::from(
            "usage: cargo run -p robots-policy-dev -- generate, or release-cases VERSION",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::FAILURE
        }
    }
}

/// Makes every part before the first file is written.
fn generate() -> Result<(), String> {
    let mut files = Files::of_workspace();
    typescript::generate(&mut files)?;
    python::generate(&mut files)?;
    python_docs::generate(&mut files)?;
    docs::generate(&mut files)?;
    engines::generate(&mut files)?;
    schema::generate(&mut files)?;
    configuration::generate(&mut files)?;
    conformance::generate(&mut files)?;
    references::generate(&mut files);
    encodings::generate(&mut files)?;
    let changed = files.write()?;
    let mut out = io::stdout();
    for path in changed {
        let _ = writeln!(out, "{path}");
    }
    Ok(())
}
