//! The runs that a page is about.

use std::collections::BTreeMap;

use super::cube::AgentCube;
use super::sums::Sums;

/// A run: its counts, and what is known of it as a whole.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) name: String,
    /// The counts of each agent.
    pub(super) agents: BTreeMap<String, AgentCube>,
    /// The counts without an agent; `None` for counts out of a file.
    pub(super) sums: Option<Sums>,
}

impl Run {
    /// The run of these sums.
    pub(super) fn of_reports(name: String, mut sums: Sums) -> Run {
        let agents = std::mem::take(&mut sums.all.agents).into_iter();
        let agents = agents.map(|(agent, report)| (agent, AgentCube::of(&report)));
        Run {
            name,
            agents: agents.collect(),
            sums: Some(sums),
        }
    }

    /// Whether there was no report to count.
    pub(super) fn is_of_nothing(&self) -> bool {
        self.sums.as_ref().is_some_and(|sums| sums.archives == 0)
    }

    /// The run of the counts that were written to a file.
    pub(super) fn of_cube(name: String, agents: BTreeMap<String, AgentCube>) -> Run {
        Run {
            name,
            agents,
            sums: None,
        }
    }
}
