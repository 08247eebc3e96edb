//! The report on an archive, beside its table: counts and damage. Reports add up to the summary of a run.

mod cells;
pub mod classes;
mod cube;
mod example;
mod measure;
mod outcome;
mod page;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::cube::{Counts, Cube, CubeCell, Names, OTHERS};
use self::cube::{add, count};
use self::example::{EXAMPLES, Offer, text_of};
pub use self::example::{Example, Examples};
pub use self::measure::Measure;
pub(crate) use self::outcome::Alike;

use crate::columns::Row;
use robots_policy_input::Damage;

/// The report on one archive, or on several of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Records of any kind.
    pub records: u64,
    /// Records that hold a response.
    pub responses: u64,
    /// Records of a response whose body is elsewhere and that has no robots fields. They have no row.
    pub revisits: u64,
    /// Responses that a filter of rows leaves out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// Rows of the table.
    pub rows: u64,
    /// When the first and the last response with a row were archived, in seconds since 1970. Reports of earlier versions do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<[i64; 2]>,
    /// The rows by agent, or by engine, which are not to be added up: each has a row for every response.
    pub agents: BTreeMap<String, AgentReport>,
    /// How many damages were found.
    pub damaged: u64,
    /// The first of these.
    pub damage: Vec<Damaged>,
}

/// The rows of one agent, or of one engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentReport {
    /// Whether the name is that of an engine's profile.
    #[serde(default, skip_serializing_if = "is_false")]
    pub engine: bool,
    /// All of them.
    pub rows: u64,
    /// Pages by the access that robots.txt gives. The counts from here on are of pages, see [`Measure::is_of_pages`].
    pub access: Counts,
    /// Rows by directive that is in force.
    pub directives: Counts,
    /// Rows by directive in force, and by its source.
    pub sources: BTreeMap<String, Counts>,
    /// Rows by diagnostic.
    pub diagnostics: Counts,
    /// Rows by the reason why something was not read, or not whole.
    pub unread: Counts,
    /// Rows by measure, name and part. Reports of earlier versions have none.
    #[serde(default, skip_serializing_if = "Cube::is_empty")]
    pub cube: Cube,
    /// For the names of `closed-by`, `directives`, `diagnostics`, `conflict` and `extension` at most five pages that were counted:
    /// those with the smallest hashes of their addresses.
    #[serde(default, skip_serializing_if = "Examples::is_empty")]
    pub examples: Examples,
}

/// A place at which an archive is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damaged {
    /// The byte at which the member, or in plain data the record, begins.
    pub offset: u64,
    /// The name of the [`DamageCode`](robots_policy_input::DamageCode).
    pub code: String,
    /// The damage in words.
    pub message: String,
}

impl From<&Damage> for Damaged {
    fn from(damage: &Damage) -> Damaged {
        Damaged {
            offset: damage.offset(),
            code: damage.code().name().to_owned(),
            message: damage.to_string(),
        }
    }
}

impl Report {
    /// Counts a row.
    pub(crate) fn row(&mut self, row: &Row<'_>, alike: &mut Alike) {
        self.rows += 1;
        let at = row.date.map(jiff::Timestamp::as_second);
        self.captured = span(self.captured, at.map(|at| [at, at]));
        let agent = row
            .verdict
            .profile()
            .map_or(row.agent, |profile| profile.name());
        // Nearly every agent has an entry already.
        if let Some(report) = self.agents.get_mut(agent) {
            return report.row(row, alike);
        }
        let report = self.agents.entry(agent.to_owned()).or_default();
        report.row(row, alike);
    }

    /// Counts damage, and lists it unless there is too much.
    pub fn damage(&mut self, damaged: Damaged) {
        self.damaged += 1;
        if self.damage.len() < MOST_LISTED {
            self.damage.push(damaged);
        }
    }

    /// This report without the examples of its agents and with the few cells of their cubes that a summary has, for a caller that
    /// keeps the reports of a whole crawl: whole cubes take a hundred times the memory of the other counts.
    #[must_use]
    pub fn without_cubes(mut self) -> Report {
        for agent in self.agents.values_mut() {
            agent.cube = agent.cube.of_measures(&IN_SUMMARIES);
            agent.examples = Examples::default();
        }
        self
    }

    /// Pages, and all responses with a row, of the agent that has the most. `None` for the pages in reports that do not count them.
    pub fn pages(&self) -> (Option<u64>, u64) {
        let most = self.agents.values().max_by_key(|agent| agent.rows);
        most.map_or((None, 0), |agent| (agent.pages(), agent.rows))
    }

