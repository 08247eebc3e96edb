//! Every option of every command changes an answer: each has a row of its own, and a new one without a row fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::help::{help, words};
use crate::sessions::steps::Session;
use robots_policy_kit::output::said;

/// The output, the files and the requests of a run.
#[derive(Debug, PartialEq, Eq)]
struct FlagAnswer {
    status: Option<i32>,
    out: String,
    err: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
    asked: Vec<String>,
}

/// What a run may write.
const WRITTEN: &str =
    "out kept caches robots-policy.lock new.redb new.html new.jsonl new.json new.csv";

fn answer(session: &mut Session, words: &str) -> FlagAnswer {
    for path in WRITTEN.split(' ').map(|name| session.folder.join(name)) {
        let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(path));
    }
    let site = session.addressed("SITE");
    let mut program = session.program();
    let words = session.addressed(words);
    program.args(words.split_whitespace());
    program.env("HTTP_PROXY", &site).env("http_proxy", &site);
    let output = program.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    // The durations.
    let out = out.lines().filter(|line| !line.contains(" rows/s, "));
    let folders = ["out", "kept", "caches", "."].map(|name| session.folder.join(name));
    FlagAnswer {
        status: output.status.code(),
        out: out.collect::<Vec<_>>().join("\n"),
        err: said(&output),
        files: folders.iter().flat_map(|folder| written(folder)).collect(),
        asked: session.heads(),
    }
}

/// The files of a folder by their names, with the rows of tables and no other bytes.
fn written(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            let is_table = path.extension().is_some_and(|ending| ending == "jsonl");
            let rows = is_table.then(|| fs::read(&path).unwrap());
            (path, rows.unwrap_or_default())
        })
        .collect()
}

/// The options of every command, as its help lists them: `eval --agent`.
fn options() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for command in words() {
        for line in help(&command, "--help", 1000).lines() {
            let words = line.trim_start();
            let indent = line.len() - words.len();
            let mut parts = words.split([' ', ',', '[']);
            let long = parts.find(|word| word.starts_with("--"));
            if (2..=6).contains(&indent) && words.starts_with('-') {
                let long = long.filter(|long| !["--help", "--version"].contains(long));
                found.extend(long.map(|long| format!("{command} {long}").trim().to_owned()));
            }
        }
    }
    found
}

/// The options that change an answer, each with a command line without it and with it, and those that change none.
fn rows() -> (Vec<[&'static str; 3]>, Vec<&'static str>) {
    let lines = include_str!("flags/rows.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (silent, rows): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(" ! "));
    let silent = silent.iter().map(|line| line.split(" ! ").next().unwrap());
    let rows = rows.iter().map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        parts.try_into().unwrap()
    });
    (rows.collect(), silent.collect())
}

#[test]
fn every_option_has_a_row() {
    let (rows, silent) = rows();
    let rows = rows.iter().map(|[option, ..]| *option).chain(silent);
    let rows: BTreeSet<String> = rows.map(ToOwned::to_owned).collect();
    assert_eq!(options(), rows);
}

#[test]
fn every_option_changes_an_answer() {
    let mut session = Session::new("flags");
    session.steps(include_str!("flags/inputs.session"));
    assert!(!session.seen.contains("\nexit "), "{}", session.seen);
    let mut silent = Vec::new();
    for [option, base, more] in rows().0 {
        let without = answer(&mut session, base);
        let with = answer(&mut session, &format!("{base} {more}"));
        if without == with {
            silent.push(format!("{option}: {}{}", with.out, with.err));
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}
