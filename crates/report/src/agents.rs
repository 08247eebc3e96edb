//! The agents of a page: which come first where there is not room for all, and in which order they are shown.

use std::collections::{BTreeMap, BTreeSet};

use robots_policy::engines::Profile;
use robots_policy_input::number::number;

use super::cube::AgentCube;
use super::html;
use super::run::Run;

/// An agent in one run or in two.
pub(super) struct Agent<'r> {
    pub(super) name: &'r str,
    /// The purpose of the crawler of this name, if it is known.
    pub(super) purpose: Option<&'static str>,
    /// Its counts in each run.
    pub(super) runs: Vec<Option<&'r AgentCube>>,
    /// Whether its plots are required.
    is_selected: bool,
    /// The crawler of this name, by its place among all.
    known: Option<(usize, Profile)>,
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

    /// Whether only one of two runs has it.
    fn is_alone(&self) -> bool {
        self.runs.iter().any(Option::is_none)
    }

    /// The place in a page: those of both runs first, then by purpose, by owner, by name.
    fn place(&self) -> (bool, usize, usize, &str) {
        let known = self.known.as_ref();
        let place = known.map_or(usize::MAX, |(place, _)| *place);
        (self.is_alone(), rank(self.purpose), place, self.name)
    }
}

/// All agents of the runs. Those that a page has room for first come first: those that are selected, those of both runs, then
/// in turn one that searches and one that trains, the first of each owner before the second.
pub(super) fn agents<'r>(runs: &'r [Run], selected: &BTreeSet<String>) -> Vec<Agent<'r>> {
    let names: BTreeSet<&str> = names(runs).collect();
    let agent = |name: &'r str| {
        let known = profile(name);
        Agent {
            name,
            purpose: known.map(|(_, profile)| profile.kind().name()),
            runs: runs.iter().map(|run| run.agents.get(name)).collect(),
            is_selected: selected.contains(name),
            known,
        }
    };
    let mut agents: Vec<Agent<'r>> = names.into_iter().map(agent).collect();
    agents.sort_by(|a, b| a.place().cmp(&b.place()));
    let turns = turns(&agents);
    let mut agents: Vec<(usize, Agent<'r>)> = turns.into_iter().zip(agents).collect();
    agents.sort_by_key(|(turn, agent)| {
        // Search and training, which come first, take turns.
        let rank = rank(agent.purpose);
        let tier = rank.saturating_sub(1);
        (!agent.is_selected, agent.is_alone(), tier, *turn, rank)
    });
    agents.into_iter().map(|(_, agent)| agent).collect()
}

/// The turn of each agent among those of its purpose: the first of each owner, then the second of each, and so on.
fn turns(agents: &[Agent<'_>]) -> Vec<usize> {
    let mut of_owner: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut order: Vec<(usize, bool, usize, usize)> = Vec::new();
    for (at, agent) in agents.iter().enumerate() {
        let rank = rank(agent.purpose);
        let known = agent.known.as_ref().map(|(_, profile)| profile);
        let owner = known.map_or("", |profile| profile.operator());
        let earlier = of_owner.entry((rank, owner)).or_default();
        let is_retired = known.is_some_and(|profile| profile.retired().is_some());
        order.push((rank, is_retired, *earlier, at));
        *earlier += 1;
    }
    order.sort_unstable();
    let mut turns = vec![0; agents.len()];
    let mut last = (usize::MAX, 0);
    for (rank, _, _, at) in order {
        let turn = if last.0 == rank { last.1 + 1 } else { 0 };
        last = (rank, turn);
        if let Some(place) = turns.get_mut(at) {
            *place = turn;
        }
    }
    turns
}

/// The first `most` of these agents, by purpose.
pub(super) fn first<'a, 'r>(agents: &'a [Agent<'r>], most: usize) -> Vec<&'a Agent<'r>> {
    grouped(agents.iter().take(most))
}

/// The agents that have plots of their own, at most `most`: those that are selected, or if none is, the first ones.
pub(super) fn with_plots<'a, 'r>(agents: &'a [Agent<'r>], most: usize) -> Vec<&'a Agent<'r>> {
    let of = match selected(agents) {
        0 => agents.len(),
        selected => selected,
    };
    grouped(agents.iter().take(of.min(most)))
}

