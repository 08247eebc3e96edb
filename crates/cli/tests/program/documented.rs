//! Every command of the documentation, run as it is there: in order, in a folder of its own, with a home of its own.
//!
//! A document is a session: its blocks run one after the other, each where the one before ended. A folder like a fresh
//! clone is the beginning, and hosts on the internet are a site on loopback. A command that a test cannot run has a row in
//! `not_run.txt`; the files, targets and packages that it names must exist.

mod left;
mod page;
pub(crate) mod site;
pub(crate) mod stranger;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use left::{missing, not_run};
use page::{PageBlock, blocks, code};
use stranger::Stranger;

use crate::scanning::folder;
use robots_policy_kit::files::root;

/// The folders of the documentation.
const PLACES: &str = ". docs benches crates/archives crates/cli crates/input crates/live crates/report crates/servers crates/show examples fixtures \
                      fuzz bindings/python bindings/python/docs";

/// The pages of the documentation, as their paths from the root.
fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for place in PLACES.split(' ') {
        let entries = fs::read_dir(root().join(place)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let texts = names.filter(|name| Path::new(name).extension().is_some_and(|end| end == "md"));
        pages.extend(texts.map(|name| format!("{place}/{name}").replace("./", "")));
    }
    pages.sort();
    assert!(pages.len() >= 11, "{pages:?}");
    pages
}

/// A page whose session another test runs, and this test.
const ELSEWHERE: &[(&str, &str)] = &[(
    // A cluster of Spark, with a worker that is killed.
    "bindings/python/docs/spark.md",
    "bindings/python/tests/test_spark_page.py",
)];

fn is_elsewhere(page: &str) -> bool {
    ELSEWHERE.iter().any(|(other, _)| *other == page)
}

fn text(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

/// The beginning of a command that is not run.
fn left(command: &str) -> Option<&'static str> {
    let is_start = |own: &&str| {
        command
            .strip_prefix(own)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    not_run().map(|row| row.0).find(is_start)
}

/// Runs the blocks of a page in order; returns what did not go as it is written.
fn session(page: &str) -> Vec<String> {
    let stranger = Stranger::with_clone(&folder(&format!("documented-{}", page.replace('/', "-"))));
    let mut wrong = Vec::new();
    let mut output = String::new();
    for block in blocks(&text(page)) {
        match block {
            PageBlock::Commands(commands) => {
                output.clear();
                for command in commands {
                    let error = match left(&command) {
                        Some(_) => missing(&command, &stranger.place()),
                        None => match stranger.run(&command) {
                            Ok(reported) => {
                                output += &reported;
                                None
                            }
                            Err(error) => Some(error),
                        },
                    };
                    wrong.extend(error.map(|error| format!("{page}: {command}\n{error}")));
                }
            }
            PageBlock::Output(shown) if !shows(&shown, &output) => {
                wrong.push(format!("{page}: put this into it:\n{output}"));
            }
            PageBlock::Output(_) => {}
        }
    }
    wrong
}

/// Whether a page shows what was written. A last line `…` is the rest. One line has the time of a run, and `DuckDB` draws
/// lines between rows or not, by its version.
fn shows(shown: &str, output: &str) -> bool {
    let is_stable = |line: &&str| !line.contains(" rows/s, ") && !line.starts_with('├');
    let mut output = output.trim_end().lines().filter(is_stable);
    for line in shown.lines().filter(is_stable) {
        if line == "…" {
            return output.next().is_some();
        }
        if output.next() != Some(line) {
            return false;
        }
    }
    output.next().is_none()
}

#[test]
fn every_command_of_the_documentation_runs_as_it_is_there() {
    let pages = pages();
    let here = pages.iter().filter(|page| !is_elsewhere(page));
    let wrong: Vec<String> = here.flat_map(|page| session(page)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_page_that_runs_elsewhere_is_read_by_that_test() {
    for (page, test) in ELSEWHERE {
        assert!(pages().iter().any(|own| own == page), "{page}");
        let (_, name) = page.rsplit_once('/').unwrap();
        assert!(text(test).contains(&format!("{name:?}")), "{test}: {page}");
    }
}

/// Commands in the middle of a sentence may hold placeholders. They are not run, but what they name exists: in the root,
/// or among the benches, which run in their folder.
#[test]
fn commands_in_sentences_name_what_there_is() {
    let mut wrong = Vec::new();
    // A changelog names what was.
    for page in pages().iter().filter(|page| *page != "CHANGELOG.md") {
        for command in code(&text(page)) {
            let errors = ["", "benches"].map(|place| missing(&command, &root().join(place)));
            if let [Some(error), Some(_)] = errors {
                wrong.push(format!("{page}: `{command}`: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_row_of_a_command_that_is_not_run_is_used() {
    let mut used = BTreeSet::new();
    for page in pages() {
        for block in blocks(&text(&page)) {
            if let PageBlock::Commands(commands) = block {
                used.extend(commands.iter().filter_map(|command| left(command)));
            }
        }
    }
    for (command, why) in not_run() {
        assert!(used.contains(command), "no page has `{command}` ({why})");
    }
}
