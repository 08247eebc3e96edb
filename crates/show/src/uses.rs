//! The rows about AI use.

use robots_policy::uses::{
    self, Activity, Missing, Pointer, PolicyToken, Preference, Uses, Vocabulary,
};
use robots_policy::{Provenance, Verdict};
use robots_policy_input::names::plain_line;

use super::answers::{self, Answer, MOST_KEPT, Row, Witness};

/// A row for each activity, where a source states anything about AI use, and one for each document that was not read.
///
/// `place` shows where a source points at such a document.
pub(super) fn of_uses<'v>(
    verdict: &Verdict<'v>,
    place: &impl Fn(&Provenance) -> String,
) -> Vec<Row<'v>> {
    let uses = verdict.uses();
    // Where no source says anything, documents of an engine may still make a statement one about a use.
    let is_stated = !uses.is_empty() && !verdict.addressed().uses().is_empty();
    let is_shown = |activity: &&Activity| {
        let is_engine = verdict.profile().is_some() && OF_ENGINES.contains(activity);
        let answer = || asked(&uses, **activity);
        is_stated || is_engine && matches!(answer(), Answer::No | Answer::Terms | Answer::Limited)
    };
    let rows = Activity::ALL.iter().filter(is_shown).map(|activity| Row {
        label: activity.name().to_owned(),
        answer: asked(&uses, *activity),
        reasons: reasons(verdict, &uses, *activity),
        note: by_token(&uses, *activity, place),
        effect: "is about AI use",
        is_use: true,
    });
    // Nothing points at a `tdmrep.json`.
    let unread = uses
        .unread()
        .filter(|pointer| pointer.why() != Missing::TdmRep);
    let unread = unread.filter(|_| is_stated).take(MOST_KEPT);
    let unread = unread.map(|pointer| {
        let at = pointer.provenance();
        unread_row(&pointer, &at.map(place).unwrap_or_default())
    });
    let tokens = uses.tokens().iter().filter(|own| is_apart(own));
    let tokens = tokens.map(|own| token_row(own, place));
    rows.chain(tokens).chain(unread).collect()
}

/// Whether a policy token answers, and counts for no activity, so that the row of none has it.
fn is_apart(own: &PolicyToken) -> bool {
    own.activities().is_empty() && own.answer() != uses::Answer::Unstated
}

/// The answer for a policy token that counts for no activity.
fn token_row(own: &PolicyToken, place: &impl Fn(&Provenance) -> String) -> Row<'static> {
    Row {
        label: String::from("token"),
        answer: answer(Some(own.answer())),
        note: of_token(own, place),
        is_use: true,
        ..Row::default()
    }
}

/// The statements about a use: those of sources, then those that documents of the engine make one.
fn reasons<'v>(verdict: &Verdict<'v>, uses: &Uses, activity: Activity) -> Vec<Witness<'v>> {
    let stated = uses.because(activity).take(MOST_KEPT).cloned();
    let mut all: Vec<Witness<'v>> = stated.map(Witness::Preference).collect();
    for because in verdict
        .because_of_use(activity)
        .into_iter()
        .map(Witness::Because)
    {
        let is_new = |own: &Witness<'_>| own.provenance() != because.provenance();
        if all.len() < MOST_KEPT && all.iter().all(is_new) {
            all.push(because);
        }
    }
    all
}

/// The uses that documents of engines are about.
pub(super) const OF_ENGINES: [Activity; 2] = [Activity::Train, Activity::Input];

/// The answer about a use. Documents of an engine may limit one that no source states.
pub fn asked(uses: &Uses, activity: Activity) -> Answer {
    match uses.of(activity) {
        None | Some(uses::Answer::Unstated) if is_limited(uses, activity) => Answer::Limited,
        stated => answer(stated),
    }
}

fn answer(stated: Option<uses::Answer>) -> Answer {
    match stated {
        None => Answer::Unread,
        Some(uses::Answer::Allow) => Answer::Yes,
        Some(uses::Answer::Conditional) => Answer::Terms,
        Some(uses::Answer::Disallow) => Answer::No,
        Some(uses::Answer::Unstated) => Answer::Unstated,
    }
}

/// Whether documents of the engine make a statement a limit of this use.
fn is_limited(uses: &Uses, activity: Activity) -> bool {
    answers::used(uses.used(activity)) == Answer::Limited
}

/// The answer about use for AI in one word: the strictest about any of its activities. Without a statement nothing is known, so
/// it is yes only where an activity is allowed and none is restricted.
pub(super) fn ai(verdict: &Verdict<'_>) -> Answer {
    let uses = verdict.uses();
    let is_ai = |answer: uses::Answer| {
        let mut activities = Activity::OF_AI.iter();
        activities.any(|activity| uses.of(*activity) == Some(answer))
    };
    let is_unknown = Activity::OF_AI
        .iter()
        .any(|activity| uses.of(*activity).is_none());
    match answers::ai(verdict) {
        Answer::No => Answer::No,
        _ if is_ai(uses::Answer::Disallow) => Answer::No,
        _ if is_unknown => Answer::Unread,
        _ if is_ai(uses::Answer::Conditional) => Answer::Terms,
        _ if is_ai(uses::Answer::Allow) => Answer::Yes,
        _ => Answer::Stated,
    }
}

/// The statement that asks not to do this, its place and its text: one that its owner says it listens to, if there is one, else the
/// first.
pub(super) fn asking(
    uses: &Uses,
    activity: Activity,
    listens: Option<bool>,
    place: &impl Fn(&Provenance) -> String,
) -> String {
    let is_documented = |stated: &&Preference| stated.label().vocabulary() == Vocabulary::Engine;
    let documented = uses.because(activity).find(is_documented);
    let token = by_token(uses, activity, place);
    let is_token_heard = listens == Some(true) && !token.is_empty();
    let first = || uses.because(activity).next().filter(|_| !is_token_heard);
    match documented.or_else(first) {
        Some(stated) => {
            let text = answers::with_field(&Witness::Preference(stated.clone()));
            let place = place(stated.provenance());
            plain_line(&format!("{place} {text}")).into_owned()
        }
        None => token.replace("  ", " "),
    }
}

/// The policy token that answers about an activity, for a row without another statement.
fn by_token(uses: &Uses, activity: Activity, place: &impl Fn(&Provenance) -> String) -> String {
    let mut tokens = uses.tokens().iter();
    let answers = |own: &&PolicyToken| {
        let is_said = own.answer() != uses::Answer::Unstated;
        is_said && own.activities().contains(&activity) && Some(own.answer()) == uses.of(activity)
    };
    let own = tokens.find(answers);
    own.map_or_else(String::new, |own| of_token(own, place))
}

/// The line that answers for a policy token, as text.
fn of_token(own: &PolicyToken, place: &impl Fn(&Provenance) -> String) -> String {
    let why = match own.provenance() {
        Some(at) => format!("{}  {}", place(at), at.text()),
        None => format!("robots.txt: {}", own.access_reason()),
    };
    let draft = own.draft().map_or("", |_| " (individual draft)");
    plain_line(&format!("{why}  policy token {}{draft}", own.token())).into_owned()
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
        note: plain_line(note.trim_end()).into_owned(),
        is_use: true,
        ..Row::default()
    }
}

/// The label of the answer about all uses for AI.
pub(super) const LABEL: &str = "AI use";
/// The reason of an answer where every source is known, and none speaks.
pub(super) const SILENT: &str = "no source states anything";