/// How many agents are selected.
pub(super) fn selected(agents: &[Agent<'_>]) -> usize {
    agents.iter().filter(|agent| agent.is_selected).count()
}

fn grouped<'a, 'r>(agents: impl Iterator<Item = &'a Agent<'r>>) -> Vec<&'a Agent<'r>> {
    let mut agents: Vec<&Agent<'_>> = agents.collect();
    agents.sort_by(|a, b| a.place().cmp(&b.place()));
    agents
}

/// The sentences about agents that only one of two runs has.
pub(super) fn alone(agents: &[Agent<'_>]) -> Vec<String> {
    let mut sentences = Vec::new();
    for (at, run) in ["before", "after"].into_iter().enumerate() {
        let is_here = |agent: &&Agent<'_>| {
            agent.is_alone() && agent.runs.get(at).is_some_and(Option::is_some)
        };
        let of_run: Vec<&Agent<'_>> = agents.iter().filter(is_here).collect();
        if !of_run.is_empty() {
            let count = number(of_run.len() as u64, "agent");
            let names = listed(of_run.iter().map(|agent| agent.name));
            sentences.push(format!("Only the run {run} has {count}: {names}."));
        }
    }
    sentences
}

/// The names of the agents that `--agent` requires: a value is a name, or several with commas between them.
///
/// # Errors
/// A name that no run has.
pub(super) fn select(runs: &[Run], values: &[String]) -> Result<BTreeSet<String>, String> {
    let mut selected = BTreeSet::new();
    for value in values {
        // The tokens of a client are one name, and have commas too.
        let whole = named(runs, value);
        let parts: Vec<&str> = value.split(',').map(str::trim).collect();
        let parts = if whole.is_empty() {
            parts
        } else {
            vec![value.as_str()]
        };
        for part in parts {
            let found = named(runs, part);
            if found.is_empty() {
                let some = agents(runs, &BTreeSet::new());
                let some = listed(some.iter().map(|agent| agent.name));
                return Err(format!("no agent is called `{part}`; --agent takes {some}"));
            }
            selected.extend(found);
        }
    }
    Ok(selected)
}

/// The agents of this name, in any case.
fn named(runs: &[Run], wanted: &str) -> Vec<String> {
    let is_wanted = |name: &&str| name.eq_ignore_ascii_case(wanted) || shown(name) == shown(wanted);
    names(runs).filter(is_wanted).map(str::to_owned).collect()
}

fn names(runs: &[Run]) -> impl Iterator<Item = &str> {
    let names = runs.iter().flat_map(|run| run.agents.keys());
    names.map(String::as_str)
}

/// The first of these names, and how many more there are.
fn listed<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let more = names.len().saturating_sub(MOST_LISTED);
    let first = names.take(MOST_LISTED);
    let first: Vec<String> = first
        .map(|name| html::cut(shown(name), 40).into_owned())
        .collect();
    match more {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// The name of an agent; a client without a product token has the name `*`.
pub(super) fn shown(agent: &str) -> &str {
    match agent {
        "" | "*" => "* (no name)",
        agent => agent,
    }
}

/// The crawler of a name, or of the product token that its requests have, with its place among all.
fn profile(agent: &str) -> Option<(usize, Profile)> {
    let first = agent.split(',').next()?;
    let profile: Profile = first.parse().ok()?;
    let place = Profile::all().position(|known| known == profile);
    Some((place.unwrap_or(usize::MAX), profile))
}

/// The place of a purpose; one of a later version is the last.
fn rank(purpose: Option<&str>) -> usize {
    let known = PURPOSES.iter().position(|known| *known == purpose);
    known.unwrap_or(PURPOSES.len())
}

/// The purposes, those of general interest first; `None` is a name that no known crawler has.
const PURPOSES: [Option<&str>; 11] = [
    Some("search"),
    Some("training"),
    Some("answers"),
    Some("user"),
    Some("agent"),
    Some("archive"),
    None,
    Some("token"),
    Some("tool"),
    Some("other"),
    Some("ads"),
];
/// A sentence has at most this many names of agents.
const MOST_LISTED: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_has_a_place() {
        for profile in Profile::all() {
            let purpose = Some(profile.kind().name());
            assert!(PURPOSES.contains(&purpose), "{purpose:?}");
        }
    }

    #[test]
    fn search_and_training_come_first() {
        let names = Profile::all().map(|profile| profile.name().to_owned());
        let cubes = names.map(|name| (name, AgentCube::default()));
        let all = [Run::of_cube(String::from("made"), cubes.collect())];
        let ordered = agents(&all, &BTreeSet::new());
        let firsts = |most| -> Vec<&str> {
            let names = with_plots(&ordered, most).into_iter();
            names.map(|agent| agent.name).collect()
        };
        let eight = firsts(8);
        for name in ["googlebot", "bingbot", "gptbot", "claudebot"] {
            assert!(eight.contains(&name), "{name}: {eight:?}");
        }
        assert!(firsts(12).contains(&"ccbot"));
        // The rest of the two comes before anything else, and advertising is the last.
        let purposes: Vec<usize> = ordered
            .iter()
            .map(|agent| rank(agent.purpose).max(1))
            .collect();
        assert!(purposes.is_sorted(), "{purposes:?}");
        assert_eq!(ordered.last().and_then(|agent| agent.purpose), Some("ads"));
    }
}
