//! Elements that no line of the sources distinguishes: one of them represents all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The elements by their treatment in the sources of the tree builder and of the library: elements of one class are named
/// side by side wherever they are named.
pub(crate) fn classes<'n>(elements: &[&'n str]) -> Vec<Vec<&'n str>> {
    let mut named: BTreeMap<&str, BTreeSet<(usize, char)>> = BTreeMap::new();
    let mut lists = 0;
    for file in sources() {
        let text = fs::read_to_string(&file).expect("a source");
        for list in lists_of(&text) {
            for (how, name) in list {
                let known = elements.iter().find(|element| name == **element);
                if let Some(known) = known {
                    named.entry(known).or_default().insert((lists, how));
                }
            }
            lists += 1;
        }
    }
    let mut classes: BTreeMap<BTreeSet<(usize, char)>, Vec<&str>> = BTreeMap::new();
    for element in elements {
        let places = named.remove(element).unwrap_or_default();
        classes.entry(places).or_default().push(element);
    }
    classes.into_values().collect()
}

/// The lists of names in a source, each name with the mark before it: `"`, `<` or `/`. Only bars, commas and the macros
/// for a name separate the names of a list.
fn lists_of(text: &str) -> Vec<Vec<(char, String)>> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut code = code.as_str();
    let mut lists = Vec::new();
    let mut list = Vec::new();
    while !code.is_empty() {
        if let Some((how, name, after)) = name(code) {
            // The names of SVG have capitals in the sources; `<S>` is not a tag.
            let name = if how == '"' {
                name.to_ascii_lowercase()
            } else {
                name.to_owned()
            };
            list.push((how, name));
            code = after;
        } else if let Some(after) = BETWEEN
            .iter()
            .find_map(|between| code.strip_prefix(between))
        {
            code = after;
        } else {
            lists.extend((!list.is_empty()).then(|| std::mem::take(&mut list)));
            code = code
                .get(1..)
                .or_else(|| code.char_indices().nth(1).map(|(at, _)| &code[at..]))
                .unwrap_or_default();
        }
    }
    lists
}

/// A name in quotes, or as a tag.
fn name(code: &str) -> Option<(char, &str, &str)> {
    let forms = [("\"", '"', "\""), ("</", '/', ">"), ("<", '<', ">")];
    forms.into_iter().find_map(|(before, how, after)| {
        let (name, rest) = code.strip_prefix(before)?.split_once(after)?;
        let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (is_name && !name.is_empty()).then_some((how, name, rest))
    })
}

/// The text that may separate two names of a list.
const BETWEEN: &[&str] = &[
    " ",
    "\n",
    "|",
    ",",
    "local_name!(",
    "expanded_name!(html",
    ")",
    "b",
];

/// The sources of html5ever's tree builder, and of the library where it reads documents.
fn sources() -> Vec<PathBuf> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in [tree_builder(fuzz), fuzz.join("../src/page/meta")] {
        files(&folder, &mut found);
    }
    found.sort();
    found
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Where Cargo keeps the tree builder that the library is built with.
fn tree_builder(fuzz: &Path) -> PathBuf {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version", "1", "--manifest-path"]);
    cargo.arg(fuzz.join("../Cargo.toml"));
    let reported = cargo.output().expect("cargo metadata").stdout;
    let reported: serde_json::Value = serde_json::from_slice(&reported).expect("JSON of cargo metadata");
    let packages = reported["packages"].as_array().expect("packages");
    let paths = packages
        .iter()
        .filter(|package| package["name"] == "html5ever")
        .max_by_key(|package| package["version"].as_str())
        .and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(paths.expect("the path of html5ever"));
    manifest.with_file_name("src").join("tree_builder")
}
