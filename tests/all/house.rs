//! The structure of the packages: their folders, and the files in them, are in layers, so that none imports another in a circle.
//!
//! Each file is a node, which has an edge to each file whose names it takes by a path (`use` or inline). A name that a
//! module only hands on (`pub(crate) use child::Name`) leads to the file that the module has it from. A file may take
//! names of the module that contains it: a folder and its head file are one node. Tests may look at everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::files::{below, root};

/// The folders that are held, each the source of one package.
pub(crate) const PACKAGES: &[&str] = &[
    "src",
    "bindings/javascript/src",
    "bindings/python/src",
    "crates/archives/src",
    "crates/cli/src",
    "crates/input/src",
    "crates/lint/src",
    "crates/live/src",
    "crates/report/src",
    "crates/servers/src",
    "crates/show/src",
];

/// Folders whose files are on several floors of the folder around them, each file a part of it: in `ai` the words that all name and the
/// answers made of them, in `policy::verdict` the verdict, which `policy::uses` adds to, and below `engine` what an engine makes of uses.
const SHELVES: &[(&str, &str)] = &[
    ("src", "ai"),
    ("src", "policy::verdict"),
    ("src", "policy::verdict::engine"),
];

/// A file of a package, by its path as a module.
struct Node {
    file: String,
    module: Vec<String>,
    /// The code without comments and without tests.
    code: String,
    /// Names that `use` brings into the file, and their paths.
    names: BTreeMap<String, Vec<String>>,
}

#[test]
fn no_part_of_a_folder_imports_another_in_a_circle() {
    let mut said = String::new();
    for package in PACKAGES {
        let nodes = nodes(package);
        assert!(nodes.len() > 1, "{package} was not read");
        let edges = edges(&nodes);
        let folders = nodes.iter().map(|node| node.module.as_slice());
        let folders = folders.flat_map(|module| (0..module.len()).map(|depth| &module[..depth]));
        for folder in folders.collect::<BTreeSet<_>>() {
            said += &circles_in((package, folder), &nodes, &edges);
        }
    }
    assert!(
        said.is_empty(),
        "files or folders import each other in a circle:\n{said}"
    );
}

/// The imports that lead in a circle of parts of a folder, a line each.
fn circles_in(folder: (&str, &[String]), nodes: &[Node], edges: &[BTreeSet<usize>]) -> String {
    let parts: Vec<_> = nodes
        .iter()
        .map(|node| part(folder, &node.module))
        .collect();
    let names: BTreeSet<&[String]> = parts.iter().copied().flatten().collect();
    let names: Vec<&[String]> = names.into_iter().collect();
    let mut taken = vec![BTreeSet::new(); names.len()];
    let mut imports = Vec::new();
    for (from, all) in edges.iter().enumerate() {
        for to in all {
            let (Some(one), Some(other)) = (parts[from], parts[*to]) else {
                continue;
            };
            if !one.starts_with(other) {
                let [one, other] = [one, other].map(|part| names.binary_search(&part).unwrap());
                taken[one].insert(other);
                imports.push(([one, other], [from, *to]));
            }
        }
    }
    let mut said = String::new();
    for circle in circles(&taken) {
        let inside = |parts: &[usize; 2]| parts.iter().all(|part| circle.contains(part));
        for (_, [from, to]) in imports.iter().filter(|(parts, _)| inside(parts)) {
            writeln!(said, "{} -> {}", nodes[*from].file, nodes[*to].file).unwrap();
        }
        said.push('\n');
    }
    said
}

/// The part of a folder that has a module: the file or folder right below, or below a shelf.
fn part<'m>((package, folder): (&str, &[String]), module: &'m [String]) -> Option<&'m [String]> {
    let mut end = folder.len() + 1;
    if !module.starts_with(folder) || module.len() < end {
        return None;
    }
    let is_shelf = |part: &[String]| {
        let name = part.join("::");
        SHELVES.iter().any(|shelf| *shelf == (package, &name))
    };
    while end < module.len() && is_shelf(&module[..end]) {
        end += 1;
    }
    Some(&module[..end])
}

/// The source files of a package that are not tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_test = |part: &str| matches!(part, "tests" | "tests.rs");
    let is_source = |path: &PathBuf| {
        let inside = path.strip_prefix(folder).unwrap();
        let mut parts = inside.iter().map(|part| part.to_str().unwrap());
        parts.all(|part| !is_test(part)) && path.extension().is_some_and(|end| end == "rs")
    };
    below(folder).into_iter().filter(is_source).collect()
}
/// The text up to the inline tests.
fn without_tests(text: &str) -> &str {
    let mut end = text.len();
    for (at, _) in text.match_indices("#[cfg(test)]\nmod ") {
        if text[at..].lines().nth(1).unwrap().ends_with('{') {
            end = end.min(at);
        }
    }
    &text[..end]
}

