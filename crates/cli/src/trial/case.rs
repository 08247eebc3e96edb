//! The cases of `conformance/cases/client.jsonl`, which are data: sites, the pages that a client is sent to, and what it may do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::reply::Reply;

/// A case.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) id: String,
    /// The version of the list in which it appeared.
    #[expect(dead_code, reason = "for readers of the data")]
    since: String,
    pub(super) level: Level,
    /// The texts that decide it, the first of which is shown.
    pub(super) basis: Vec<Basis>,
    /// Its subject, a line of a terminal.
    pub(super) about: String,
    /// The answers of each host by path. A host answers 404 for other paths.
    pub(super) hosts: BTreeMap<String, BTreeMap<String, Vec<Reply>>>,
    /// The pages to which the client is sent, as `a/x`.
    pub(super) start: Vec<String>,
    #[serde(default)]
    pub(super) expect: Expect,
    /// The abilities without which the case says nothing about a client.
    #[serde(default)]
    pub(super) needs: Vec<Ability>,
    /// The ability that the case shows; a client without it fails no case that needs it.
    pub(super) control: Option<Ability>,
}

impl Case {
    /// The case for a client that obeys for links alone: it is sent to a page of another host, which links to the pages.
    pub(super) fn after_links(&self) -> Case {
        let mut case = self.clone();
        let address = |at: &String| match at.split_once('/') {
            Some((host, path)) => format!("{{{host}}}/{path}"),
            None => format!("{{{at}}}/"),
        };
        let links = self.start.iter().map(address).collect();
        let page = BTreeMap::from([(String::from("/"), vec![Reply::of_links(links)])]);
        case.hosts.insert(String::from(HUB), page);
        case.start = vec![format!("{HUB}/")];
        case
    }
}

/// The host of the page that links to those of the case.
const HUB: &str = "hub";

/// How binding a case is, as in `conformance/levels.toml`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Level {
    Rfc,
    Should,
    DeFacto,
    Draft,
    Open,
}

impl Level {
    pub(super) const ALL: [Level; 5] = [
        Level::Rfc,
        Level::Should,
        Level::DeFacto,
        Level::Draft,
        Level::Open,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::Rfc => "rfc",
            Level::Should => "should",
            Level::DeFacto => "de-facto",
            Level::Draft => "draft",
            Level::Open => "open",
        }
    }

    /// The level of this name.
    pub(crate) fn of(name: &str) -> Result<Level, String> {
        let level = Level::ALL.into_iter().find(|level| level.name() == name);
        level.ok_or_else(|| {
            format!("{name:?} is not a level; write rfc, should, de-facto, draft or open")
        })
    }
}

/// A clause.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Basis {
    pub(super) doc: String,
    section: Option<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "for readers of the data"))]
    pub(super) url: Option<String>,
    /// The day on which a document that changes was read.
    #[cfg_attr(not(test), expect(dead_code, reason = "for readers of the data"))]
    pub(super) read: Option<String>,
}

impl Basis {
    /// The name of the clause, as `RFC 9309 §2.3.1.4`.
    pub(super) fn clause(&self) -> String {
        match &self.section {
            Some(section) if section.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{} §{section}", self.doc)
            }
            Some(section) => format!("{}, {section}", self.doc),
            None => self.doc.clone(),
        }
    }
}

/// An ability of a client, which a control shows.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ability {
    /// It requests a page that is open.
    Fetch,
    /// It follows the links of a page.
    Crawl,
    /// It follows the redirects of a page.
    Redirect,
    /// Its output has the text of a page.
    Text,
    /// It requests two pages of a run.
    Two,
}

/// The bounds of the requests of a client, and of its output.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    /// Addresses that may not be requested.
    pub(super) closed: Vec<String>,
    /// Addresses that nothing closes: a client that requests none of them is too strict.
    pub(super) open: Vec<String>,
    /// Hosts whose robots.txt is requested before any of their pages.
    pub(super) robots_first: Vec<String>,
    /// The most requests of an address.
    pub(super) at_most: BTreeMap<String, usize>,
    /// The least time between requests of these addresses.
    pub(super) gap: Option<Gap>,
    /// A statement that has to be named where the text of the page is given.
    pub(super) named: Option<Statement>,
}

/// The least time between two requests.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gap {
    pub(super) of: Vec<String>,
    pub(super) ms: u64,
}

/// A statement about the text of a page.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Statement {
    /// The name of the page in its marker.
    pub(super) page: String,
    /// Words of which the output has one if it names the statement.
    pub(super) names: Vec<String>,
}

/// Every case, in the order of the file.
pub(super) fn cases() -> Result<Vec<Case>, String> {
    let lines = CASES.lines().enumerate();
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))
        })
        .collect()
}

/// Whether an id fits a pattern in which `*` is any text.
pub(super) fn fits(pattern: &str, id: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == id,
        Some((start, rest)) => id.strip_prefix(start).is_some_and(|left| {
            let ends = left.char_indices().map(|(at, _)| at).chain([left.len()]);
            ends.filter_map(|at| left.get(at..))
                .any(|left| fits(rest, left))
        }),
    }
}

/// A link to the file of the corpus, so that the package of the program has it.
const CASES: &str = include_str!("client.jsonl");

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]
// a test fails by panicking
mod tests;
