//! What a crawler does while it cannot get robots.txt.

use std::fmt;
use std::time::Duration;

/// The rules of a fetch that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchRules {
    pub(crate) redirects: Option<Then>,
    pub(crate) rungs: &'static [Rung],
}

/// A rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    pub(crate) from: Duration,
    pub(crate) then: Then,
}

crate::named::named! {
    /// What is fetched. There are no others than these.
    pub enum Then {
        /// Nothing.
        Nothing = "nothing";
        /// Copy.
        CopyOrNothing = "copy-or-nothing";
        /// Copy.
        CopyOrEverything = "copy-or-everything";
        /// Everything.
        Everything = "everything";
        /// Everything.
        EverythingIfSiteAnswers = "everything-if-site-answers";
    }
}

impl Rung {
    pub(crate) const fn new(from: Duration, then: Then) -> Rung {
        Rung { from, then }
    }
}

impl FetchRules {
    pub(crate) const RFC9309: FetchRules =
        FetchRules::new(&[Rung::new(Duration::ZERO, Then::CopyOrNothing)]);
    pub(crate) const fn new(rungs: &'static [Rung]) -> FetchRules {
        FetchRules {
            redirects: None,
            rungs,
        }
    }
    pub(crate) const fn with_redirects(self, then: Then) -> FetchRules {
        FetchRules {
            redirects: Some(then),
            ..self
        }
    }
}

impl fmt::Display for FetchRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.rungs)
    }
}
