//! Statements about AI use that contradict each other in the file.

use robots_policy::{Policy, Provenance, Timestamp};

use super::{RobotsDraft, RobotsFile};
use crate::code::Code;
use crate::finding::{Edit, Finding};
use crate::place::{Place, Source};
use crate::uses::Disagreement;

/// A draft for each pair of statements for all paths.
pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<RobotsDraft> {
    let policy = Policy::new().with_robots(file.rules.clone());
    let found = Disagreement::all(&policy, "/", Timestamp::from_unix(0));
    let drafts = found.into_iter().filter_map(|found| {
        let forbids = place(text, &found.forbids)?;
        let edit = Edit::without(forbids.bytes.clone());
        let allows = place(text, &found.allows)?;
        let finding = Finding::new(Code::AiSignalsDisagree, forbids, found.message());
        let mut draft = RobotsDraft::new(finding.and(allows, "allows it"));
        draft.targets = vec![String::from("/")];
        Some(draft.without(vec![edit]))
    });
    drafts.collect()
}

/// The place of a statement of the file.
fn place(text: &Source<'_>, at: &Provenance) -> Option<Place> {
    Some(text.place_in_line(at.line()?, at.span()))
}
