//! The digest of all that the page is made of.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest as _, Sha256};

use crate::module::TARGET;

/// Files and folders whose content is in the page, or decides about it.
const SOURCES: &[&str] = &[
    "Cargo.toml",
    "src",
    "crates/records/Cargo.toml",
    "crates/records/src",
    "bindings/javascript/Cargo.toml",
    "bindings/javascript/src",
    "bindings/javascript/lib/core.js",
    "bindings/javascript/pages/Cargo.toml",
    "bindings/javascript/pages/src",
    "bindings/javascript/playground",
];

/// The digest of the sources, and of the packages with their versions and features that the module is built from.
///
/// The files of examples are not among them: they are in the page as they are, and a test assembles it again.
pub(crate) fn digest(root: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file);
        // A separator that is in every path of a clone.
        let name = name.to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&file).map_err(|error| format!("{name}: {error}"))?;
        // The length keeps the end of one file from being the beginning of the next.
        hash.update(format!("{name} {}\n", bytes.len()));
        hash.update(&bytes);
    }
    for package in packages(root)? {
        hash.update(package);
    }
    Ok(hexadecimal(&hash.finalize()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    for entry in fs::read_dir(path).map_err(failed)? {
        collect(&entry.map_err(failed)?.path(), files)?;
    }
    Ok(())
}

/// The packages that Cargo.lock gives the module, each a line with its version and features.
fn packages(root: &Path) -> Result<Vec<String>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(cargo)
        .current_dir(root)
        .args([
            "tree",
            "--locked",
            "-p",
            "robots-policy-wasm",
            "--target",
            TARGET,
        ])
        .args([
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p} {f}",
        ])
        .output();
    let tree = tree.map_err(|error| format!("cargo tree: {error}"))?;
    if !tree.status.success() {
        return Err(String::from_utf8_lossy(&tree.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&tree.stdout).into_owned();
    let mut lines: Vec<String> = text.lines().map(without_places).collect();
    lines.sort();
    lines.dedup();
    Ok(lines)
}

/// A line of `cargo tree` without parentheses: folders of this machine, and the mark of a package that was listed before.
fn without_places(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('(') {
        words.push(before.trim());
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    words.push(rest.trim());
    words.retain(|word| !word.is_empty());
    words.join(" ") + "\n"
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_tree_name_no_folder() {
        for (line, expected) in [
            (
                "robots-policy v0.1.0 (/home/me/robots) serde",
                "robots-policy v0.1.0 serde\n",
            ),
            ("memchr v2.8.0 alloc,std (*)", "memchr v2.8.0 alloc,std\n"),
            (
                "serde_derive v1.0.0 (proc-macro) default",
                "serde_derive v1.0.0 default\n",
            ),
            ("itoa v1.0.0 ", "itoa v1.0.0\n"),
        ] {
            assert_eq!(without_places(line), expected);
        }
    }
}
