//! One line of the ledger.

use std::fmt;

use super::{Input, KnownState, Observed, State};
use crate::why::Why;

/// One line of the ledger: a source, its state, and what is known of it.
///
/// Its text form has the source, the state and the reason: `document: unread (incomplete)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    source: Input,
    known: KnownState,
    observed: Observed,
}

impl Entry {
    pub(crate) fn new(source: Input, known: KnownState, observed: Option<&Observed>) -> Entry {
        Entry {
            source,
            known,
            observed: observed.cloned().unwrap_or_default(),
        }
    }

    /// A licence at the address that a source points at.
    pub(crate) fn of_license(url: &str, known: KnownState, observed: Option<&Observed>) -> Entry {
        let mut entry = Entry::new(Input::Licenses, known, observed);
        entry.observed.url = Some(url.into());
        entry
    }

    /// The source. A response has one entry of each, but one for each licence that a source points at.
    pub fn source(&self) -> Input {
        self.source
    }

    /// Its state.
    pub fn state(&self) -> State {
        self.known.state
    }

    /// Why it is unknown, or in which part: of several reasons the first in the order of [`Why::ALL`].
    pub fn why(&self) -> Option<Why> {
        self.known.whys.first()
    }

    /// The facts that the caller knows of it beside its bytes.
    pub fn observed(&self) -> &Observed {
        &self.observed
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.known.state)?;
        match self.why() {
            Some(why) => write!(f, " ({why})"),
            None => Ok(()),
        }
    }
}
