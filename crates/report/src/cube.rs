//! The counts of a run: agent, measure, name, part → rows.

use std::collections::BTreeMap;

use robots_policy_archives as archives;
use robots_policy_archives::{AgentReport, CubeCell, Example, Examples, OTHERS, classes};

/// The counts of all agents of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cube {
    pub(super) agents: BTreeMap<String, AgentCube>,
}

/// The counts of one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AgentCube {
    /// All pages; of counts of an earlier version all rows.
    pub(super) rows: u64,
    pub(super) measures: BTreeMap<String, Measure>,
    /// URLs by measure and name, each with the text that decided.
    pub(super) examples: Examples,
}

/// The counts of one measure by name and part; a measure without parts has the part `""`.
pub(super) type Measure = BTreeMap<String, BTreeMap<String, Count>>;

/// Whether a name of the measure of hosts is a host, not a row for those that have none or too long a name, or for the others.
pub(super) fn is_host(name: &str) -> bool {
    ![classes::NO_HOST, classes::LONG, OTHERS].contains(&name)
}

/// Whether a measure has the sum of names that reports do not have one by one, so that its other numbers are lower bounds. A
/// query, which counts hosts as well, adds up only what it counted by name.
pub(super) fn is_bounded(measure: &Measure) -> bool {
    let mut counts = measure.values().flat_map(BTreeMap::values);
    measure.contains_key(OTHERS) && counts.all(|count| count.hosts.is_none())
}

/// The count of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) rows: u64,
    /// Distinct hosts, where a query counted them.
    pub(super) hosts: Option<u64>,
}

impl AgentCube {
    /// The counts of a report.
    pub(super) fn of(report: &AgentReport) -> AgentCube {
        let mut cube = AgentCube {
            rows: report.pages().unwrap_or(report.rows),
            ..AgentCube::default()
        };
        for cell in report.cells() {
            let CubeCell {
                measure,
                name,
                part,
                rows,
            } = cell;
            cube.add(measure, name, part, Count { rows, hosts: None });
        }
        for (measure, names) in &report.examples {
            cube.examples.insert(measure.clone(), names.clone());
        }
        cube
    }

    /// Adds to a cell.
    pub(super) fn add(&mut self, measure: &str, name: &str, part: &str, count: Count) {
        let names = self.measures.entry(measure.to_owned()).or_default();
        let parts = names.entry(name.to_owned()).or_default();
        let cell = parts.entry(part.to_owned()).or_default();
        cell.rows = cell.rows.saturating_add(count.rows);
        // Hosts of two cells may be the same ones.
        cell.hosts = match (cell.rows == count.rows, count.hosts) {
            (true, hosts) => hosts,
            (false, _) => None,
        };
    }

    /// A measure, if it has counts.
    pub(super) fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures
            .get(name)
            .filter(|measure| !measure.is_empty())
    }

    /// The rows that a measure counts: pages, or all of them.
    pub(super) fn whole(&self, measure: archives::Measure) -> u64 {
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
}

impl Cube {
    /// Sets the rows of each agent after all cells were added: every row has one state, and in the counts that have no states
    /// one reason of access.
    pub(super) fn complete(&mut self) {
        for agent in self.agents.values_mut() {
            let sums = ["state", "access"].map(|measure| agent.sum(measure));
            agent.rows = sums.into_iter().max().unwrap_or(0);
        }
    }
}

impl AgentCube {
    fn sum(&self, measure: &str) -> u64 {
        let cells = self
            .measures
            .get(measure)
            .into_iter()
            .flat_map(BTreeMap::values);
        let rows = cells.flat_map(BTreeMap::values).map(|count| count.rows);
        rows.fold(0, u64::saturating_add)
    }
}
