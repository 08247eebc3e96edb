//! The packages that are published: a README, licences, sources, and nothing else.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The files that a package holds beside its sources.
const FILES: [&str; 14] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "build.rs",
    // The beginning of a Croissant document.
    "src/export/croissant/context.json",
    // The words of rules of `lint` that only pass a diagnostic on.
    "src/diagnostics.txt",
    // The page of `report` has them inside.
    "src/page/patterns.svg",
    "src/page/report.css",
    "src/page/report.js",
];

fn cargo(words: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(words).arg("--offline");
    cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn packages_hold_what_is_needed_and_no_more() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version=1"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let published = packages.filter(|package| package["publish"].is_null());
    let names = published.map(|package| package["name"].as_str().unwrap());
    let names: Vec<&str> = names.collect();
    assert!(names.contains(&"robots-policy-cli"), "{names:?}");
    for name in names {
        let listed = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        let (own, sources): (Vec<&str>, _) = listed.lines().partition(|file| FILES.contains(file));
        for needed in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(own.contains(&needed), "{name} has no {needed}");
        }
        let is_source = |file: &str| {
            let is_rust = Path::new(file).extension().is_some_and(|end| end == "rs");
            // `explain` shows the examples of the rules, and the readers of servers know their directives.
            let is_example = name == "robots-policy-lint" && file.starts_with("rules/");
            let is_table = name == "robots-policy-servers" && file.ends_with("/directives.txt");
            // The text after the options of a command.
            let is_help = name == "robots-policy-cli" && file.starts_with("src/args/notes/");
            is_example || is_table || is_help || is_rust && Path::new(file).starts_with("src")
        };
        let others: Vec<&str> = sources
            .into_iter()
            .filter(|file| !is_source(file))
            .collect();
        assert!(others.is_empty(), "{name}: {others:?}");
    }
}
