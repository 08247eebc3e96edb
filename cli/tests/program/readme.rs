//! The commands on archives in the documentation, run as they are there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::scanning::{folder, run};
use robots_policy_kit::output::ends;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

#[test]
fn the_schema_is_that_of_the_program() {
    let schema = ends(&run(&folder("readme-schema"), "scan --schema"), 0);
    assert!(
        text("docs/archives.md").contains(&schema),
        "put this table into docs/archives.md:\n{schema}"
    );
}

/// The README shows the first lines, `docs/archives.md` all of them.
#[test]
fn the_commands_say_what_the_documentation_shows() {
    let (page, readme, folder) = (
        text("docs/archives.md"),
        text("README.md"),
        folder("readme"),
    );
    let archive = "fixtures/archives/crawl.warc.gz";
    fs::create_dir_all(folder.join("fixtures/archives")).unwrap();
    fs::create_dir(folder.join("target")).unwrap();
    fs::copy(root().join(archive), folder.join(archive)).unwrap();
    let mut output = String::new();
    for command in ["robots-store build ", "scan "] {
        let written = format!("cargo run --release -- {command}");
        let line = page.lines().find(|line| line.starts_with(&written));
        let line = line.unwrap();
        assert!(readme.contains(line), "put this into README.md: {line}");
        let words = line.trim_start_matches("cargo run --release -- ");
        output += &ends(&run(&folder, words), 0);
    }
    // The third line says how long it took.
    let lines: Vec<&str> = output.lines().collect();
    let (before, after) = (lines[..2].join("\n"), lines[3..].join("\n"));
    assert!(
        page.contains(&before) && page.contains(&after),
        "put this into docs/archives.md:\n{output}"
    );
    assert!(
        readme.contains(&before) && readme.contains(&lines[3..5].join("\n")),
        "put the first five lines of this into README.md:\n{output}"
    );
}
