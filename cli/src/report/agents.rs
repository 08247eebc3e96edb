//! The agents of a page, grouped by the purpose of the crawler that has the name.

use robots_policy::engines::Profile;

use super::cube::AgentCube;
use super::run::Run;

/// An agent in one run or in two.
pub(super) struct Agent<'r> {
    pub(super) name: &'r str,
    /// The purpose of the crawler of this name, if it is known.
    pub(super) purpose: Option<&'static str>,
    /// Its counts in each run.
    pub(super) runs: Vec<Option<&'r AgentCube>>,
}

impl Agent<'_> {
    /// The name with the purpose: `gptbot (training)`.
    pub(super) fn label(&self) -> String {
        match self.purpose {
            Some(purpose) => format!("{} ({purpose})", shown(self.name)),
            None => shown(self.name).to_owned(),
        }
    }

    /// The counts of the run that is shown, which of two is the second.
    pub(super) fn last(&self) -> Option<&AgentCube> {
        self.runs.last().copied().flatten()
    }
}

/// All agents of the runs, by purpose and name.
pub(super) fn agents(runs: &[Run]) -> Vec<Agent<'_>> {
    let mut names: Vec<&str> = runs
        .iter()
        .flat_map(|run| run.cube.agents.keys())
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names.dedup();
    let agent = |name| Agent {
        name,
        purpose: purpose(name),
        runs: runs.iter().map(|run| run.cube.agents.get(name)).collect(),
    };
    let mut agents: Vec<Agent<'_>> = names.into_iter().map(agent).collect();
    agents.sort_by_key(|agent| (agent.purpose.is_none(), agent.purpose, agent.name));
    agents
}

/// The name of an agent; a client without a product token has the name `*`.
pub(super) fn shown(agent: &str) -> &str {
    match agent {
        "" | "*" => "* (no name)",
        agent => agent,
    }
}

/// The purpose of a crawler by its name, or by the product token that its requests have.
fn purpose(agent: &str) -> Option<&'static str> {
    let first = agent.split(',').next()?;
    let profile: Profile = first.parse().ok()?;
    Some(profile.kind().name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_have_a_purpose() {
        for (agent, is_known) in [
            ("gptbot", true),
            ("googlebot", true),
            ("googlebot-news,googlebot", true),
            ("examplebot", false),
            ("*", false),
            ("", false),
        ] {
            assert_eq!(purpose(agent).is_some(), is_known, "{agent}");
        }
        assert_eq!(purpose("ccbot"), purpose("CCBot"));
    }
}
