//! robots.txt in a build without profiles, which does not know what an agent is for.

use crate::diagnostic::Diagnostic;
use crate::robots_txt::Robots;

/// No notice: which agents are for AI is a fact of their profiles.
pub(super) fn notice_of_agents(_: &Robots) -> Option<Diagnostic> {
    None
}
