//! The state of a source with its reasons, and what a policy holds of the sources of a response.

use std::sync::Arc;

use super::{Assumed, Input, Keeps, Observed, State};
use crate::diagnostic::{Diagnostic, Parsed};
use crate::provenance;
use crate::signal::Signal;
use crate::why::{Why, Whys};

/// The state of a source, and why it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownState {
    pub(crate) state: State,
    pub(crate) whys: Whys,
}

impl KnownState {
    /// A state without a reason.
    pub(crate) fn new(state: State) -> KnownState {
        KnownState {
            state,
            whys: Whys::default(),
        }
    }

    /// A source that was not read, or not whole.
    pub(crate) fn unread(why: Why) -> KnownState {
        KnownState {
            state: State::Unread,
            whys: why.into(),
        }
    }

    /// A source that was read, as far as its diagnostics show.
    pub(crate) fn of_read(diagnostics: &[Diagnostic]) -> KnownState {
        let mut known = KnownState::new(State::Read);
        for why in diagnostics.iter().filter_map(|found| found.code().leaves()) {
            known = known.united(KnownState::unread(why));
        }
        known
    }

    /// A source that was read, except a part on which only some answers depend.
    pub(crate) fn read_but(why: Why) -> KnownState {
        KnownState {
            state: State::Read,
            ..KnownState::unread(why)
        }
    }

    /// Why it is not known; of one that was not given, that.
    pub(crate) fn why(self) -> Why {
        self.whys.first().unwrap_or(Why::NotGiven)
    }

    /// The state of both: unread if one is, else read, not applicable, absent, assumed, not given, in this order. The reasons
    /// of both stay.
    #[must_use]
    pub(crate) fn united(self, other: KnownState) -> KnownState {
        let state = if other.state.rank() > self.state.rank() {
            other.state
        } else {
            self.state
        };
        KnownState {
            state,
            whys: self.whys.union(other.whys),
        }
    }
}

/// Nothing was said about the source.
impl Default for KnownState {
    fn default() -> KnownState {
        KnownState::new(State::NotGiven)
    }
}

/// The part of a policy about its sources, beside their statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) fields: KnownState,
    /// The answers that depend on the parts of the fields that were not read.
    pub(crate) fields_keep: Keeps,
    pub(crate) document: KnownState,
    pub(crate) embedded: KnownState,
    /// Whether metas in the body are known: they were read, or there is no document.
    pub(crate) is_whole: bool,
    pub(crate) assumed: Assumed,
    /// The observations of the caller. Few policies have any; those of one site share them.
    observed: Option<Arc<Observations>>,
}

/// Observations of sources, one each, of licences by their addresses, and the sources that were fetched at another time than the
/// page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Observations {
    each: Vec<(Input, Observed)>,
    licenses: Vec<(Box<str>, Observed)>,
    apart: Vec<(Input, Why)>,
}

impl Held {
    /// Unites the states, source by source. An observation of this one stays.
    pub(crate) fn unite(&mut self, other: Held) {
        self.fields = self.fields.united(other.fields);
        self.fields_keep = self.fields_keep.union(other.fields_keep);
        let is_given = |held: &KnownState| matches!(held.state, State::Read | State::Unread);
        self.is_whole = match (is_given(&self.document), is_given(&other.document)) {
            (true, true) => self.is_whole && other.is_whole,
            (false, true) => other.is_whole,
            _ => self.is_whole,
        };
        self.document = self.document.united(other.document);
        self.embedded = self.embedded.united(other.embedded);
        self.assumed = self.assumed.union(other.assumed);
        match (&self.observed, other.observed) {
            (None, observed) => self.observed = observed,
            (Some(_), None) => {}
            (Some(_), Some(other)) => self.unite_observed(Arc::unwrap_or_clone(other)),
        }
    }

    fn unite_observed(&mut self, other: Observations) {
        for (source, observed) in other.each {
            if self.observed(source).is_none() {
                self.observe(source, observed);
            }
        }
        for (url, observed) in other.licenses {
            if self.observed_license(&url).is_none() {
                self.observe_license(&url, observed);
            }
        }
        for (source, why) in other.apart {
            self.part(source, why);
        }
    }

