//! Builds the page of the playground, one static file with the WebAssembly module inside, and the modules for npm:
//! `cargo run -p robots-policy-pages`.
#![forbid(unsafe_code)]

mod module;
mod page;
mod scripts;
mod tables;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The page, in the package of the program, which holds it with the feature `playground`.
const PAGE: &str = "crates/cli/playground/index.html";

/// The folder of its sources. The tables that are made with it lie there, too, for its tests.
const SOURCES: &str = "bindings/javascript/playground";

/// The module of the npm package in browsers and workers.
const SMALL: &str = "bindings/javascript/dist/robots-policy.wasm";

/// That of Node, which the page holds as well.
const FULL: &str = "bindings/javascript/dist/robots-policy-full.wasm";

fn main() -> ExitCode {
    let done = match std::env::args().nth(1) {
        None => build(),
        Some(_) => Err(String::from("it takes no argument")),
    };
    let (text, code) = match done {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(why) => (format!("robots-policy-pages: {why}"), ExitCode::FAILURE),
    };
    // Without a reader of the output, the files are written all the same.
    let _ = writeln!(io::stderr(), "{text}");
    code
}

/// Builds the modules and the page.
fn build() -> Result<String, String> {
    let root = root();
    let [(small, _), (full, notice)] = module::build(&root)?;
    let packed = module::packed(&full)?;
    for (name, text) in tables::modules()? {
        write(&root.join(SOURCES).join(name), text.as_bytes())?;
    }
    let html = page::assemble(&root, &packed)?;
    write(&root.join(PAGE), html.as_bytes())?;
    write(&root.join(FULL), &full)?;
    write(&root.join(SMALL), &small)?;
    Ok(format!(
        "{PAGE}: {} bytes; {FULL}: {} bytes, {} compressed; {SMALL}: {} bytes, {} compressed{}",
        html.len(),
        full.len(),
        packed.len(),
        small.len(),
        module::packed(&small)?.len(),
        notice
    ))
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(3).unwrap_or(own).to_owned()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file, and makes its folder.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}