fn nodes(package: &str) -> Vec<Node> {
    let folder = root().join(package);
    let mut nodes: Vec<Node> = sources(&folder)
        .iter()
        .map(|path| {
            let inside = path.strip_prefix(&folder).unwrap();
            let parts = inside.with_extension("");
            let parts = parts.iter().map(|part| part.to_str().unwrap().to_owned());
            let text = fs::read_to_string(path).unwrap();
            let lines = without_tests(&text).lines();
            let code = lines
                .map(|line| line.split("//").next().unwrap())
                .fold(String::new(), |code, line| code + line + "\n");
            Node {
                file: format!("{package}/{}", inside.display()),
                module: parts
                    .filter(|part| part != "lib" && part != "main")
                    .collect(),
                code,
                names: BTreeMap::new(),
            }
        })
        .collect();
    for node in &mut nodes {
        node.names = imports(&node.code)
            .into_iter()
            .map(|path| (path.last().unwrap().clone(), path))
            .collect();
    }
    nodes
}

/// Every path that a `use` of the code names; a `*` stays the last part.
fn imports(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let begins = line.find("use ").filter(|at| {
            let before = line[..*at].trim();
            before.is_empty() || before.starts_with("pub") && !before.contains('"')
        });
        let Some(begins) = begins else { continue };
        let mut tree = line[begins + 4..].to_owned();
        while !tree.contains(';') {
            let Some(line) = lines.next() else { break };
            tree.push_str(line);
        }
        let tree = tree.split(';').next().unwrap();
        branches(&mut Vec::new(), tree, &mut found);
    }
    found
}

/// The paths of a tree such as `a::{b, c::{d, e}}`.
fn branches(stem: &mut Vec<String>, tree: &str, found: &mut Vec<Vec<String>>) {
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for c in tree.chars().filter(|c| !c.is_whitespace()) {
        depth += usize::from(c == '{');
        depth -= usize::from(c == '}');
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(c);
        }
    }
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let (path, inner) = part
            .split_once('{')
            .map_or((part.as_str(), None), |(path, inner)| {
                (path, inner.strip_suffix('}'))
            });
        let names: Vec<String> = path
            .split("::")
            .filter(|name| !name.is_empty() && *name != "self")
            .map(str::to_owned)
            .collect();
        let len = stem.len();
        stem.extend(names);
        match inner {
            Some(inner) => branches(stem, inner, found),
            None if !stem.is_empty() => found.push(stem.clone()),
            None => {}
        }
        stem.truncate(len);
    }
}

/// Every path of the code that has more than one part.
fn paths(code: &str) -> Vec<Vec<String>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let words = code
        .split(|c: char| !is_part(c))
        .filter(|word| word.contains("::"));
    words
        .map(|word| {
            word.split("::")
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()
        })
        .collect()
}

/// For each node, the nodes whose names it takes.
fn edges(nodes: &[Node]) -> Vec<BTreeSet<usize>> {
    let by_module: BTreeMap<&[String], usize> = nodes
        .iter()
        .enumerate()
        .map(|(at, node)| (&*node.module, at))
        .collect();
    let mut edges = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let mut to = BTreeSet::new();
        for path in imports(&node.code).into_iter().chain(paths(&node.code)) {
            let found = found(nodes, &by_module, at, &path, 8);
            to.extend(found.filter(|found| !node.module.starts_with(&nodes[*found].module)));
        }
        edges.push(to);
    }
    edges
}

/// The node that defines the name of this path, as seen from the node `at`.
fn found(
    nodes: &[Node],
    by_module: &BTreeMap<&[String], usize>,
    at: usize,
    path: &[String],
    most: usize,
) -> Option<usize> {
    let own = &nodes[at].module;
    let (first, rest) = path.split_first()?;
    let mut module = match first.as_str() {
        "crate" => Vec::new(),
        "super" => own.split_last()?.1.to_vec(),
        _ => {
            let child = [own.as_slice(), std::slice::from_ref(first)].concat();
            if !by_module.contains_key(&*child) {
                return None;
            }
            child
        }
    };
    let mut rest = rest.iter();
    for part in rest.by_ref() {
        if part == "super" {
            module.pop();
            continue;
        }
        let child = [module.as_slice(), std::slice::from_ref(part)].concat();
        if by_module.contains_key(&*child) {
            module = child;
            continue;
        }
        // A name of this module, or one that it hands on.
        let node = *by_module.get(&*module)?;
        let handed_on = nodes[node].names.get(part).filter(|_| most > 0);
        let target = handed_on.and_then(|path| found(nodes, by_module, node, path, most - 1));
        return Some(target.unwrap_or(node));
    }
    by_module.get(&*module).copied()
}

/// The sets of nodes that reach each other.
fn circles(edges: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..edges.len())
        .map(|from| {
            let mut seen = BTreeSet::new();
            let mut open: Vec<usize> = edges[from].iter().copied().collect();
            while let Some(next) = open.pop() {
                if seen.insert(next) {
                    open.extend(&edges[next]);
                }
            }
            seen
        })
        .collect();
    let mut circles = BTreeSet::new();
    for (from, seen) in reached
        .iter()
        .enumerate()
        .filter(|(from, seen)| seen.contains(from))
    {
        circles.insert(
            seen.iter()
                .copied()
                .filter(|to| reached[*to].contains(&from))
                .collect::<BTreeSet<_>>(),
        );
    }
    circles.into_iter().collect()
}
