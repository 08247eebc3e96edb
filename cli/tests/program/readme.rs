//! The README's commands on archives, run as they stand there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::scanning::{folder, run};
use robots_policy_kit::output::ends;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

#[test]
fn the_schema_is_that_of_the_program() {
    let schema = ends(&run(&folder("readme-schema"), "scan --schema"), 0);
    assert!(
        readme().contains(&schema),
        "put this table into README.md:\n{schema}"
    );
}

#[test]
fn the_commands_say_what_the_readme_shows() {
    let (readme, folder) = (readme(), folder("readme"));
    let archive = "fixtures/archives/crawl.warc.gz";
    fs::create_dir_all(folder.join("fixtures/archives")).unwrap();
    fs::create_dir(folder.join("target")).unwrap();
    fs::copy(root().join(archive), folder.join(archive)).unwrap();
    let mut told = String::new();
    for command in ["robots-store build ", "scan "] {
        let written = format!("cargo run --release -- {command}");
        let line = readme.lines().find(|line| line.starts_with(&written));
        let words = line.unwrap().trim_start_matches("cargo run --release -- ");
        told += &ends(&run(&folder, words), 0);
    }
    // The third line tells how long it took.
    let lines: Vec<&str> = told.lines().collect();
    let (before, behind) = (lines[..2].join("\n"), lines[3..].join("\n"));
    assert!(
        readme.contains(&before) && readme.contains(&behind),
        "put this into README.md:\n{told}"
    );
}
