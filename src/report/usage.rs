//! A verdict as a canonical `Content-Usage` value: what the labels of AIPREF state, and nothing of another vocabulary.

use crate::ai::preference::{Answer, Label, Vocabulary};
use crate::policy::Verdict;

/// Writes the `Content-Usage` value that states the AIPREF preferences of a verdict, in the order of the table. `None` if the
/// sources state none.
///
/// Statements of the other vocabularies are not translated: no source says that their labels mean those of AIPREF
/// (draft-ietf-aipref-vocab §7). The value is for this client and this path; a field addresses every client.
///
/// # Examples
///
/// ```
/// use robots_policy::{Client, HeaderReader, Policy, Timestamp, report};
///
/// let lines = [("Content-Usage", "search=y, x=n, train-ai=n;a"), ("Content-Signal", "ai-input=no")];
/// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
/// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
/// assert_eq!(report::content_usage_of(&verdict).as_deref(), Some("train-ai=n, search=y"));
/// ```
pub fn content_usage_of(verdict: &Verdict<'_>) -> Option<String> {
    let uses = verdict.uses();
    let member = |label: Label| match uses.preference(label) {
        Answer::Allow => Some(format!("{}=y", label.name())),
        Answer::Disallow => Some(format!("{}=n", label.name())),
        Answer::Conditional | Answer::Unstated => None,
    };
    let members: Vec<String> = Vocabulary::Aipref.labels().filter_map(member).collect();
    (!members.is_empty()).then(|| members.join(", "))
}
