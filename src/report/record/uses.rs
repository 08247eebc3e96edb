//! The parts of a record about AI use. All are left out of a record where no source states anything of the kind.

use serde::Serialize;

use super::{Place, Reason, Value, Word};
use crate::ai::preference::{self, Activity, Answer, Level, Vocabulary};
use crate::policy::{self, Pointer, PolicyToken, Uses};
use crate::provenance::{Provenance, Source, Span};

/// The terms on which a use is allowed, or the address that has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Terms {
    /// The name of an [`Activity`].
    #[serde(rename = "use")]
    pub activity: Word,
    /// The name of a [`Vocabulary`].
    pub from: Word,
    /// The terms themselves.
    #[serde(flatten, serialize_with = "TermsKeys::serialize")]
    pub terms: preference::Terms,
}

/// Names and words of tables, in JSON an object in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(#[serde(serialize_with = "super::forms::object")] pub Vec<(Word, Word)>);

/// A source that is not known, and the answers that it keeps from being known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Unread {
    /// The name of a [`Source`](crate::ledger::Input).
    pub source: Word,
    /// The name of a [`Why`](crate::Why).
    pub why: Word,
    /// The address of a document that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// For a licence, the name of the [`Source`] of the statement that points at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Word>,
    /// The line of that statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The names of the answers ([`Asked`](crate::ledger::Asked)).
    pub keeps: Vec<Word>,
}

/// [`preference::Terms`] as keys, of which those without a term are left out.
#[derive(Serialize)]
#[serde(remote = "preference::Terms")]
struct TermsKeys {
    #[serde(skip_serializing_if = "String::is_empty")]
    url: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    payment: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reporting: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    user: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    geo: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<preference::Level>,
}

/// The statements about AI use of a verdict, in the forms of a record; empty where no source says anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::report) struct UseRecords {
    pub(in crate::report) preferences: Vec<(Word, Pairs)>,
    pub(in crate::report) terms: Vec<Terms>,
    pub(in crate::report) reasons: Vec<Reason>,
}

impl UseRecords {
    pub(in crate::report) fn new(uses: &Uses) -> UseRecords {
        if uses.is_empty() {
            return UseRecords::default();
        }
        UseRecords {
            preferences: preferences(uses),
            terms: terms(uses),
            reasons: reasons(uses),
        }
    }
}

/// The statements that give the answers: robots.txt about policy tokens, then those of the vocabularies.
fn reasons(uses: &Uses) -> Vec<Reason> {
    let tokens = uses.tokens().iter().filter_map(Reason::of_token);
    let stated = uses.reasons().map(Reason::of_preference);
    tokens.chain(stated).collect()
}

/// Each vocabulary that states something, with all its labels.
fn preferences(uses: &Uses) -> Vec<(Word, Pairs)> {
    let stated = Vocabulary::ALL
        .iter()
        .filter(|vocabulary| uses.states(**vocabulary));
    let mut all: Vec<(Word, Pairs)> = stated
        .map(|vocabulary| (vocabulary.name().into(), labels(uses, *vocabulary)))
        .filter(|(_, labels)| !labels.0.is_empty())
        .collect();
    let tokens = uses.tokens().iter().map(|token| {
        let name = PolicyToken::token(token).to_lowercase();
        (name.into(), word(token.answer()))
    });
    let tokens: Vec<_> = tokens.collect();
    if !tokens.is_empty() {
        all.push((TOKENS.into(), Pairs(tokens)));
    }
    all
}

fn labels(uses: &Uses, vocabulary: Vocabulary) -> Pairs {
    let labels = vocabulary.labels();
    let answers = labels.map(|label| (label.name().into(), word(uses.preference(label))));
    let level = uses
        .level()
        .filter(|_| vocabulary == Vocabulary::ContentSignal);
    let level = level.map(|level| ("use".into(), Level::name(level).into()));
    Pairs(answers.chain(level).collect())
}

/// The terms of all uses that are allowed on terms, and the address of a TDM policy that is in force.
pub fn terms(uses: &Uses) -> Vec<Terms> {
    let of_policy = uses.tdm_policy().map(|url| Terms {
        activity: Activity::Mine.name().into(),
        from: Vocabulary::TdmRep.name().into(),
        terms: preference::Terms {
            url: url.to_owned(),
            ..preference::Terms::default()
        },
    });
    let of_licences = Activity::ALL.iter().flat_map(|activity| {
        uses.terms(*activity).map(|terms| Terms {
            activity: activity.name().into(),
            from: terms.vocabulary().name().into(),
            terms: terms.clone(),
        })
    });
    of_licences.chain(of_policy).collect()
}

fn word(answer: Answer) -> Word {
    answer.name().into()
}

impl Reason {
    /// The record of a statement about AI use.
    pub fn of_preference(stated: &preference::Preference) -> Reason {
        let at = stated.provenance();
        Reason {
            directive: None,
            label: Some(stated.label().name().into()),
            vocabulary: Some(stated.label().vocabulary().name().into()),
            value: Some(Value::Text(word(stated.answer()))),
            scope: stated.scope().to_owned().into(),
            at: Place::new(at),
            url: stated.document().map(str::to_owned),
            why: None,
            text: at.text().to_owned(),
        }
    }
}

/// The name that stands for the vocabulary of policy tokens, which is that of robots.txt.
const TOKENS: &str = "tokens";

impl Reason {
    /// The record of the answer of robots.txt for a policy token; `None` if it states nothing. Without a rule, `why` is the
    /// reason.
    pub fn of_token(token: &PolicyToken) -> Option<Reason> {
        let nowhere = Provenance::new(Source::RobotsTxt, None, Span::default(), "");
        let at = token.provenance().unwrap_or(&nowhere);
        let name = PolicyToken::token(token).to_lowercase();
        let is_stated = token.answer() != Answer::Unstated;
        is_stated.then(|| Reason {
            directive: None,
            label: Some(name.into()),
            vocabulary: Some(TOKENS.into()),
            value: Some(Value::Text(word(token.answer()))),
            scope: token.group().unwrap_or(EVERY_CLIENT).to_owned().into(),
            at: Place::new(at),
            url: None,
            why: match token.provenance() {
                Some(_) => None,
                None => Some(token.access_reason().name().into()),
            },
            text: at.text().to_owned(),
        })
    }
}

const EVERY_CLIENT: &str = "*";

impl Unread {
    /// The record of a source that is not known.
    pub fn new(unread: &policy::Unread) -> Unread {
        let pointer = unread.pointer();
        let at = pointer.and_then(Pointer::provenance);
        Unread {
            source: unread.source().name().into(),
            why: unread.why().name().into(),
            url: pointer.map(|pointer| pointer.url().to_owned()),
            from: at.map(|at| at.source().name().into()),
            line: at.and_then(Provenance::line),
            keeps: unread.kept().map(|asked| asked.name().into()).collect(),
        }
    }
}
