//! Paths and links that documentation and comments name: each leads to a file or a folder of the project.
//!
//! A path is what begins with a folder of the project, in code of Markdown and in comments of sources. It is looked for from the
//! folder of the file that names it upwards, so that `src/lib.rs` is that of the package. `*` matches in one part of a path, and a
//! part in capitals (`NAME`) is any. A link of Markdown leads to a file beside the page, and its anchor to a heading.

use std::fs;
use std::path::{Path, PathBuf};

use glob::Pattern;
use robots_policy_kit::files::{files, root};

/// Ends of files whose comments are read.
const SOURCES: &[&str] = &[
    "rs", "py", "pyi", "js", "mjs", "cjs", "ts", "sh", "toml", "yml",
];

/// Beginnings of comments.
const COMMENTS: &[&str] = &["///", "//!", "//", "/**", "* ", "#"];

/// Folders whose files are made, of others, or inputs.
const LEFT_OUT: &[&str] = &[
    "target",
    "dist",
    "node_modules",
    "playground",
    ".git",
    "corpora",
];

/// Names of what is not there, and why.
const ALLOWED: &[(&str, &str)] = &[
    (
        "fixtures/html/r-86-my-page",
        "a case that a contributor makes",
    ),
    ("api/robots_policy/index", "a page that Sphinx makes"),
];

#[test]
fn each_path_and_link_leads_somewhere() {
    let root = root();
    let folders: Vec<String> = files(&root)
        .iter()
        .filter(|path| path.is_dir())
        .map(|path| name_of(path))
        .filter(|name| !is_left_out(name))
        .collect();
    let mut texts = Vec::new();
    collect(&root, &mut texts);
    let (mut count, mut dead) = (0, Vec::new());
    for file in &texts {
        let text = fs::read_to_string(file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let (paths, links) = named(file, line);
            let is_ours = |path: &&str| {
                folders
                    .iter()
                    .any(|name| path.split('/').next() == Some(name))
            };
            let paths: Vec<&str> = paths.into_iter().filter(is_ours).collect();
            count += paths.len() + links.len();
            let paths = paths
                .into_iter()
                .filter(|path| !is_there(&root, file, path));
            let missing = paths.chain(links.into_iter().filter(|link| !leads(file, link)));
            for name in missing.filter(|name| ALLOWED.iter().all(|(own, _)| own != name)) {
                let file = file.strip_prefix(&root).unwrap().display();
                dead.push(format!("{file}:{}: {name}", number + 1));
            }
        }
    }
    assert!(
        count > 250,
        "only {count} paths and links in {} files",
        texts.len()
    );
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// The paths and the links that a line of a file names.
fn named<'t>(file: &Path, line: &'t str) -> (Vec<&'t str>, Vec<&'t str>) {
    if file.extension().is_some_and(|end| end == "md") {
        let code = line.split('`').skip(1).step_by(2);
        return (code.flat_map(paths).collect(), links(line).collect());
    }
    let line = line.trim_start();
    let Some(comment) = COMMENTS.iter().find_map(|start| line.strip_prefix(start)) else {
        return (Vec::new(), Vec::new());
    };
    // Two words with a slash between them are no path.
    let is_path = |path: &&str| {
        let last = path.rsplit('/').next().unwrap_or_default();
        last.contains('.') || comment.contains(&format!("`{path}`"))
    };
    (paths(comment).filter(is_path).collect(), Vec::new())
}

/// The words of a text that have the form of a path. A placeholder such as `{a,b}` or `…` makes another thing of it.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.*-/".contains(c);
    let mut rest = 0;
    std::iter::from_fn(move || {
        while rest < text.len() {
            let start = rest + text[rest..].find(is_part)?;
            let end = text[start..].find(|c| !is_part(c));
            let end = end.map_or(text.len(), |length| start + length);
            rest = end;
            let is_own = !text[..start].ends_with(|c| ":@%~$+{}=<>…,".contains(c))
                && !text[end..].starts_with(['{', '<', '…']);
            let path = text[start..end].trim_end_matches(['.', '/']);
            if is_own && path.contains('/') {
                return Some(path);
            }
        }
        None
    })
}

