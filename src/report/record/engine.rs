//! The parts of a record that only a record of a profile has.

use serde::Serialize;

use super::{Value, Word};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::policy::verdict::engine::{Mark, NotHonoured};
use crate::policy::{Uses, Verdict};
use crate::profile::UseAnswer;

/// The reading of one engine: what is not among the keys that every record has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct As {
    /// The name of a [`Profile`](crate::engines::Profile).
    pub profile: Word,
    /// The oldest day on which one of its facts was verified; `null` where nothing is documented.
    pub verified: Option<String>,
    /// Whether it is asked not to, see [`Uses::asked_not_to`].
    pub asked_not_to: ByActivity,
    /// Whether its owner says that it listens to that, see [`Uses::listens`].
    pub listens: ByActivity,
    /// Whether it is used in answers of a machine, see [`Uses::used`]; never true where it is asked not to.
    pub answer: Option<Value>,
    /// Whether it is used for training, likewise.
    pub train: Option<Value>,
    /// Why these two are `null`, see [`Uses::unused`].
    pub why: Unused,
    /// True if it is indexed only where it is embedded.
    pub index_if_embedded: Option<bool>,
    /// See [`Verdict::not_honoured`].
    pub not_honoured: Vec<Left>,
    /// See [`Verdict::differs`].
    pub differs: Vec<Word>,
    /// See [`Verdict::marks`]: the name of a [`MarkKind`](crate::engines::MarkKind), a colon, and the cell.
    pub marks: Vec<String>,
}

/// A fact about each activity that owners of engines document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ByActivity {
    /// About training.
    pub train: Option<bool>,
    /// About the answers of a machine.
    pub input: Option<bool>,
}

/// Why it is not said whether an engine uses a page: the name of an [`Unused`](crate::ai::uses::Unused) for each answer that is
/// `null`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Unused {
    /// About the answers of a machine.
    pub answer: Option<Word>,
    /// About training.
    pub train: Option<Word>,
}

/// A directive that addresses an engine, and that it does not act on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Left {
    /// The name of the directive.
    pub directive: Word,
    /// The name of an [`Honour`](crate::engines::Honour): `stated` or `unlisted`.
    pub why: Word,
    /// The document that says so, and its date.
    pub source: Option<String>,
    /// The name of the [`Source`](crate::Source) of the statement.
    pub from: Word,
    /// See [`Provenance::line`](crate::Provenance::line).
    pub line: Option<usize>,
    /// The first byte and the byte after the last.
    pub span: (usize, usize),
}

/// The five answers of the reading without a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct General {
    /// See [`Access::allowed`](crate::robots_txt::Access::allowed).
    pub access: Option<bool>,
    /// See [`Verdict::index`].
    pub index: Option<bool>,
    /// See [`Verdict::follow`].
    pub follow: Option<bool>,
    /// See [`Verdict::archive`].
    pub archive: Option<bool>,
    /// Whether any excerpt may be shown, see [`Verdict::snippet`].
    pub snippet: Option<bool>,
}

impl As {
    /// The reading of the engine of a verdict; `None` for a client.
    pub(in crate::report) fn new(verdict: &Verdict<'_>, uses: &Uses) -> Option<As> {
        let profile = verdict.profile()?;
        Some(As {
            profile: profile.name().into(),
            verified: profile.verified().map(|day| day.to_string()),
            asked_not_to: ByActivity::new(|activity| uses.asked_not_to(activity)),
            listens: ByActivity::new(|activity| uses.listens(activity)),
            answer: uses.used(Activity::Input).map(answer),
            train: uses.used(Activity::Train).map(answer),
            why: Unused {
                answer: unused(uses, Activity::Input),
                train: unused(uses, Activity::Train),
            },
            index_if_embedded: verdict.index_if_embedded(),
            not_honoured: verdict.not_honoured().iter().map(Left::new).collect(),
            differs: verdict.differs().into_iter().map(Word::from).collect(),
            marks: verdict.marks().iter().map(Mark::to_string).collect(),
        })
    }
}

impl ByActivity {
    fn new(fact: impl Fn(Activity) -> Option<bool>) -> ByActivity {
        ByActivity {
            train: fact(Activity::Train),
            input: fact(Activity::Input),
        }
    }
}

fn unused(uses: &Uses, activity: Activity) -> Option<Word> {
    Some(uses.unused(activity)?.name().into())
}

/// The answer about a use: true, false, or `"limited"`.
fn answer(answer: UseAnswer) -> Value {
    match answer {
        UseAnswer::Yes => Value::Flag(true),
        UseAnswer::No => Value::Flag(false),
        UseAnswer::Limited => Value::Text(answer.name().into()),
    }
}

impl Left {
    fn new(left: &NotHonoured<'_>) -> Left {
        let at = left.signal().provenance();
        Left {
            directive: Directive::name(left.directive()).into(),
            why: left.why().name().into(),
            source: left
                .evidence()
                .map(|evidence| evidence.source().to_string()),
            from: at.source().name().into(),
            line: at.line(),
            span: (at.span().start, at.span().end),
        }
    }
}

impl General {
    pub(in crate::report) fn new(verdict: &Verdict<'_>) -> General {
        General {
            access: verdict.access().allowed(),
            index: verdict.index(),
            follow: verdict.follow(),
            archive: verdict.archive(),
            snippet: verdict.snippet().allowed,
        }
    }
}
