//! Known agents of AI that a robots.txt closes the whole site to by name.
//!
//! Such a group binds its agents and no other client (RFC 9309 §2.2.1), so that it states nothing about others, and no answer
//! depends on it. But it is the most frequent way in which owners speak about AI, and to a client that no line names the page
//! would seem to restrict nothing. So one notice has the lines. It is made here and not by the reader of the file, because the table
//! of engines, which knows what an agent is for, is above the reader.
//!
//! **Which test notices.** The cases of `fixtures/robots-access/small.jsonl` with `ai-agents-disallowed`, near misses among them.

use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::profile::Profile;
use crate::robots_txt::{Record, Robots};

/// The notice about a robots.txt, with the first line that names each agent. The table bounds their number.
pub(super) fn notice(robots: &Robots) -> Option<Diagnostic> {
    let lines = robots.rules()?.closed_by_name(Profile::is_ai_token);
    let places = lines.into_iter().map(Record::provenance);
    Diagnostic::of_all(DiagnosticCode::AiAgentsDisallowed, places)
}
