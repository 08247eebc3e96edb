//! `conformance/levels.toml`: how binding a question is, and by which clause.

use std::collections::BTreeMap;
use std::fs;

use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::form::{Basis, Kind, Level};

const PATH: &str = "conformance/levels.toml";

/// A text that a clause is in.
#[derive(Clone, Deserialize, Serialize)]
#[serde(untagged)]
enum ClauseText {
    Url(String),
    Read { url: String, read: String },
}

/// The questions of some names, and what holds for them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRow {
    cases: Vec<String>,
    /// `None` for questions that are left out: `skip`.
    #[serde(deserialize_with = "level")]
    level: Option<Level>,
    kinds: Option<Vec<Kind>>,
    basis: Option<String>,
    pub(super) why: Option<String>,
    #[serde(default)]
    pub(super) accept: Vec<Map<String, Value>>,
    /// Whether it decided a question.
    #[serde(skip)]
    is_used: bool,
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Level>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let level = (name != "skip").then(|| Level::deserialize(name.into_deserializer()));
    level.transpose()
}

/// The file: the texts by their names, the rows, and what was wrong with them so far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Levels {
    documents: BTreeMap<String, ClauseText>,
    row: Vec<LevelRow>,
    #[serde(skip)]
    faults: Vec<String>,
}

impl Levels {
    pub(super) fn read() -> Result<Levels, String> {
        let path = robots_policy_kit::files::root().join(PATH);
        let text = fs::read_to_string(path).map_err(|error| format!("{PATH}: {error}"))?;
        toml::from_str(&text).map_err(|error| format!("{PATH}: {error}"))
    }

    /// The level and the clauses of a question of a kind, whose fixture names `clauses`, and the row that decides; none if it is
    /// left out.
    pub(super) fn of(
        &mut self,
        name: &str,
        kind: Kind,
        clauses: &str,
    ) -> Option<(Level, Vec<Basis>, &LevelRow)> {
        let decides = |row: &LevelRow| {
            let kinds = row.kinds.as_deref();
            let is_case = |pattern: &String| matches(pattern, name) || is_whole_case(pattern, name);
            kinds.is_none_or(|kinds| kinds.contains(&kind)) && row.cases.iter().any(is_case)
        };
        let Some(index) = self.row.iter().position(decides) else {
            self.faults
                .push(format!("no row has {name} ({})", kind.name()));
            return None;
        };
        self.row[index].is_used = true;
        let row = &self.row[index];
        let level = row.level?;
        let text = row.basis.as_deref().unwrap_or(clauses);
        let basis: Vec<Basis> = text
            .split("; ")
            .filter_map(|clause| self.clause(clause))
            .collect();
        if basis.is_empty() && level != Level::Open {
            self.faults.push(format!(
                "{name} has no clause: `{text}` names no document of [documents]; write `basis` into its row"
            ));
        }
        Some((level, basis, row))
    }

    /// A clause such as `RFC 9309 section 2.2.1`; none for the numbers of this project's own decisions.
    pub(super) fn clause(&self, text: &str) -> Option<Basis> {
        let named = |name: &&String| text.strip_prefix(name.as_str()).is_some_and(is_end);
        let name = self.documents.keys().rev().find(named)?;
        let rest = text[name.len()..].trim();
        let place = rest
            .strip_prefix("section ")
            .or(rest.strip_prefix("sections "));
        let (url, read) = match &self.documents[name] {
            ClauseText::Url(url) => (url.clone(), None),
            ClauseText::Read { url, read } => (url.clone(), Some(read.clone())),
        };
        Some(Basis {
            doc: name.clone(),
            section: place
                .or(Some(rest))
                .filter(|place| !place.is_empty())
                .map(str::to_owned),
            url,
            read,
        })
    }

    /// The faults of all questions, and the rows that decided none.
    pub(super) fn finish(mut self) -> Result<(), String> {
        for row in self.row.iter().filter(|row| !row.is_used) {
            let names = row.cases.join(", ");
            self.faults
                .push(format!("the row of {names} decides no question"));
        }
        match self.faults.len() {
            0 => Ok(()),
            count => Err(format!(
                "{PATH}: {count} faults; every question that can be a case needs a row\n  {}",
                self.faults.join("\n  ")
            )),
        }
    }
}

/// Whether the name of a document ends here.
fn is_end(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

/// Whether a pattern is the name of the case that a question is in.
fn is_whole_case(pattern: &str, name: &str) -> bool {
    name.rsplit_once('/')
        .is_some_and(|(case, _)| matches(pattern, case))
}

/// Whether `name` is `pattern`, in which `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(name) = name.strip_prefix(first) else {
        return false;
    };
    let starts = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    let mut ends = starts.map(|at| &name[at..]);
    ends.any(|end| matches(rest, end))
}
