//! Names the commit that the program is built from, for `--version`: that of the clone, or of the clone that a package was made
//! in; without both, none.
#![allow(clippy::print_stdout)] // so it answers cargo

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = commit().unwrap_or_default();
    println!("cargo::rustc-env=ROBOTS_POLICY_COMMIT={commit}");
}

fn commit() -> Option<String> {
    // Else all tests would be built anew after each commit.
    if env::var_os("PROFILE")? == "debug" {
        return None;
    }
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let commit = of_package(&package).or_else(|| of_clone(&package))?;
    let is_hash = commit.len() >= LENGTH && commit.bytes().all(|b| b.is_ascii_hexdigit());
    let short = commit.get(..LENGTH).filter(|_| is_hash)?;
    Some(format!(" ({short})"))
}

/// The commit that `cargo package` noted.
fn of_package(package: &Path) -> Option<String> {
    let noted = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, after) = noted.split_once("\"sha1\":")?;
    after.split('"').nth(1).map(str::to_owned)
}

/// The commit that is checked out, if the clone is of this project and not of one that holds a copy of it.
fn of_clone(package: &Path) -> Option<String> {
    let top = git(package, &["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != fs::canonicalize(package.ancestors().nth(2)?).ok()? {
        return None;
    }
    // The log has a line more after each commit. What is not there would run this script each time.
    for name in ["HEAD", "logs/HEAD"] {
        let file = package.join(git(package, &["rev-parse", "--git-path", name])?);
        if file.exists() {
            println!("cargo::rerun-if-changed={}", file.display());
        }
    }
    git(package, &["rev-parse", "HEAD"])
}

fn git(folder: &Path, words: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    let output = git.arg("-C").arg(folder).args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Digits that are shown.
const LENGTH: usize = 10;
