//! The structure of the packages: layers point one way, and the documentation agrees with the tables.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy::header::RobotsTagMode;
use robots_policy::meta::Placement;
use robots_policy::{DiagnosticCode, Directive};
use robots_policy_kit::files::root;

/// The modules of the library, each below those it may name. The modules of a room have rows of their own.
const LAYERS: &[&[&str]] = &[
    &["named", "near", "quoted", "order", "shortcuts", "decode"],
    &["media_type"],
    &["provenance"],
    &["ai::preference"],
    &["limits", "coded"],
    &["date", "cache_control"],
    &["token"],
    &["web_url"],
    &["unread"],
    &["directive", "record_key"],
    &["diagnostic"],
    &["signal"],
    &["ledger"],
    &["page::offsets"],
    &["directive_list", "page::html", "ai::usage", "page::xml"],
    &["header", "page::meta", "robots_txt::file"],
    &["robots_txt::uses"],
    &["robots_txt::reader"],
    &["robots_txt::fetch"],
    &["ai::rsl", "ai::tdmrep"],
    &["robots_txt"],
    &["profile"],
    &["policy"],
    &["ai::uses", "engines"],
    // The heads of rooms name their modules.
    &["ai", "page"],
    &["report"],
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The modules of the package of archives, likewise.
const ARCHIVES: &[&[&str]] = &[
    &[
        "block",
        "digest",
        "guard",
        "memory",
        "columns",
        "names",
        "number",
        "csv_lines",
        "filter",
        "when",
    ],
    &["history", "report"],
    &["warc"],
    &["message"],
    &["answer", "document", "payload"],
    &["sites", "store"],
    &["judge"],
];

/// The modules of the package of scans, likewise.
const SCAN: &[&[&str]] = &[
    &["failure", "interrupt", "secret", "panic_guard", "workers"],
    &["pipe", "read_input"],
    &["fetch", "table"],
    &["remote"],
    &["archive_inputs"],
    &["progress", "kept"],
    &["folder"],
    &["settings", "store"],
    &["job"],
    &["run"],
];

/// The modules of the package of one response, likewise.
const HTTP: &[&[&str]] = &[
    &["block", "damage", "coding", "chunked"],
    &["framing"],
    &["extent"],
    &["blocks", "body"],
    &["second"],
    &["message"],
    &["saved"],
];

/// The modules of the package of records, likewise.
const RECORDS: &[&[&str]] = &[
    &[
        "quote", "clock", "fields", "head", "asker", "values", "stated", "contract", "words",
    ],
    &["json"],
    &["read"],
    &["fed"],
    &["parts", "choice"],
    &["past", "question", "reading"],
    &["shape", "damage", "defaults", "shared"],
    &["given"],
    &["license"],
    &["keys"],
    &["record_askers"],
    &["record"],
    &["readings"],
    &["answer"],
    &["streamed"],
];

/// The modules of a robots.txt that was read, likewise.
const ROBOTS_FILE: &[&[&str]] = &[&["options"], &["normal"], &["parse"], &["matching"]];

/// The row that a path is in, and its place: the longest row that the path begins with.
fn layer<'a>(layers: &[&[&'a str]], path: &str) -> (&'a str, usize) {
    let rows = layers.iter().enumerate();
    let rows = rows.flat_map(|(place, layer)| layer.iter().map(move |row| (*row, place)));
    rows.filter(|(row, _)| {
        let after = path.strip_prefix(row);
        after.is_some_and(|after| after.is_empty() || after.starts_with("::"))
    })
    .max_by_key(|(row, _)| row.len())
    .unwrap_or_else(|| panic!("{path} has no layer"))
}

#[test]
fn modules_name_only_modules_above_them() {
    for (folder, path, layers) in [
        ("src", "crate::", LAYERS),
        (
            "src/robots_txt/file",
            "crate::robots_txt::file::",
            ROBOTS_FILE,
        ),
        ("crates/archives/src", "crate::", ARCHIVES),
        ("crates/scan/src", "crate::", SCAN),
        ("crates/http/src", "crate::", HTTP),
        ("crates/records/src", "crate::", RECORDS),
    ] {
        points_one_way(&root().join(folder), path, layers);
    }
}

fn points_one_way(folder: &Path, path: &str, layers: &[&[&str]]) {
    let mut files = Vec::new();
    sources(folder, &mut files);
    for file in files {
        let inside = file.strip_prefix(folder).unwrap().with_extension("");
        let module: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        let module = module.join("::");
        // Tests may look at everything.
        let is_test = inside
            .iter()
            .any(|part| part == "tests" || part == "snapshots");
        if module == "lib" || is_test {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for named in code.flat_map(|line| line.split(path).skip(1)) {
            let named = named
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'))
                .next()
                .unwrap();
            if named.is_empty() {
                continue;
            }
            let (own, at) = layer(layers, &module);
            let (other, above) = layer(layers, named);
            assert!(
                own == other || above < at,
                "{} names {path}{named}, which is not above it",
                file.display()
            );
        }
    }
}

/// The README is one page, and it is short.
#[test]
fn the_readme_has_150_lines_at_most() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150, "move something to docs/");
}

#[test]
fn names_are_unique_and_well_formed() {
    let mut names: Vec<&str> = DiagnosticCode::ALL.iter().map(|code| code.name()).collect();
    names.extend(
        Directive::ALL
            .iter()
            .flat_map(|d| [&[d.name()], d.aliases()].concat()),
    );
    for name in &names {
        assert!(
            name.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_'),
            "{name}"
        );
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn the_error_of_a_name_lists_the_names() {
    let error = "strict".parse::<RobotsTagMode>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`strict` is unknown; write one of `lenient`, `strict-list`, `strict-dictionary`"
    );
    let written = serde_json::to_string(&Placement::Head).unwrap();
    assert_eq!(
        serde_json::from_str::<Placement>(&written).unwrap(),
        Placement::Head
    );
    assert!(serde_json::from_str::<Placement>("\"HEAD\"").is_err());
}
