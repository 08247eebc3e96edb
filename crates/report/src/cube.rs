//! The counts of a run: agent, measure, name, part → rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use robots_policy_archives::{
    AgentReport, CubeCell, Example, Examples, Measure, Names, OTHERS, classes,
};

/// The counts of one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AgentCube {
    /// All pages.
    pub(super) rows: u64,
    /// By measure and name; a measure without parts has the part `""`.
    pub(super) measures: BTreeMap<String, Names>,
    /// URLs by measure and name, each with the text that decided.
    pub(super) examples: Arc<Examples>,
}

/// Whether a name of the measure of hosts is a host, not a row for those that have none or too long a name, or for the others.
pub(super) fn is_host(name: &str) -> bool {
    ![classes::NO_HOST, classes::LONG, OTHERS].contains(&name)
}

/// Whether a measure has the sum of names that reports do not have one by one, so that its other numbers are lower bounds.
pub(super) fn is_bounded(measure: &Names) -> bool {
    measure.contains_key(OTHERS)
}

impl AgentCube {
    /// The counts of a report.
    pub(super) fn of(report: &AgentReport) -> AgentCube {
        let mut cube = AgentCube {
            rows: report.pages().unwrap_or(report.rows),
            examples: Arc::new(report.examples.clone()),
            ..AgentCube::default()
        };
        for cell in report.cells() {
            let CubeCell {
                measure,
                name,
                part,
                rows,
            } = cell;
            cube.add(measure, name, part, rows);
        }
        cube
    }

    /// Adds to a cell.
    pub(super) fn add(&mut self, measure: &str, name: &str, part: &str, rows: u64) {
        let names = self.measures.entry(measure.to_owned()).or_default();
        let parts = names.entry(name.to_owned()).or_default();
        let cell = parts.entry(part.to_owned()).or_default();
        *cell = cell.saturating_add(rows);
    }

    /// A measure, if it has counts.
    pub(super) fn measure(&self, name: &str) -> Option<&Names> {
        self.measures
            .get(name)
            .filter(|measure| !measure.is_empty())
    }

    /// The rows that a measure counts: pages, or all of them.
    pub(super) fn whole(&self, measure: Measure) -> u64 {
        if measure.is_of_pages() {
            return self.rows;
        }
        self.sum(measure.name())
    }

    /// The examples of a name of a measure.
    pub(super) fn examples(&self, measure: &str, name: &str) -> &[Example] {
        let names = self.examples.get(measure);
        names
            .and_then(|names| names.get(name))
            .map_or(&[], Vec::as_slice)
    }

    /// Sets the rows after all cells were added: every row has one state, and in the counts that have no states one reason of
    /// access.
    pub(super) fn complete(&mut self) {
        let sums = ["state", "access"].map(|measure| self.sum(measure));
        self.rows = sums.into_iter().max().unwrap_or(0);
    }

    fn sum(&self, measure: &str) -> u64 {
        let cells = self
            .measures
            .get(measure)
            .into_iter()
            .flat_map(BTreeMap::values);
        let rows = cells.flat_map(BTreeMap::values);
        rows.fold(0, |sum, rows| sum.saturating_add(*rows))
    }
}