/// The targets of links that are not addresses.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split([')', ' ']).next());
    targets.filter(|target| !target.contains(':') && !target.is_empty())
}

/// Whether a path is there from the folder of a file, or from one above it.
fn is_there(root: &Path, file: &Path, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    if parts.iter().any(|part| is_left_out(part)) {
        return true;
    }
    let bases = file.ancestors().skip(1);
    let mut bases = bases.take_while(|base| base.starts_with(root));
    bases.any(|base| is_below(base, &parts))
}

fn is_below(base: &Path, parts: &[&str]) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return true;
    };
    let is_any = part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if !is_any && !part.contains('*') {
        let next = base.join(part);
        return next.exists() && is_below(&next, rest);
    }
    base.is_dir()
        && files(base)
            .iter()
            .any(|next| (is_any || fits(part, &name_of(next))) && is_below(next, rest))
}

/// Whether a name is one that a pattern with stars means.
fn fits(pattern: &str, name: &str) -> bool {
    Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(name))
}

/// Whether a link of a page leads to a file, and to a heading of it.
fn leads(page: &Path, link: &str) -> bool {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match path {
        "" => page.to_owned(),
        path => page.parent().unwrap().join(path),
    };
    if anchor.is_empty() {
        return target.exists();
    }
    let text = fs::read_to_string(target).unwrap_or_default();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| slug(line.trim_start_matches('#')))
        .any(|own| own == anchor)
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let heading = heading.trim().to_lowercase().replace(' ', "-");
    heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        .collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let is_history = |path: &Path| path.ends_with("CHANGELOG.md");
    for path in files(folder) {
        let end = path.extension().and_then(|end| end.to_str());
        if is_left_out(&name_of(&path)) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            collect(&path, found);
        } else if is_text(&path, end) && !is_history(&path) {
            found.push(path);
        }
    }
}

/// Sources, pages, and scripts without an end. Cases have inputs, of which none is ours.
fn is_text(path: &Path, end: Option<&str>) -> bool {
    let is_input = path.components().any(|part| part.as_os_str() == "fixtures");
    match end {
        Some("md") => true,
        Some(end) => SOURCES.contains(&end) && !is_input,
        None => !is_input && fs::read(path).is_ok_and(|text| text.starts_with(b"#!")),
    }
}

fn is_left_out(name: &str) -> bool {
    LEFT_OUT.contains(&name)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn paths_are_found_and_nothing_else() {
    let found = |text| paths(text).collect::<Vec<_>>();
    assert_eq!(
        found("see tests/all/a.rs, src/b/."),
        ["tests/all/a.rs", "src/b"]
    );
    assert_eq!(found("src/x.rs:7 and src/*.rs"), ["src/x.rs", "src/*.rs"]);
    assert!(found("https://example.com/src/x.rs src/{a,b}.rs src/… a.rs").is_empty());
    let links = links("[a](b.md#c) [d](https://e.f) [g](#h)").collect::<Vec<_>>();
    assert_eq!(links, ["b.md#c", "#h"]);
    assert!(fits("faults_*.rs", "faults_a.rs") && !fits("faults_*.rs", "a.rs"));
    assert!(fits("*", "a") && fits("a*b*c", "a1b2c") && !fits("a*b*c", "a1c"));
    assert!(!fits("aa*aa", "aaa"));
    assert_eq!(slug(" A `field`, or two"), "a-field-or-two");
    let (here, file) = (root(), root().join("src/ai/tdmrep.rs"));
    for path in ["src/lib.rs", "fixtures/NAME", "tests/*/main.rs"] {
        assert!(is_there(&here, &file, path), "{path}");
    }
    for path in ["src/nothing.rs", "fixtures/nothing/*", "tests/*/nothing.rs"] {
        assert!(!is_there(&here, &file, path), "{path}");
    }
}
