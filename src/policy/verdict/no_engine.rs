//! The verdict in a build without profiles: no reading is that of an engine, and each question about one has the answer for a client.

use std::convert::Infallible;
use std::time::Duration;

use super::Verdict;
use crate::date::Timestamp;
use crate::directive::DirectiveSet;
use crate::policy::Uses;
use crate::signal::Signal;

/// The part of a verdict that only an engine has: there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineReading<'p> {
    never: Infallible,
    pub(super) delay: Option<Duration>,
    pub(super) heard: Vec<&'p Signal>,
    pub(super) reads_fields: bool,
    pub(super) lacks_body: bool,
    pub(super) next_rung: Option<Timestamp>,
    pub(super) is_fetching_said: bool,
}

impl EngineReading<'_> {
    pub(super) fn alone(&self, _: &Signal, _: Timestamp, _: &DirectiveSet) -> DirectiveSet {
        match self.never {}
    }
}

impl Verdict<'_> {
    /// The verdict by the general reading: itself.
    pub(crate) fn general(&self) -> &Self {
        self
    }

    /// The statements that reach the client.
    pub(in crate::policy) fn gathered(&self) -> Uses {
        Uses::new(self)
    }
}
