//! The rows about AI use.

use robots_policy::Provenance;
use robots_policy::uses::{self, Activity, Missing, Pointer, PolicyToken, Uses};
use robots_policy_records::Judged;

use super::answers::{Answer, MOST_KEPT, Row, Witness};
use crate::names::plain_line;

/// A row for each activity, where a source states anything about AI use, and one for each document that was not read.
///
/// `place` shows where a source points at such a document.
pub(super) fn of_uses(
    verdict: &Judged<'_>,
    place: impl Fn(&Provenance) -> String,
) -> Vec<Row<'static>> {
    let uses = verdict.uses();
    // What the documents of an engine add is in the rows of that engine.
    if uses.is_empty() || verdict.addressed().uses().is_empty() {
        return Vec::new();
    }
    let rows = Activity::ALL.iter().map(|activity| Row {
        label: activity.name().to_owned(),
        answer: match uses.of(*activity) {
            uses::Answer::Allow => Answer::Yes,
            uses::Answer::Conditional => Answer::Terms,
            uses::Answer::Disallow => Answer::No,
            uses::Answer::Unstated => Answer::Unstated,
        },
        reasons: uses
            .because(*activity)
            .take(MOST_KEPT)
            .cloned()
            .map(Witness::Preference)
            .collect(),
        note: by_token(&uses, *activity, &place),
        effect: "is about AI use",
        is_use: true,
    });
    // Nothing points at a `tdmrep.json`.
    let unread = uses
        .unread()
        .filter(|pointer| pointer.why() != Missing::TdmRep);
    let unread = unread.take(MOST_KEPT).map(|pointer| {
        let at = pointer.provenance();
        unread_row(&pointer, &at.map(&place).unwrap_or_default())
    });
    rows.chain(unread).collect()
}

/// The policy token that answers about an activity, for a row without another statement.
fn by_token(uses: &Uses, activity: Activity, place: &impl Fn(&Provenance) -> String) -> String {
    let mut tokens = uses.tokens().iter();
    let answers = |own: &&PolicyToken| {
        own.activities().contains(&activity) && own.answer() == uses.of(activity)
    };
    let Some((token, at)) = tokens
        .find(answers)
        .and_then(|own| Some((own.token(), own.provenance()?)))
    else {
        return String::new();
    };
    let note = format!("{}  {}  policy token {token}", place(at), at.text());
    plain_line(&note).into_owned()
}

/// A document about AI use that was not read.
fn unread_row(pointer: &Pointer, place: &str) -> Row<'static> {
    let why = match pointer.why() {
        Missing::NotConforming => "is not a file of its format",
        _ => "was not read",
    };
    let note = format!("{} {why}  {place}", pointer.url());
    Row {
        label: String::from("unread"),
        answer: Answer::Stated,
        reasons: Vec::new(),
        note: plain_line(note.trim_end()).into_owned(),
        effect: "",
        is_use: true,
    }
}
