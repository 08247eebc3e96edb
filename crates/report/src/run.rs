//! The runs that a page is about.

use super::cube::{AgentCube, Cube};
use super::sums::Sums;

/// A run: its counts, and what is known of it as a whole.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) name: String,
    pub(super) cube: Cube,
    /// The counts without an agent; `None` for a cube out of a file.
    pub(super) sums: Option<Sums>,
}

impl Run {
    /// The run of these sums.
    pub(super) fn of_reports(name: String, mut sums: Sums) -> Run {
        let agents = std::mem::take(&mut sums.all.agents).into_iter();
        let agents = agents.map(|(agent, report)| (agent, AgentCube::of(&report)));
        Run {
            name,
            cube: Cube {
                agents: agents.collect(),
            },
            sums: Some(sums),
        }
    }

    /// Whether there was no report to count.
    pub(super) fn is_of_nothing(&self) -> bool {
        self.sums.as_ref().is_some_and(|sums| sums.archives == 0)
    }

    /// The run of a cube that was written to a file.
    pub(super) fn of_cube(name: String, cube: Cube) -> Run {
        Run {
            name,
            cube,
            sums: None,
        }
    }
}
