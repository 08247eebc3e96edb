//! The state of a source with its reasons, and what a policy holds of the sources of a response.

use super::{Assumed, Observed, Source, State};
use crate::diagnostic::Diagnostic;
use crate::unread::{Why, Whys};

/// The state of a source, and why it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) state: State,
    pub(crate) whys: Whys,
}

impl Known {
    /// A state without a reason.
    pub(crate) fn new(state: State) -> Known {
        Known {
            state,
            whys: Whys::default(),
        }
    }

    /// A source that was not read, or not whole.
    pub(crate) fn unread(why: Why) -> Known {
        Known {
            state: State::Unread,
            whys: why.into(),
        }
    }

    /// A source that was read, as far as its diagnostics show.
    pub(crate) fn of_read(diagnostics: &[Diagnostic]) -> Known {
        let mut known = Known::new(State::Read);
        for why in diagnostics.iter().filter_map(|found| found.code().leaves()) {
            known = known.united(Known::unread(why));
        }
        known
    }

    /// The state of both: unread if one is, else read, not applicable, absent, assumed, not given, in this order. The reasons
    /// of both stay.
    #[must_use]
    pub(crate) fn united(self, other: Known) -> Known {
        let state = if other.state.rank() > self.state.rank() {
            other.state
        } else {
            self.state
        };
        Known {
            state,
            whys: self.whys.union(other.whys),
        }
    }
}

/// Nothing was said about the source.
impl Default for Known {
    fn default() -> Known {
        Known::new(State::NotGiven)
    }
}

/// The part of a policy about its sources, beside their statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) fields: Known,
    pub(crate) document: Known,
    pub(crate) embedded: Known,
    /// Whether metas in the body are known: they were read, or there is no document.
    pub(crate) is_whole: bool,
    pub(crate) assumed: Assumed,
    /// The observations of the caller. Few policies have any, and all are moved.
    observed: Option<Box<Observations>>,
}

/// Observations of sources, one each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Observations(Vec<(Source, Observed)>);

impl Held {
    /// Unites the states, source by source. An observation of this one stays.
    pub(crate) fn unite(&mut self, other: Held) {
        self.fields = self.fields.united(other.fields);
        self.document = self.document.united(other.document);
        self.embedded = self.embedded.united(other.embedded);
        self.is_whole &= other.is_whole;
        self.assumed = self.assumed.union(other.assumed);
        for (source, observed) in other.observed.unwrap_or_default().0 {
            if self.observed(source).is_none() {
                self.observe(source, observed);
            }
        }
    }

    /// Sets the observation of a source.
    pub(crate) fn observe(&mut self, source: Source, observed: Observed) {
        let all = &mut self.observed.get_or_insert_default().0;
        all.retain(|(own, _)| *own != source);
        all.push((source, observed));
    }

    /// The observation of a source.
    pub(crate) fn observed(&self, source: Source) -> Option<&Observed> {
        let mut all = self.observed.iter().flat_map(|all| &all.0);
        all.find(|(own, _)| *own == source)
            .map(|(_, observed)| observed)
    }

    /// The state of a source that is not given, where the caller may have assumed it away.
    pub(crate) fn or_assumed(&self, source: Source, known: Known) -> Known {
        match known.state {
            State::NotGiven if self.assumed.has(source) => Known::new(State::Assumed),
            _ => known,
        }
    }
}
