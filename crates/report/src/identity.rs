//! The archives of the folders that are added up: an archive that several of them hold counts once for each agent.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use robots_policy_archives::{AgentReport, Report};
use serde::Deserialize;
use serde_json::Value;

/// The archives that were counted, each with its agents.
#[derive(Debug, Default)]
pub(super) struct ArchiveCounts {
    /// By the hash of the archive, because a crawl has many of them; the value is a place in `groups`.
    archives: HashMap<u64, usize>,
    /// Those of the present folder, which other folders are compared with.
    fresh: Vec<(u64, usize)>,
    /// Sets of agents: most archives of a crawl have the same.
    groups: Vec<BTreeSet<String>>,
    places: BTreeMap<BTreeSet<String>, usize>,
}

/// The archive of a report.
#[derive(Deserialize)]
pub(super) struct ArchiveIdentity {
    name: String,
    #[serde(default)]
    identity: Value,
}

impl ArchiveIdentity {
    /// The hash of the archive and of the records of it that were read; `None` for a pipe, which cannot be recognised.
    pub(super) fn hash(&self, records: Option<&str>) -> Option<u64> {
        let mut hash = DefaultHasher::new();
        match &self.identity {
            Value::Null => return None,
            // A file is recognised by its bytes and its time; its name depends on where it was scanned.
            file if file.get("file").is_some() => file.to_string().hash(&mut hash),
            other => (&self.name, other.to_string()).hash(&mut hash),
        }
        records.hash(&mut hash);
        Some(hash.finish())
    }
}

impl ArchiveCounts {
    /// Takes from a report what an earlier folder has of its archive. Returns the agents that were taken out; `None` for an
    /// archive that is new.
    pub(super) fn once(
        &mut self,
        input: &ArchiveIdentity,
        records: Option<&str>,
        report: &mut Report,
    ) -> Option<Vec<String>> {
        let hash = input.hash(records)?;
        let mut agents: BTreeSet<String> = report.agents.keys().cloned().collect();
        let before = self.archives.get(&hash).and_then(|at| self.groups.get(*at));
        let again = before.map(|before| {
            let again: Vec<String> = before.intersection(&agents).cloned().collect();
            agents.extend(before.iter().cloned());
            leave_out(report, &again);
            again
        });
        let place = self.place(agents);
        self.fresh.push((hash, place));
        again
    }

    /// The place of a set of agents.
    fn place(&mut self, agents: BTreeSet<String>) -> usize {
        if let Some(place) = self.places.get(&agents) {
            return *place;
        }
        let place = self.groups.len();
        self.groups.push(agents.clone());
        self.places.insert(agents, place);
        place
    }

    /// A folder is at its end.
    pub(super) fn next_folder(&mut self) {
        self.archives.extend(self.fresh.drain(..));
    }
}

/// Leaves out the counts of an archive that has been counted, and the rows of these agents.
fn leave_out(report: &mut Report, agents: &[String]) {
    let agents = agents
        .iter()
        .filter_map(|agent| report.agents.remove(agent));
    let rows = agents.map(|agent: AgentReport| agent.rows);
    let rows = rows.fold(0, u64::saturating_add);
    *report = Report {
        rows: report.rows.saturating_sub(rows),
        agents: std::mem::take(&mut report.agents),
        ..Report::default()
    };
}
