//! Builds `docs/playground/index.html`, one static file with the WebAssembly module inside, and `bindings/javascript/dist/robots-policy.wasm`:
//! `cargo run -p robots-policy-pages`.
//!
//! With `--extract` it takes the module for npm out of the page that is checked in, for machines without the target
//! `wasm32-unknown-unknown`.
#![forbid(unsafe_code)]

mod module;
mod page;
mod scripts;
mod sources;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::page::Parts;

/// The page, in the repository.
const PAGE: &str = "docs/playground/index.html";

/// The module of the npm package, which is not checked in.
const MODULE: &str = "bindings/javascript/dist/robots-policy.wasm";

/// The command that writes both.
const COMMAND: &str = "cargo run -p robots-policy-pages";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        [] => build(),
        ["--extract"] => extract(),
        _ => Err(format!("usage: {COMMAND} [-- --extract]")),
    };
    let (text, code) = match done {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(why) => (format!("robots-policy-pages: {why}"), ExitCode::FAILURE),
    };
    // Without a reader of the output, the files are written all the same.
    let _ = writeln!(io::stderr(), "{text}");
    code
}

/// Builds the module and the page.
fn build() -> Result<String, String> {
    let root = root();
    let digest = sources::digest(&root)?;
    let built = module::build(&root)?;
    let packed = module::packed(&built.bytes)?;
    let html = page::assemble(&Parts {
        root: &root,
        packed: &packed,
        digest: &digest,
    })?;
    write(&root.join(PAGE), html.as_bytes())?;
    write(&root.join(MODULE), &built.bytes)?;
    Ok(format!(
        "{PAGE}: {} bytes; {MODULE}: {} bytes, {} compressed{}",
        html.len(),
        built.bytes.len(),
        packed.len(),
        built.notice
    ))
}

/// Takes the module out of the page that is checked in.
fn extract() -> Result<String, String> {
    let root = root();
    let page = read(&root.join(PAGE))?;
    let digest = sources::digest(&root)?;
    if page::digest(&page) != Some(digest.as_str()) {
        return Err(format!(
            "{PAGE} is not of the present source, so its module is not either; run: {COMMAND}"
        ));
    }
    let bytes = module::unpacked(&page::packed(&page)?)?;
    write(&root.join(MODULE), &bytes)?;
    Ok(format!(
        "{MODULE}: {} bytes, taken out of {PAGE} and not built; with `rustup target add {}`, `{COMMAND}` builds it",
        bytes.len(),
        module::TARGET
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// The page holds a digest of its sources, so it cannot be older than they are.
    #[test]
    fn the_page_is_of_the_present_source() {
        let page = read(&root().join(PAGE)).unwrap_or_default();
        let own = page::digest(&page);
        let present = sources::digest(&root()).unwrap();
        assert!(
            own == Some(present.as_str()),
            "{PAGE} is not of the present source; run: {COMMAND}"
        );
        let page_now = page::assemble(&Parts {
            root: &root(),
            packed: &page::packed(&page).unwrap(),
            digest: &present,
        });
        assert!(
            page == page_now.unwrap(),
            "{PAGE} was edited; run: {COMMAND}"
        );
    }

    #[test]
    fn the_module_comes_out_of_the_page() {
        let page = read(&root().join(PAGE)).unwrap();
        let module = module::unpacked(&page::packed(&page).unwrap()).unwrap();
        assert!(module.starts_with(b"\0asm"));
    }
}