    /// Adds the counts of another report. Each report keeps its own lists.
    pub fn add(&mut self, other: &Report) {
        self.records = self.records.saturating_add(other.records);
        self.responses = self.responses.saturating_add(other.responses);
        self.revisits = self.revisits.saturating_add(other.revisits);
        self.left_out = self.left_out.saturating_add(other.left_out);
        self.rows = self.rows.saturating_add(other.rows);
        self.damaged = self.damaged.saturating_add(other.damaged);
        self.captured = span(self.captured, other.captured);
        for (agent, report) in &other.agents {
            self.agents.entry(agent.clone()).or_default().add(report);
        }
    }
}

/// The first and the last time of two spans.
fn span(one: Option<[i64; 2]>, other: Option<[i64; 2]>) -> Option<[i64; 2]> {
    match (one, other) {
        (Some([first, last]), Some([begin, end])) => Some([first.min(begin), last.max(end)]),
        (one, other) => one.or(other),
    }
}

impl AgentReport {
    fn row(&mut self, row: &Row<'_>, alike: &mut Alike) {
        let offer = Offer::new(row.verdict.target());
        self.engine = row.verdict.profile().is_some();
        self.rows += 1;
        let mut is_offered = false;
        alike.cells(row, |measure, name, part| {
            self.count(measure, name, part, 1);
            if let Some(offer) = offer.as_ref().filter(|_| EXAMPLES.contains(&measure)) {
                let text = || text_of(row, measure, name);
                offer.to(&mut self.examples, measure, name, text);
                is_offered = true;
            }
        });
        // Without an offer there are no more names than before.
        if is_offered {
            example::bound(&mut self.examples, &self.cube);
        }
    }

    /// The rows that are pages; `None` in a report of an earlier version, whose counts are of all rows.
    pub fn pages(&self) -> Option<u64> {
        let names = self.cube.of(Measure::Response);
        let pages = names.get(classes::PAGE).and_then(|parts| parts.get(""));
        (!names.is_empty()).then(|| pages.copied().unwrap_or_default())
    }

    /// Every count in the long form, those of the cube and those with keys of their own.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy_archives::{AgentReport, Measure};
    ///
    /// let mut report = AgentReport::default();
    /// report.count(Measure::Access, "no-match", "", 3);
    /// report.count(Measure::State, "free", "", 3);
    /// let cells: Vec<_> = report.cells().map(|cell| (cell.measure, cell.name, cell.rows)).collect();
    /// assert_eq!(cells, [("access", "no-match", 3), ("state", "free", 3)]);
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = CubeCell<'_>> {
        let own = [
            (Measure::Access, &self.access),
            (Measure::Directives, &self.directives),
            (Measure::Diagnostics, &self.diagnostics),
            (Measure::Unread, &self.unread),
        ];
        let own = own.into_iter().flat_map(|(measure, counts)| {
            counts.iter().map(move |(name, rows)| CubeCell {
                measure: measure.name(),
                name,
                part: "",
                rows: *rows,
            })
        });
        let sources = self.sources.iter().flat_map(|(name, counts)| {
            counts.iter().map(move |(part, rows)| CubeCell {
                measure: Measure::Sources.name(),
                name,
                part,
                rows: *rows,
            })
        });
        own.chain(sources).chain(self.cube.cells())
    }

    /// Adds rows to a cell of any measure, as of the long form; [`AgentReport::rows`] stays.
    pub fn count(&mut self, measure: Measure, name: &str, part: &str, by: u64) {
        let own = match measure {
            Measure::Access => &mut self.access,
            Measure::Directives => &mut self.directives,
            Measure::Diagnostics => &mut self.diagnostics,
            Measure::Unread => &mut self.unread,
            Measure::Sources => {
                let sources = self.sources.entry(name.to_owned()).or_default();
                return count(sources, part, by);
            }
            _ => return self.cube.count(measure, name, part, by),
        };
        count(own, name, by);
    }

    /// Adds the counts of another report on the same agent.
    pub fn add(&mut self, other: &AgentReport) {
        self.engine |= other.engine;
        self.rows = self.rows.saturating_add(other.rows);
        add(&mut self.access, &other.access);
        add(&mut self.directives, &other.directives);
        add(&mut self.diagnostics, &other.diagnostics);
        add(&mut self.unread, &other.unread);
        for (directive, counts) in &other.sources {
            add(self.sources.entry(directive.clone()).or_default(), counts);
        }
        self.cube.add(&other.cube);
        example::add(&mut self.examples, &other.examples);
        example::bound(&mut self.examples, &self.cube);
    }
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The measures of the cube that a summary has.
const IN_SUMMARIES: [Measure; 4] = [
    Measure::State,
    Measure::Use,
    Measure::Response,
    Measure::NotKnown,
];
/// At most this many places are listed for one archive; the others are only counted.
const MOST_LISTED: usize = 10_000;
