//! The runs that a page is about.

use super::cube::{AgentCube, Cube};
use super::sums::Sums;

/// A run: its counts, and what is known of it as a whole.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) name: String,
    pub(super) cube: Cube,
    /// `None` for a cube out of a file.
    pub(super) facts: Option<Facts>,
}

/// The counts of a run that have no agent.
#[derive(Debug)]
pub(super) struct Facts {
    /// Archives with a report.
    pub(super) archives: u64,
    pub(super) records: u64,
    pub(super) responses: u64,
    pub(super) revisits: u64,
    pub(super) rows: u64,
    pub(super) damaged: u64,
    /// Reports with rows and without a cube.
    pub(super) without_cube: u64,
}

impl Run {
    /// The run of these sums.
    pub(super) fn of_reports(name: String, sums: &Sums) -> Run {
        let all = &sums.all;
        let agents = all.agents.iter();
        let agents = agents.map(|(agent, report)| (agent.clone(), AgentCube::of(report)));
        Run {
            name,
            cube: Cube {
                agents: agents.collect(),
            },
            facts: Some(Facts {
                archives: sums.archives,
                records: all.records,
                responses: all.responses,
                revisits: all.revisits,
                rows: all.rows,
                damaged: all.damaged,
                without_cube: sums.without_cube,
            }),
        }
    }

    /// Whether there was no report to count.
    pub(super) fn is_of_nothing(&self) -> bool {
        self.facts.as_ref().is_some_and(|facts| facts.archives == 0)
    }

    /// The run of a cube that was written to a file.
    pub(super) fn of_cube(name: String, cube: Cube) -> Run {
        Run {
            name,
            cube,
            facts: None,
        }
    }
}
