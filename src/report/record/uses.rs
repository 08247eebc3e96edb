//! The parts of a record about AI use. All are left out of a record where no source states anything of the kind.

use serde::{Deserialize, Serialize};

use super::{Place, Reason, Value, Word};
use crate::ai::preference::{self, Activity, Answer, Level, Vocabulary};
use crate::policy::{Pointer, PolicyToken, Uses, Verdict};
use crate::provenance::{Provenance, Source, Span};
use crate::unread;

/// The terms on which a use is allowed, or the address that has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Terms {
    /// The name of an [`Activity`].
    #[serde(rename = "use")]
    pub activity: Word,
    /// The name of a [`Vocabulary`].
    pub from: Word,
    /// The terms themselves.
    #[serde(flatten)]
    pub terms: preference::Terms,
}

/// Names and words of tables, in JSON an object in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs(#[serde(with = "super::forms::object")] pub Vec<(Word, Word)>);

impl Pairs {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// An input that was not read, or not whole, or that a source points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Unread {
    /// The input, `document`; for an address, the source that points at it.
    pub source: Word,
    /// The line of the source that points at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The name of a [`Why`](crate::Why), or for an address of a [`Missing`](crate::ai::uses::Missing).
    pub why: Word,
    /// The address of a document that can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// The part of a verdict that is about AI use, in the forms of a record; empty where no source says anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::report) struct Said {
    pub(in crate::report) uses: Pairs,
    pub(in crate::report) preferences: Vec<(Word, Pairs)>,
    pub(in crate::report) terms: Vec<Terms>,
    pub(in crate::report) reasons: Vec<Reason>,
    pub(in crate::report) unread: Vec<Unread>,
}

impl Said {
    /// The part of a verdict, of the uses that it gives.
    pub(in crate::report) fn new(verdict: &Verdict<'_>, uses: &Uses) -> Said {
        let said = Said::of(uses);
        match verdict.profile() {
            None => said,
            // The documents that the sources name, whatever the owner of an engine says.
            Some(_) => Said {
                unread: Said::of(&verdict.addressed().uses()).unread,
                ..said
            },
        }
    }

    fn of(uses: &Uses) -> Said {
        if uses.is_empty() {
            return Said::default();
        }
        let answers = Activity::ALL.iter();
        Said {
            uses: Pairs(
                answers
                    .map(|activity| (activity.name().into(), word(uses.of(*activity))))
                    .collect(),
            ),
            preferences: preferences(uses),
            terms: terms(uses),
            reasons: reasons(uses),
            unread: uses
                .unread()
                .map(|pointer| Unread::of_pointer(&pointer))
                .collect(),
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

fn terms(uses: &Uses) -> Vec<Terms> {
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
            from: Vocabulary::Rsl.name().into(),
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
    pub(in crate::report) fn new(unread: unread::Unread) -> Unread {
        Unread {
            source: unread.source().into(),
            line: None,
            why: unread.why().name().into(),
            url: None,
        }
    }

    /// The record of a document that the caller could still read.
    pub fn of_pointer(pointer: &Pointer) -> Unread {
        let at = pointer.provenance();
        let source = at.map_or(Source::TdmRepJson, Provenance::source);
        Unread {
            source: source.name().into(),
            line: at.and_then(Provenance::line),
            why: pointer.why().name().into(),
            url: Some(pointer.url().to_owned()),
        }
    }
}