    /// Marks a source as one of another time than the page.
    pub(crate) fn part(&mut self, source: Input, why: Why) {
        let apart = &mut self.observations().apart;
        apart.retain(|(own, _)| *own != source);
        apart.push((source, why));
    }

    /// Why a source is of another time than the page, if it is.
    pub(crate) fn apart(&self, source: Input) -> Option<Why> {
        let mut apart = self.observed.as_deref()?.apart.iter();
        apart.find(|(own, _)| *own == source).map(|(_, why)| *why)
    }

    /// Adds fields that were read, as far as their diagnostics show.
    ///
    /// Beyond the limit of a field that carries directives anything may be forbidden, beyond that of another one a use. Where
    /// lines were joined, only the directive whose scope is uncertain is.
    pub(crate) fn add_fields(&mut self, read: &Parsed<Vec<Signal>>) {
        self.fields = self.fields.united(KnownState::of_read(&read.diagnostics));
        for found in &read.diagnostics {
            let at = found.provenance();
            let keeps = match found.code().leaves() {
                None => continue,
                Some(Why::ScopeUncertain) => uncertain(&read.value, at),
                Some(_) if carries_directives(at.source()) => Keeps::of(Input::Fields),
                Some(_) => Keeps::USES,
            };
            self.fields_keep = self.fields_keep.union(keeps);
        }
    }

    /// Sets the observation of a source.
    pub(crate) fn observe(&mut self, source: Input, observed: Observed) {
        let all = &mut self.observations().each;
        all.retain(|(own, _)| *own != source);
        all.push((source, observed));
    }

    /// Sets the observation of the licence that a source points at with this address.
    pub(crate) fn observe_license(&mut self, url: &str, observed: Observed) {
        let all = &mut self.observations().licenses;
        all.retain(|(own, _)| **own != *url);
        all.push((url.into(), observed));
    }

    fn observations(&mut self) -> &mut Observations {
        Arc::make_mut(self.observed.get_or_insert_default())
    }

    /// The observation of the licence that a source points at with this address.
    pub(crate) fn observed_license(&self, url: &str) -> Option<&Observed> {
        let mut all = self.observed_licenses();
        all.find(|(own, _)| *own == url)
            .map(|(_, observed)| observed)
    }

    /// The observations of licences by their addresses.
    pub(crate) fn observed_licenses(&self) -> impl Iterator<Item = (&str, &Observed)> {
        let all = self.observed.iter().flat_map(|all| &all.licenses);
        all.map(|(url, observed)| (&**url, observed))
    }

    /// The observation of a source.
    pub(crate) fn observed(&self, source: Input) -> Option<&Observed> {
        let mut all = self.observed.iter().flat_map(|all| &all.each);
        all.find(|(own, _)| *own == source)
            .map(|(_, observed)| observed)
    }

    /// The state of a source that is not given, where the caller may have assumed it away.
    pub(crate) fn or_assumed(&self, source: Input, known: KnownState) -> KnownState {
        match known.state {
            State::NotGiven if self.assumed.has(source) => KnownState::new(State::Assumed),
            _ => known,
        }
    }
}

/// Whether a field is one of directives.
fn carries_directives(source: provenance::Source) -> bool {
    matches!(
        source,
        provenance::Source::RobotsTag | provenance::Source::XRobotsTag
    )
}

/// The answers that the directive at a place forbids; all, where no statement has this place.
fn uncertain(signals: &[Signal], at: &provenance::Provenance) -> Keeps {
    let mut here = signals
        .iter()
        .filter(|signal| {
            let own = signal.provenance();
            (own.source(), own.line(), own.span()) == (at.source(), at.line(), at.span())
        })
        .peekable();
    if here.peek().is_none() {
        return Keeps::of(Input::Fields);
    }
    let directives = here.filter_map(Signal::directive);
    directives.fold(Keeps::default(), |all, (directive, value)| {
        all.union(Keeps::forbidden_by(directive, value))
    })
}
