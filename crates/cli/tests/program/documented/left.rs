//! Commands that a test cannot run, and what can be checked of them: the files, targets and packages that they name.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The beginning of a command, and why it is not run.
pub(super) fn not_run() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = include_str!("not_run.txt").lines();
    rows.filter_map(|row| row.split_once(" ! "))
}

/// The commands of cargo whose options can be checked.
const SUBCOMMANDS: &str = "test bench build rustc install run package semver-checks";

/// The options of cargo without a value.
const FLAGS: &str = "--workspace --all-features --release --locked --lib";

/// The parts of a command that do not exist, or a note that it cannot be checked.
pub(super) fn missing(command: &str, place: &Path) -> Option<String> {
    let words = command.split_whitespace();
    let words: Vec<&str> = words.skip_while(|word| word.contains('=')).collect();
    let (first, rest) = words.split_first().unwrap();
    match *first {
        "cargo" => cargo(rest, place),
        "python3" if rest[0] != "-m" => is_file(&place.join(rest[0])),
        // The row before makes it.
        "venv/bin/python" => None,
        "python3" | "pip" => is_package(rest, place),
        "npm" => is_npm_package(rest, place),
        "robots-policy" => is_refused(rest),
        path if path.contains('/') => is_file(&place.join(path)),
        _ => Some(String::from("this command has no check")),
    }
}

/// A Python package of a folder; one of `PyPI` is for CI to install.
fn is_package(words: &[&str], place: &Path) -> Option<String> {
    let folder = words.iter().skip_while(|word| **word != "install").nth(1)?;
    let manifest = place.join(folder).join("pyproject.toml");
    let is_there = manifest.is_file() || !folder.starts_with('.');
    (!is_there).then(|| format!("{} does not exist", manifest.display()))
}

/// The folder of an npm package.
fn is_npm_package(words: &[&str], place: &Path) -> Option<String> {
    let manifest = place.join(words.last()?).join("package.json");
    (!manifest.is_file()).then(|| format!("{} does not exist", manifest.display()))
}

fn is_file(path: &Path) -> Option<String> {
    // Of a folder only the name can be checked.
    let is_there = fs::metadata(path).is_ok_and(|file| file.is_dir() || is_program(path, &file));
    (!is_there).then(|| format!("{} is not a program", path.display()))
}

fn is_program(path: &Path, file: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.permissions().mode() & 0o111 != 0 || path.extension().is_some_and(|end| end == "py")
}

/// `--help` ends a run after the words before it have been read. Placeholders are left out.
fn is_refused(words: &[&str]) -> Option<String> {
    let is_placeholder =
        |word: &str| word.starts_with('[') || word.chars().all(|c| c.is_ascii_uppercase());
    let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    program.args(words.iter().filter(|word| !is_placeholder(word)));
    let output = program.arg("--help").output().unwrap();
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The parts of a cargo command that the workspace of this folder does not have.
fn cargo(words: &[&str], place: &Path) -> Option<String> {
    let (command, rest) = words.split_first().unwrap();
    if *command == "deny" {
        return is_configuration(&place.join("deny.toml"));
    }
    if !SUBCOMMANDS.split(' ').any(|own| own == *command) {
        return Some(format!("`cargo {command}` has no check"));
    }
    let packages = packages(place);
    let mut words = rest.iter().take_while(|word| **word != "--");
    while let Some(word) = words.next() {
        let error = match *word {
            flag if FLAGS.split(' ').any(|own| own == flag) => None,
            // `cargo install` names a package.
            own if *command == "install" && !own.starts_with('-') => unknown("-p", own, &packages),
            "--path" => is_configuration(&place.join(words.next()?).join("Cargo.toml")),
            // Tags are no part of what a test sees.
            "--baseline-rev" => words.next().and(None),
            option => unknown(option, words.next().unwrap_or(&""), &packages),
        };
        if error.is_some() {
            return error;
        }
    }
    None
}

/// The error of an option whose value is a name that these packages do not have.
fn unknown(option: &str, value: &str, packages: &[Value]) -> Option<String> {
    let names = match option {
        "-p" => packages.iter().map(name).collect(),
        "--test" | "--bench" | "--bin" => targets(packages, option.trim_start_matches('-')),
        _ => return Some(format!("`{option}` has no check")),
    };
    let is_known = names.iter().any(|name| name == value);
    (!is_known).then(|| format!("{option} {value}: there are {names:?}"))
}

fn is_configuration(path: &Path) -> Option<String> {
    (!path.is_file()).then(|| format!("{} is missing", path.display()))
}

fn packages(place: &Path) -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version=1"]);
    let output = cargo.current_dir(place).output().unwrap();
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    serde_json::from_value(metadata["packages"].take()).unwrap()
}

fn name(item: &Value) -> String {
    item["name"].as_str().unwrap().to_owned()
}

fn targets(packages: &[Value], kind: &str) -> Vec<String> {
    let targets = packages
        .iter()
        .flat_map(|package| package["targets"].as_array().unwrap());
    let kinds = |target: &Value| target["kind"].as_array().unwrap().clone();
    let of_kind = targets.filter(|target| kinds(target).contains(&kind.into()));
    of_kind.map(name).collect()
}
