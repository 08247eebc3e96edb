//! One statement about use, as a source makes it for one client and one path.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{Answer, Label, Level, Vocabulary};
use crate::provenance::{Provenance, SmallStr, StatementLine};

/// One statement of a source about one label, with the bytes that state it.
///
/// Sources that depend on the client and the path (robots.txt, `tdmrep.json`, a licence) make these after the statement
/// has been selected by their own rules.
///
/// Its text form is one line: the place, its bytes, and the clients that it addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preference {
    label: Label,
    answer: Answer,
    scope: SmallStr,
    at: Provenance,
    is_superseded: bool,
    terms: Option<Arc<Terms>>,
    document: Option<Arc<str>>,
}

impl Preference {
    /// A statement that addresses the clients of `scope`: a product token in lower case, or `*` for every client.
    pub(crate) fn new(label: Label, answer: Answer, scope: &str, at: Provenance) -> Preference {
        Preference::to(label, answer, SmallStr::new(scope), at)
    }

    /// A statement to a scope that is made once for many.
    pub(crate) fn to(label: Label, answer: Answer, scope: SmallStr, at: Provenance) -> Preference {
        Preference {
            label,
            answer,
            scope,
            at,
            is_superseded: false,
            terms: None,
            document: None,
        }
    }

    /// The statements that a level makes about what it keeps content from, each with the level as its terms where it is not a
    /// refusal.
    pub(crate) fn of_level(
        level: Level,
        scope: &SmallStr,
        at: &Provenance,
    ) -> impl Iterator<Item = Preference> {
        level.caps().iter().map(move |(label, answer)| {
            let capped = Preference::to(*label, *answer, scope.clone(), at.clone());
            if *answer != Answer::Conditional {
                return capped;
            }
            capped.with_terms(terms_of(level))
        })
    }

    /// Sets the terms of a conditional answer.
    #[must_use]
    pub(crate) fn with_terms(mut self, terms: Arc<Terms>) -> Preference {
        self.terms = Some(terms);
        self
    }

    /// Sets the address of the document that holds the bytes.
    #[must_use]
    pub(crate) fn in_document(mut self, url: &Arc<str>) -> Preference {
        self.document = Some(Arc::clone(url));
        self
    }

    /// States that a later source of the same vocabulary has the last word, as a `TDMRep` meta over a field.
    pub(crate) fn supersede(&mut self) {
        self.is_superseded = true;
    }

    /// The statement of an input that begins `by` bytes before the one it was made for.
    #[must_use]
    pub(crate) fn shifted(mut self, by: usize) -> Preference {
        self.at = self.at.shifted(by);
        self
    }

    /// The label that it is about.
    pub fn label(&self) -> Label {
        self.label
    }

    /// The value: [`Answer::Allow`], [`Answer::Conditional`] or [`Answer::Disallow`].
    pub fn answer(&self) -> Answer {
        self.answer
    }

    /// The clients that it addresses: a product token in lower case, or `*` for every client.
    pub fn scope(&self) -> &str {
        self.scope.as_str()
    }

    /// Its place, and its text.
    pub fn provenance(&self) -> &Provenance {
        &self.at
    }

    /// The address of the licence that holds the bytes; `None` for the other sources, and for a licence that the document of
    /// the response holds.
    pub fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }

    /// Whether a later source of its vocabulary replaces it, so that it decides nothing (`TDMRep`).
    pub fn is_superseded(&self) -> bool {
        self.is_superseded
    }

    /// The terms of a conditional answer.
    pub fn terms(&self) -> Option<&Terms> {
        self.terms.as_deref()
    }
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, to) = (&self.at, self.scope());
        write!(f, "{}", StatementLine { at, to })
    }
}

/// The terms of a level that limits. All statements of one level share them.
fn terms_of(level: Level) -> Arc<Terms> {
    // One for each level that limits; these come first.
    static SHARED: [OnceLock<Arc<Terms>>; 2] = [OnceLock::new(), OnceLock::new()];
    let new = || {
        Arc::new(Terms {
            level: Some(level),
            ..Terms::default()
        })
    };
    SHARED
        .get(level as usize)
        .map_or_else(new, |shared| Arc::clone(shared.get_or_init(new)))
}

impl Terms {
    /// The vocabulary that they are of: Content Signals where they are a level, else RSL.
    pub fn vocabulary(&self) -> Vocabulary {
        if self.level.is_some() {
            Vocabulary::ContentSignal
        } else {
            Vocabulary::Rsl
        }
    }
}

/// The terms on which a use is allowed, as the source names them. They are not evaluated.
///
/// A list is empty where the source has no such term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// The document that has the terms.
    pub url: String,
    /// Types of payment, without `free`: `training`, `crawl`, `attribution`. For a price without a type, the name of its
    /// element: `custom`.
    pub payment: Vec<String>,
    /// The server that issues a token, which is needed even where the use is free.
    pub server: Option<String>,
    /// Profiles of reports that are required.
    pub reporting: Vec<String>,
    /// Kinds of users that the licence is for; `!` before one that it is not for.
    pub user: Vec<String>,
    /// Countries that the licence is for; `!` before one that it is not for.
    pub geo: Vec<String>,
    /// The highest level of use, of the key `use` of Content Signals.
    pub level: Option<Level>,
}
